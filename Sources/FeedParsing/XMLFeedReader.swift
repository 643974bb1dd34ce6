/// Reads a feed in XML: first straight from the bytes, and again from cleaned
/// ones if libxml2 finds anything to complain about or no end.
struct XMLFeedReader {
    let configuration: FeedParserConfiguration
    /// The configuration as text.
    let limits: String
    var context: FeedParsingContext
    /// How large the document was before it was brought to UTF-8 and XML.
    let sourceBytes: Int
    /// Where the long texts of the items go; nil if they stay in memory.
    let textFile: TextFile?

    func read(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ encoding: SourceEncoding,
        _ document: SniffedDocument,
        _ root: SniffedDocument.Root
    ) throws(FeedParsingError) -> ParsedFeed {
        let start = document.head.start
        let body = UnsafeBufferPointer(rebasing: bytes[start...])
        let firstLine = ASCIIText.lineFeeds(in: bytes, 0..<start)
        var watch = watch(body, root, encoding)
        var builder = makeBuilder(root, documentBytes: body.count, firstLine: firstLine)
        var outcome = parse(body, encoding, &watch, into: &builder)
        if watch?.mustReadAll(outcome, builder) == true {
            builder = makeBuilder(root, documentBytes: body.count, firstLine: firstLine)
            outcome = parse(body, encoding, &watch, into: &builder)
        }
        let itemBlock = watch?.block(outcome, builder)
        // Where a document is cut off, libxml2 may or may not have looked at the last of it, and said what is wrong
        // there.
        if outcome == .damaged || outcome == .truncated {
            if let mended = Self.mended(bytes, encoding) { return try read(copy: mended.bytes, mended.encoding) }
            builder = makeBuilder(root, documentBytes: body.count, firstLine: firstLine)
            let entities = document.head.internalSubset.map { DeclaredEntities(bytes, in: $0) } ?? .none
            outcome = try parseCleaned(body, entities, into: &builder)
        }
        for warning in encoding.warnings {
            builder.warnings.add(warning.kind, line: warning.line.map { $0 - firstLine }, warning.detail)
        }
        var feed = try finish(&builder, outcome, encoding, document)
        feed.itemBlock = itemBlock
        return feed
    }

    /// Parses the document as it is.
    private func parse(
        _ body: UnsafeBufferPointer<UInt8>,
        _ encoding: SourceEncoding,
        _ watch: inout ItemBlockWatch?,
        into builder: inout FeedBuilder
    ) -> XMLPushParser.Outcome {
        XMLPushParser.parse(
            body,
            isMappedFile: context.isMappedFile && encoding.isUntouched,
            recovers: false,
            watch: &watch,
            into: &builder
        )
    }

    /// The document with its characters put right, which may have been all that is wrong with it; nil if they are right.
    private static func mended(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ encoding: SourceEncoding
    ) -> (bytes: [UInt8], encoding: SourceEncoding)? {
        if let damaged = DamagedUTF8(bytes) {
            let warnings = encoding.warnings + [damaged.warning(in: bytes)]
            return (damaged.bytes, SourceEncoding(of: damaged, warnings))
        }
        if let cleared = ControlsInTags(bytes) {
            var encoding = encoding
            encoding.isUntouched = false
            encoding.warnings.append(cleared.warning(in: bytes))
            return (cleared.bytes, encoding)
        }
        return nil
    }

    /// Parses the document after its markup was cleaned.
    private func parseCleaned(
        _ body: UnsafeBufferPointer<UInt8>,
        _ entities: DeclaredEntities,
        into builder: inout FeedBuilder
    ) throws(FeedParsingError) -> XMLPushParser.Outcome {
        var cleaner = MarkupCleaner(body, configuration: configuration, entities: entities)
        cleaner.clean()
        if cleaner.output.isOutOfMemory { throw .outOfMemory }
        for finding in cleaner.findings.all {
            builder.warnings.add(
                finding.kind,
                line: ASCIIText.lineFeeds(in: body, 0..<finding.offset) + 1,
                finding.detail + FeedWarning.times(finding.count)
            )
        }
        builder.mayHaveCut = cleaner.findings.mayHaveCut
        builder.isCleaned = true
        var noWatch: ItemBlockWatch?
        let outcome = XMLPushParser.parse(
            cleaner.output.bytes(from: 0),
            isMappedFile: false,
            recovers: true,
            watch: &noWatch,
            into: &builder
        )
        guard outcome == .complete, cleaner.rootEnded else { return outcome }
        return XMLPushParser.outcome(beforeRest: UnsafeBufferPointer(rebasing: body[cleaner.position...]))
    }

