import PodcastModel

/// One field: its number and the count of its bytes, then the bytes.
extension ContentDigest {
    mutating func add(_ field: Int64, _ text: String?) {
        guard let text else { return }
        text.utf8Span.span.withUnsafeBytes { bytes in
            update(field << 40 | Int64(bytes.count))
            update(bytes)
        }
    }

    mutating func add(_ field: Int64, _ integer: Int64?) {
        guard let integer else { return }
        update(field << 40 | 8)
        update(integer)
    }

    mutating func add(_ field: Int64, _ integer: Int?) {
        add(field, integer.map(Int64.init))
    }

    mutating func add(_ field: Int64, _ flag: Bool?) {
        add(field, flag.map { $0 ? Int64(1) : 0 })
    }

    mutating func add(_ field: Int64, _ number: Double?) {
        add(field, number.map { Int64(bitPattern: $0.bitPattern) })
    }

    /// Ends a value of several fields, so that two in a row cannot run together.
    mutating func end(_ field: Int64) {
        update(field << 40 | 0xFF_FFFF_FFFF)
    }
}
