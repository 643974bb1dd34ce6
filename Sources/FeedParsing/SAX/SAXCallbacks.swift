internal import CLibXML2

/// The C functions libxml2 calls; each one hands its event to the builder
/// behind the user data.
enum SAXCallbacks {
    /// - Parameter recovers: Whether the document was cleaned and errors are to
    ///   be passed over.
    /// - Returns: The handler table for a parser.
    static func handler(recovers: Bool) -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        setTags(&handler)
        setTexts(&handler)
        if recovers {
            setErrorsOfCleaned(&handler)
        } else {
            setErrors(&handler)
        }
        return handler
    }

    private static func setTags(_ handler: inout xmlSAXHandler) {
        handler.startElementNs = {
            data,
            local,
            prefix,
            uri,
            declarationCount,
            declarations,
            attributeCount,
            _,
            attributes in
            guard let builder = SAXCallbacks.builder(data), let local else { return }
            builder.pointee.keepEntities()
            if declarationCount > 0, let declarations {
                builder.pointee.names.countDeclarations(declarations, count: Int(declarationCount))
            }
            builder.pointee.startElement(
                XMLStartTag(
                    local: local,
                    prefix: prefix,
                    uri: uri,
                    attributes: attributes,
                    attributeCount: Int(attributeCount)
                )
            )
            builder.pointee.haltIfStopped()
        }
        handler.endElementNs = { data, local, _, _ in
            guard let builder = SAXCallbacks.builder(data), let local else { return }
            builder.pointee.keepEntities()
            builder.pointee.endElement(local)
            builder.pointee.haltIfStopped()
        }
    }

    private static func setTexts(_ handler: inout xmlSAXHandler) {
        handler.characters = { data, bytes, count in
            guard let builder = SAXCallbacks.builder(data), let bytes else { return }
            builder.pointee.keepEntities()
            if count == 2, builder.pointee.isOldReference(bytes) {
                builder.pointee.oldReference(bytes[1])
            } else {
                builder.pointee.characters(bytes, count: Int(count))
            }
            builder.pointee.haltIfStopped()
        }
        // Blanks are text like any other; a handler of their own would make
        // libxml2 look for them.
        handler.ignorableWhitespace = handler.characters
        handler.cdataBlock = { data, bytes, count in
            guard let builder = SAXCallbacks.builder(data), let bytes else { return }
            builder.pointee.keepEntities()
            builder.pointee.section(UnsafeBufferPointer(start: bytes, count: Int(count)))
            builder.pointee.haltIfStopped()
        }
    }

    private static func setErrors(_ handler: inout xmlSAXHandler) {
        handler.processingInstruction = { data, _, content in
            guard let builder = SAXCallbacks.builder(data), let content else { return }
            builder.pointee.instruction(content)
            builder.pointee.haltIfStopped()
        }
        handler.serror = { data, error in
            guard let builder = SAXCallbacks.builder(data), let error else { return }
            builder.pointee.giveUp(error.pointee)
        }
    }

    /// Cleaned bytes have no instructions left.
    private static func setErrorsOfCleaned(_ handler: inout xmlSAXHandler) {
        handler.serror = { data, error in
            guard let builder = SAXCallbacks.builder(data), let error else { return }
            builder.pointee.passOver(error.pointee)
        }
    }

    @inline(__always)
    private static func builder(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<FeedBuilder>? {
        data?.assumingMemoryBound(to: FeedBuilder.self)
    }
}

extension FeedBuilder {
    /// After any error libxml2 2.9 drops `&amp;`, `&lt;` and `&gt;` from texts
    /// unless the document is called well-formed again.
    ///
    /// Cleaned bytes should give no errors; this is the belt to those braces.
    @inline(__always)
    func keepEntities() {
        parser?.pointee.wellFormed = 1
    }

    /// Whether two bytes are a reference such as `&#146;`, by which writers of windows-1252 mean a character of theirs:
    /// libxml2 hands on each reference by itself, and has just read its semicolon.
    @inline(__always)
    func isOldReference(_ bytes: UnsafePointer<xmlChar>) -> Bool {
        guard bytes[0] == 0xC2, bytes[1] < 0xA0, let input = parser?.pointee.input else { return false }
        return input.pointee.cur > input.pointee.base && input.pointee.cur[-1] == 0x3B
    }

    /// Handles a reference to U+0080 to U+009F as the cleaner does, whatever else is in the document.
    @inline(never)
    mutating func oldReference(_ byte: UInt8) {
        encoded(Windows1252.scalar(ofControl: byte))
    }

    /// The start tag that was read last, as it is written; nil where something else was read since.
    ///
    /// XML makes a space of each end of a line in its attributes, which no longer tells what was meant.
    static func startTag(before parser: xmlParserCtxtPtr?) -> Bytes? {
        guard let input = parser?.pointee.input, let base = input.pointee.base, let end = input.pointee.cur else {
            return nil
        }
        var start = end
        while start > base, start[-1] != 0x3C, start[-1] != 0x3E { start -= 1 }
        return start > base && start[-1] == 0x3C ? Bytes(start: start, count: end - start) : nil
    }

    /// Takes an instruction that holds the end of an item for one that was never ended, and goes up to the end of
    /// another: that is no error of XML, but the cleaner tells them apart.
    @inline(never)
    mutating func instruction(_ content: UnsafePointer<xmlChar>) {
        let bytes = UnsafeBufferPointer(start: content, count: Int(xmlStrlen(content)))
        var tags = NextItemTags()
        if tags.takesItems(in: bytes, 0..<bytes.count, begunBy: "<?") { stopForCleaning() }
    }

    /// Takes the first error as a sign that the document needs cleaning.
    ///
    /// Namespace errors are none: undeclared prefixes are understood.
    mutating func giveUp(_ error: xmlError) {
        guard Self.isSerious(error), stop == nil else { return }
        // A document that only stops early is not damaged.
        if isEnding, error.code == Int32(bitPattern: XML_ERR_DOCUMENT_END.rawValue) { return }
        stop = .damage
    }

    /// Notes an error in bytes that were cleaned, and goes on.
    ///
    /// What is harmless was put right before: what is left may have cost an element.
    mutating func passOver(_ error: xmlError) {
        guard Self.isSerious(error), stop == nil, !isEnding, rootEnd == nil else { return }
        mayHaveCut = true
        let message = error.message.map { String(cString: $0) } ?? "error \(error.code)"
        warn(.notWellFormed, message.split(separator: "\n").first.map(String.init) ?? message)
    }

    private static func isSerious(_ error: xmlError) -> Bool {
        error.level.rawValue >= XML_ERR_ERROR.rawValue && error.domain != Int32(bitPattern: XML_FROM_NAMESPACE.rawValue)
    }
}