    /// Reads a copy of a document, put right as a whole or made from another form of it.
    func read(copy: [UInt8], _ encoding: SourceEncoding) throws(FeedParsingError) -> ParsedFeed {
        var reader = self
        // What became of the bytes was decided for the whole document, and not for its items.
        reader.context.recognition = nil
        return try copy.withUnsafeBufferPointer { bytes throws(FeedParsingError) -> ParsedFeed in
            var document = try SniffedDocument(bytes)
            if case .json = document.content,
                let behind = SniffedDocument(behindJSON: bytes, from: document.head.start)
            {
                document = behind
            }
            guard case .xml(let root) = document.content else { throw .json(message: nil) }
            return try reader.read(bytes, encoding, document, root)
        }
    }

    private func watch(
        _ body: UnsafeBufferPointer<UInt8>,
        _ root: SniffedDocument.Root,
        _ encoding: SourceEncoding
    ) -> ItemBlockWatch? {
        guard let recognition = context.recognition else { return nil }
        return ItemBlockWatch(
            body,
            root: root,
            recognition: recognition,
            isMappedFile: context.isMappedFile && encoding.isUntouched,
            isUntouched: encoding.isUntouched,
            limits: limits
        )
    }

    private func finish(
        _ builder: inout FeedBuilder,
        _ outcome: XMLPushParser.Outcome,
        _ encoding: SourceEncoding,
        _ document: SniffedDocument
    ) throws(FeedParsingError) -> ParsedFeed {
        if outcome == .outOfMemory { throw .outOfMemory }
        if document.hasLeadingJunk {
            let warning = SniffedDocument.junkWarning
            builder.warnings.add(warning.kind, line: warning.line, warning.detail)
        }
        if document.head.internalSubset != nil {
            builder.warnings.add(
                .documentType,
                line: nil,
                "the document type was ignored, and its entities that are no short texts"
            )
        }
        if outcome == .trailingJunk || outcome == .trailingItems {
            builder.warnings.add(.trailingJunk, line: nil, "what follows the end of the document was ignored")
        }
        if outcome == .truncated {
            builder.warnings.add(.truncated, line: nil, "the document ends before its last element does")
        }
        if let location = builder.newLocation, builder.items.isEmpty, !builder.sawChannel {
            throw .redirect(newLocation: location)
        }
        builder.dropOpenItem()
        guard builder.sawChannel || !builder.items.isEmpty else {
            if case .limit(let limit) = builder.stop { throw .limitExceeded(limit: limit) }
            guard builder.rootEnd != nil else {
                throw .malformed(line: nil, detail: "the document ends before its channel begins")
            }
            // A root and nothing in it: a feed by name, but no statement that
            // there are no episodes.
            builder.warnings.add(.missingTag, line: nil, "there is no channel in the document")
            return builder.finished(encoding: encoding.name, isComplete: false)
        }
        return builder.finished(
            encoding: encoding.name,
            isComplete: (outcome == .complete || outcome == .trailingJunk) && !builder.mayHaveCut
        )
    }

    private func makeBuilder(_ root: SniffedDocument.Root, documentBytes: Int, firstLine: Int) -> FeedBuilder {
        FeedBuilder(
            configuration: configuration,
            documentBase: context.baseURL,
            documentBytes: documentBytes,
            allowance: Allowance(documentBytes: sourceBytes, configuration: configuration),
            textFile: textFile,
            root: root,
            firstLine: firstLine
        )
    }
}
