extension String {
    /// Makes a text of UTF-8, replacing what is not.
    ///
    /// The standard library checks text outside ASCII one character at a time,
    /// which was a fifth of the time of parsing a feed in German; `UTF8Check`
    /// looks at many bytes at a time. Bytes that fail go
    /// the standard way and get replacement characters.
    init(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        // Short texts are stored inline; there is nothing to gain.
        guard bytes.count > 15, let text = String(validUTF8: bytes) else {
            self.init(decodingBounded: bytes)
            return
        }
        self = text
    }

    /// Makes a text of UTF-8 that was put together byte by byte.
    init(utf8 bytes: [UInt8]) {
        self = bytes.withUnsafeBufferPointer { String(utf8: $0) }
    }

    /// Makes a text of UTF-8; nil for what is none.
    @inline(__always)
    init?(validUTF8 bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count > 15 else {
            self.init(validating: bytes, as: UTF8.self)
            return
        }
        let special = UTF8Check.firstBeyondASCII(bytes)
        let isASCII = special == bytes.count
        guard isASCII || UTF8Check.isValid(bytes, from: special) else { return nil }
        // Texts known to be ASCII are compared and hashed faster.
        self.init(checked: bytes, isASCII: isASCII)
    }

    /// Makes a text of bytes that were checked before.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, as `XMLCharacters` or `UTF8Check` has found.
    ///   - isASCII: Whether all of them are known to be ASCII.
    init(checked bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
        if !isASCII, bytes.count > CombiningMarks.harmlessCount, let bounded = CombiningMarks.bounded(bytes) {
            self = String(decoding: bounded, as: UTF8.self)
            return
        }
        self = unsafe String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
    }

    /// Replaces what is not UTF-8, and keeps no more combining marks in a row than there can be.
    private init(decodingBounded bytes: UnsafeBufferPointer<UInt8>) {
        var text = String(decoding: bytes, as: UTF8.self)
        let bounded = bytes.count > CombiningMarks.harmlessCount ? text.withUTF8 { CombiningMarks.bounded($0) } : nil
        self = bounded.map { String(decoding: $0, as: UTF8.self) } ?? text
    }
}
