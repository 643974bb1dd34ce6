/// What stands before the root element of a document, and what the root is.
///
/// Parsing begins at the root element: the declaration must not be believed,
/// and a document type may define entities that read files or never end.
struct DocumentHead {
    /// Where the root element begins, or the text of a document that is no XML.
    var start = 0
    /// The encoding the XML declaration names.
    var declaredEncoding: String?
    /// Where the internal subset of a document type is, which is dropped; nil without one.
    var internalSubset: Range<Int>?
    /// The name in the document type, lower case.
    var documentTypeName: String?
    /// The local name of the root element, lower case; nil without one.
    var rootName: String?
    /// Whether something in front of the root was never ended, and was taken to end before the root.
    var isUnended = false
    /// The start tag of the root element.
    var rootTag: Range<Int> = 0..<0

    /// How many things that are never ended may still be looked behind for a root.
    ///
    /// Each of them may take a look at all of the document.
    private var unendedLeft = 4

    /// Reads the head of a document from a position.
    init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int) {
        var scanner = MarkupScanner(bytes, at: position)
        repeat {
            scanner.skipBlanks()
            start = scanner.position
        } while readPart(&scanner)
        guard let name = scanner.tagName() else { return }
        rootName = name
        rootTag = start..<(scanner.find(">", from: start).map { $0 + 1 } ?? scanner.end)
    }

    /// Reads what may stand before a root; false where nothing of the kind is next.
    private mutating func readPart(_ scanner: inout MarkupScanner) -> Bool {
        if scanner.hasWord("<?xml"), scanner.isBlank(at: scanner.position + 5) {
            readDeclaration(&scanner)
            return true
        }
        if scanner.has("<?") { return skip(from: "<?", past: "?>", &scanner) }
        if scanner.has("<!--") { return skip(from: "<!--", past: "-->", &scanner) }
        return scanner.hasWord("<!doctype") && readDocumentType(&scanner)
    }

    /// Reads the XML declaration, which ends with a question mark and a bracket, or where the next tag begins.
    private mutating func readDeclaration(_ scanner: inout MarkupScanner) {
        let tag = scanner.find("<", from: scanner.position + 1) ?? scanner.end
        let bracket = scanner.find(">", from: scanner.position, before: tag)
        let end = bracket ?? tag
        if declaredEncoding == nil { declaredEncoding = scanner.encoding(before: end) }
        if end < scanner.end, !scanner.has("?>", at: end - 1) { isUnended = true }
        scanner.position = bracket.map { $0 + 1 } ?? tag
    }

    /// Moves behind a comment or an instruction; one that was never ended must not swallow the document.
    ///
    /// False if too many were never ended.
    private mutating func skip(
        from opening: StaticString,
        past closing: StaticString,
        _ scanner: inout MarkupScanner
    ) -> Bool {
        let content = scanner.position + opening.utf8CodeUnitCount
        let end = scanner.find(closing, from: content)
        let inside = UnsafeBufferPointer(rebasing: scanner.bytes[..<(end ?? scanner.end)])
        // Where it holds a root, that is only spoken of, unless the end is that of another.
        if let root = SniffedDocument.laterStart(inside, from: content),
            end == nil || MarkupScanner(inside, at: root).find(opening, from: root + 1) != nil
        {
            return moveBehindUnended(to: root, &scanner)
        }
        scanner.position = end.map { $0 + closing.utf8CodeUnitCount } ?? scanner.end
        return true
    }

    /// Goes on at a root although what stands before it has not ended; false if that was done often enough.
    private mutating func moveBehindUnended(to root: Int, _ scanner: inout MarkupScanner) -> Bool {
        isUnended = true
        guard unendedLeft > 0 else { return false }
        unendedLeft -= 1
        scanner.position = root
        return true
    }

    /// Moves behind a document type; false if too much before the root was never ended.
    private mutating func readDocumentType(_ scanner: inout MarkupScanner) -> Bool {
        scanner.position += 9
        scanner.skipBlanks()
        documentTypeName = scanner.word().lowercased()
        let content = scanner.position
        // Quoted texts may hold brackets; the subset may hold `>`.
        var depth = 0
        var quote: UInt8 = 0
        while scanner.position < scanner.end {
            if quote == 0, scanner.has("<!--") {
                // An apostrophe in a comment is no quotation mark.
                scanner.skip(past: "-->")
                continue
            }
            let byte = scanner.bytes[scanner.position]
            if byte == 0x3C, depth == 0 || (quote == 0 && scanner.tagName() != nil) {
                // No name of a document type has a `<` in it, and no subset a start tag.
                isUnended = true
                return true
            }
            scanner.position += 1
            if quote != 0 {
                if byte == quote { quote = 0 }
                continue
            }
            switch byte {
            case 0x22, 0x27:
                quote = byte
            case 0x5B:
                depth += 1
                if internalSubset == nil { internalSubset = scanner.position..<scanner.position }
            case 0x5D:
                depth = max(0, depth - 1)
                if depth == 0, let subset = internalSubset {
                    internalSubset = subset.lowerBound..<scanner.position
                }
            case 0x3E where depth == 0: return true
            default: break
            }
        }
        guard let root = SniffedDocument.laterStart(scanner.bytes, from: content) else { return true }
        return moveBehindUnended(to: root, &scanner)
    }

    /// Whether items or entries begin somewhere in what follows a document.
    static func holdsItems(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let scanner = MarkupScanner(bytes, at: 0)
        for tag in ["<item", "<entry"] as [StaticString] {
            var position = 0
            while let start = scanner.find(tag, from: position) {
                position = start + tag.utf8CodeUnitCount
                if scanner.isBlank(at: position) || scanner.has(">", at: position) { return true }
            }
        }
        return false
    }

    /// Whether only comments, instructions and white space are there.
    static func holdsOnlyMiscellany(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var scanner = MarkupScanner(bytes, at: 0)
        while true {
            scanner.skipBlanks()
            if scanner.position == scanner.end { return true }
            if scanner.has("<!--") {
                scanner.skip(past: "-->")
            } else if scanner.has("<?") {
                scanner.skip(past: "?>")
            } else {
                return false
            }
        }
    }
}
