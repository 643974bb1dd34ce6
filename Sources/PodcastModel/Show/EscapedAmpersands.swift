import Foundation

/// Ampersands that a feed escaped once more than its format asks for, so that `?a=1&amp;b=2` is read (feed formats C4).
package enum EscapedAmpersands {
    /// The address with each ampersand of its query written once: no parameter is called "amp;b".
    ///
    /// An address without an ampersand costs one search for it.
    package static func removed(from url: String) -> String {
        var url = url
        return url.withUTF8 { bytes in decoded(bytes, beginning: first(in: bytes, from: 0)) } ?? url
    }

    private static let references = ["&amp;", "&#38;", "&#038;"].map { Array($0.utf8) }

    private static func decoded(
        _ bytes: UnsafeBufferPointer<UInt8>,
        beginning: (start: Int, length: Int)?
    ) -> String? {
        guard let beginning, bytes[..<beginning.start].contains(0x3F) else { return nil }
        var output: [UInt8] = []
        var (end, next) = (0, Optional(beginning))
        while let reference = next {
            output += bytes[end...reference.start]
            end = reference.start + reference.length
            next = first(in: bytes, from: end)
        }
        return String(decoding: output + bytes[end...], as: UTF8.self)
    }

    /// Where the first reference to an ampersand is behind a position, and how long it is.
    private static func first(
        in bytes: UnsafeBufferPointer<UInt8>,
        from position: Int
    ) -> (start: Int, length: Int)? {
        guard let base = bytes.baseAddress else { return nil }
        var index = position
        while index < bytes.count, let found = memchr(base + index, 0x26, bytes.count - index) {
            index = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            let rest = bytes[(index + 1)...]
            if rest.first == 0x61 || rest.first == 0x23,
                let reference = references.first(where: { rest.starts(with: $0.dropFirst()) })
            {
                return (index, reference.count)
            }
            index += 1
        }
        return nil
    }
}
