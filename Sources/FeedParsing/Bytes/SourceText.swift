/// The encoding a document was read in, and what was wrong with it.
struct SourceEncoding {
    /// The name, lower case: "utf-8".
    var name = "utf-8"
    /// What there is to say of it.
    var warnings: [FeedWarning] = []
    /// Whether the text is the document itself and no copy of it.
    var isUntouched = true
}

extension SourceEncoding {
    /// The encoding of a document that was to be UTF-8, after the bytes that are not were put right.
    init(of repaired: DamagedUTF8, _ warnings: [FeedWarning]) {
        self.init(name: repaired.encodingName, warnings: warnings, isUntouched: false)
    }
}

/// Brings a document to UTF-8 (feed formats E3).
///
/// Most documents are UTF-8 and are handed on as they are, unchecked: libxml2
/// checks them while it parses. Only a foreign label costs a look at every byte.
struct SourceText {
    private let declared: String?
    private let wide: WideEncoding?
    /// Where the document begins.
    private let start: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        start = Self.startOfMark(bytes) ?? 0
        wide = WideEncoding(UnsafeBufferPointer(rebasing: bytes[start...]))
        declared = wide == nil ? Self.declaredEncoding(bytes) : nil
    }

    /// Where the mark of a document in UTF-16 is that line ends stand before, which are a byte each.
    private static func startOfMark(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let start = bytes.firstIndex { !(0x09...0x20).contains($0) } ?? bytes.count
        guard start > 0, start + 4 <= bytes.count else { return nil }
        switch (bytes[start], bytes[start + 1]) {
        case (0xFF, 0xFE), (0xFE, 0xFF): return start
        default: return nil
        }
    }

    /// The encoding of the XML declaration, which junk may stand before.
    private static func declaredEncoding(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let head = DocumentHead(bytes, from: 0)
        if let declared = head.declaredEncoding { return declared }
        if let name = head.rootName, SniffedDocument.isRoot(name) { return nil }
        var beginning = MarkupScanner(UnsafeBufferPointer(rebasing: bytes.prefix(64 << 10)), at: 0)
        while let start = beginning.find("<?", from: beginning.position) {
            if beginning.hasWord("<?xml", at: start) { return DocumentHead(bytes, from: start).declaredEncoding }
            beginning.position = start + 2
        }
        return nil
    }

    /// Calls `body` with the document in UTF-8, or in what claims to be.
    func withUTF8<Result, Failure>(
        _ bytes: UnsafeBufferPointer<UInt8>,
        httpCharset: String?,
        _ body: (UnsafeBufferPointer<UInt8>, SourceEncoding) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if let wide {
            let decoded = wide.decode(UnsafeBufferPointer(rebasing: bytes[start...]))
            let warnings = decoded.warnings(about: wide.rawValue)
            return try decoded.bytes.withUnsafeBufferPointer { decoded throws(Failure) in
                try body(decoded, SourceEncoding(name: wide.rawValue, warnings: warnings, isUntouched: false))
            }
        }
        let candidates = Self.candidates(httpCharset?.lowercased(), declared)
        let foreign = candidates.filter { !EncodingLabels.utf8.contains($0) }
        guard !foreign.isEmpty else { return try body(bytes, SourceEncoding()) }
        // Where UTF-8 was promised as well, some bytes may not keep the promise.
        let isPromised = candidates.contains(where: EncodingLabels.utf8.contains)
        if !CharacterEncoding.usesEscapes(bytes, labels: foreign) {
            // In plain ASCII the label does not matter.
            if UTF8Check.isASCII(bytes) { return try body(bytes, SourceEncoding()) }
            if UTF8Check.firstInvalid(bytes) == nil { return try body(bytes, Self.ignoring(foreign)) }
            // Most encodings have a character for every byte: a label is no more than a claim.
            if DamagedUTF8.prevails(in: bytes, isPromised: isPromised), let damaged = DamagedUTF8(bytes) {
                let warnings = Self.ignoring(foreign).warnings + [damaged.warning(in: bytes)]
                return try damaged.bytes.withUnsafeBufferPointer { repaired throws(Failure) in
                    try body(repaired, SourceEncoding(of: damaged, warnings))
                }
            }
        }
        for label in foreign {
            guard let encoding = CharacterEncoding(label: label), let decoded = encoding.decode(bytes) else { continue }
            let warnings =
                Self.contradiction(httpCharset, declared, readAs: encoding) + decoded.warnings(about: encoding.name)
            return try decoded.bytes.withUnsafeBufferPointer { decoded throws(Failure) in
                try body(decoded, SourceEncoding(name: encoding.name, warnings: warnings, isUntouched: false))
            }
        }
        guard let damaged = DamagedUTF8(bytes) else { return try body(bytes, Self.ignoring(foreign)) }
        let mismatch = FeedWarning(
            kind: .encodingMismatch,
            line: nil,
            detail: "the bytes do not fit the encoding \"\(foreign[0])\" and were read as \(damaged.encodingName)"
        )
        let warning = isPromised ? damaged.warning(in: bytes) : mismatch
        return try damaged.bytes.withUnsafeBufferPointer { repaired throws(Failure) in
            try body(repaired, SourceEncoding(of: damaged, [warning]))
        }
    }

    /// What the document may be in, by its labels, the likelier one first.
    ///
    /// HTTP goes before the declaration, but for ISO 8859-1: many servers say that of every text, and every text can be
    /// read so.
    private static func candidates(_ charset: String?, _ declared: String?) -> [String] {
        guard let charset, let declared, EncodingLabels.name(of: charset) == "windows-1252",
            EncodingLabels.name(of: declared) != nil
        else { return [charset, declared].compactMap { $0 } }
        return [declared, charset]
    }

    /// What there is to say where HTTP and the document name different encodings: at most one of them is right.
    private static func contradiction(
        _ charset: String?,
        _ declared: String?,
        readAs encoding: CharacterEncoding
    ) -> [FeedWarning] {
        guard let charset = charset?.lowercased(), let declared, let said = EncodingLabels.encoding(of: charset),
            let written = EncodingLabels.encoding(of: declared), said != written
        else { return [] }
        return [
            FeedWarning(
                kind: .encodingMismatch,
                line: nil,
                detail: "HTTP says the document is in \"\(charset)\", the document that it is in \"\(declared)\"; "
                    + "it was read as \(encoding.name)"
            )
        ]
    }

    /// The label is wrong when the bytes are UTF-8.
    private static func ignoring(_ labels: [String]) -> SourceEncoding {
        SourceEncoding(
            warnings: [
                FeedWarning(
                    kind: .encodingMismatch,
                    line: nil,
                    detail: "the document says it is in \"\(labels[0])\", but it is in UTF-8 and was read so"
                )
            ]
        )
    }
}
