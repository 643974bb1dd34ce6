internal import CLibXML2

/// Runs libxml2's push parser over one document; the owner of its context.
///
/// The options are few on purpose. NOENT, DTDLOAD and DTDATTR let a document
/// read files of this machine, even with NONET; HUGE takes away libxml2's
/// limits. Chunks, rather than one call over everything, keep memory flat and
/// are faster too.
enum XMLPushParser {
    /// How a document ended.
    enum Outcome: Equatable {
        /// With its root element.
        case complete
        /// With its root element, and something else after it.
        case trailingJunk
        /// With its root element, and items after it, which were not read.
        case trailingItems
        /// Before its root element ended.
        case truncated
        /// libxml2 complained: only bytes that were cleaned can be read.
        case damaged
        /// The builder stopped it at a limit.
        case stopped
        /// There was no memory for a parser.
        case outOfMemory
    }

    /// Parses bytes that begin with the root element.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, or what may be; libxml2 checks it.
    ///   - isMappedFile: Whether they are a file's, and pages of it may be given
    ///     back when they were read.
    ///   - recovers: Whether to go on after errors. Without it the first error
    ///     ends the document, because libxml2 would drop text from there on.
    ///   - watch: Says what need not be read, if anything.
    ///   - builder: Receives the events.
    /// - Returns: How the document ended.
    static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>,
        isMappedFile: Bool,
        recovers: Bool,
        watch: inout ItemBlockWatch?,
        into builder: inout FeedBuilder
    ) -> Outcome {
        _ = libraryIsReady
        return withUnsafeMutablePointer(to: &builder) { builder in
            var handler = SAXCallbacks.handler(recovers: recovers)
            guard let parser = xmlCreatePushParserCtxt(&handler, builder, nil, 0, nil) else { return .outOfMemory }
            defer {
                builder.pointee.parser = nil
                xmlFreeParserCtxt(parser)
            }
            let options = XML_PARSE_NONET.rawValue | (recovers ? XML_PARSE_RECOVER.rawValue : 0)
            _ = xmlCtxtUseOptions(parser, Int32(bitPattern: options))
            builder.pointee.parser = parser
            feed(bytes, isMappedFile: isMappedFile, watch: &watch, to: parser, builder)
            return finish(parser, builder, bytes)
        }
    }

    /// Gives libxml2 the document piece by piece, until its end or until there is
    /// nothing more to read.
    private static func feed(
        _ bytes: UnsafeBufferPointer<UInt8>,
        isMappedFile: Bool,
        watch: inout ItemBlockWatch?,
        to parser: xmlParserCtxtPtr,
        _ builder: UnsafeMutablePointer<FeedBuilder>
    ) {
        let configuration = builder.pointee.configuration
        var tagGuard = TagGuard(maximumAttributes: configuration.maximumAttributes)
        var runs = LongRuns(bytes)
        var pages = isMappedFile ? MappedPages(bytes) : nil
        var position = 0
        var refused = RefusedRuns()
        while position < bytes.count, builder.pointee.stop == nil {
            let limit = min(
                position + refused.pieceLength(at: position, atMost: configuration.chunkBytes),
                watch?.pause ?? bytes.count,
                bytes.count
            )
            let run = refused.reach(beyond: position) ? nil : runs.next(in: position..<limit)
            let piece = UnsafeBufferPointer(rebasing: bytes[position..<(run?.range.lowerBound ?? limit)])
            piece.withMemoryRebound(to: CChar.self) { _ = xmlParseChunk(parser, $0.baseAddress, Int32($0.count), 0) }
            position += piece.count
            if builder.pointee.stop != nil || builder.pointee.rootEnd != nil { break }
            if tagGuard.isSuspicious(parser, chunk: piece) {
                builder.pointee.stopAtLimit(
                    "an element has more than \(configuration.maximumAttributes) attributes"
                )
                break
            }
            if let run {
                if take(run, of: bytes, from: parser, builder) {
                    position = run.range.upperBound
                    refused.endSeries()
                } else {
                    refused.add(run.range)
                }
            }
            if watch != nil, builder.pointee.stop == nil {
                position = watch?.goOn(from: position, parser, builder) ?? position
            }
            if builder.pointee.isOutOfMemory {
                builder.pointee.stop = .outOfMemory
                break
            }
            pages?.release(before: position)
        }
    }

    /// Hands a run to the builder, and tells libxml2 that it has seen it.
    ///
    /// - Returns: Whether that was done. If not, because it is none where the
    ///   parser is or not all of it is allowed, libxml2 has to see it.
    private static func take(
        _ run: LongRuns.Run,
        of bytes: UnsafeBufferPointer<UInt8>,
        from parser: xmlParserCtxtPtr,
        _ builder: UnsafeMutablePointer<FeedBuilder>
    ) -> Bool {
        let content = UnsafeBufferPointer(rebasing: bytes[run.range])
        let state = run.kind == .section ? XML_PARSER_CDATA_SECTION : XML_PARSER_CONTENT
        guard parser.pointee.instate == state, pendingBytes(parser).isEmpty,
            let input = parser.pointee.input, let finding = XMLCharacters.check(content)
        else { return false }
        switch run.kind {
        case .section: builder.pointee.checkedSection(content, finding)
        case .text: guard builder.pointee.checkedText(content, finding) else { return false }
        }
        input.pointee.line &+= Int32(truncatingIfNeeded: finding.lineFeeds)
        input.pointee.consumed += UInt(content.count)
        return true
    }

    private static func finish(
        _ parser: xmlParserCtxtPtr,
        _ builder: UnsafeMutablePointer<FeedBuilder>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Outcome {
        if builder.pointee.stop == nil, builder.pointee.rootEnd == nil {
            builder.pointee.isEnding = true
            _ = xmlParseChunk(parser, nil, 0, 1)
        }
        if case .limit = builder.pointee.stop { return .stopped }
        if builder.pointee.isOutOfMemory { return .outOfMemory }
        guard let end = builder.pointee.rootEnd else {
            return builder.pointee.stop == nil ? .truncated : .damaged
        }
        return outcome(beforeRest: UnsafeBufferPointer(rebasing: bytes[min(end, bytes.count)...]))
    }

    /// How a document ended whose root element did, by what follows that.
    static func outcome(beforeRest rest: UnsafeBufferPointer<UInt8>) -> Outcome {
        if DocumentHead.holdsOnlyMiscellany(rest) { return .complete }
        return DocumentHead.holdsItems(rest) ? .trailingItems : .trailingJunk
    }

    /// What libxml2 has been given and has not consumed.
    static func pendingBytes(_ parser: xmlParserCtxtPtr) -> UnsafeBufferPointer<UInt8> {
        guard let input = parser.pointee.input, let current = input.pointee.cur, let end = input.pointee.end else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        return UnsafeBufferPointer(start: current, count: max(0, end - current))
    }

    /// Set up once for the process, as libxml2 demands of programs with threads.
    ///
    /// The loader of external entities is the process's too. Nothing here asks
    /// for one; a loader that loads nothing makes sure.
    private static let libraryIsReady: Void = {
        xmlInitParser()
        xmlSetExternalEntityLoader { _, _, _ in nil }
    }()
}

/// What looked like runs and was none, such as a text in a comment: what begins in it would be none either.
///
/// libxml2 looks at all it has not consumed with each piece, so the pieces become larger the more of them there are.
private struct RefusedRuns {
    private var end = 0
    private var count = 0

    func reach(beyond position: Int) -> Bool { position < end }

    /// How many bytes libxml2 is given next.
    func pieceLength(at position: Int, atMost most: Int) -> Int {
        let longest = reach(beyond: position) ? end - position : most
        return min(max(longest, 1024 << count), most)
    }

    mutating func add(_ run: Range<Int>) {
        end = run.upperBound
        count = min(count + 1, 16)
    }

    /// Notes that what looked like a run was one.
    mutating func endSeries() { count = 0 }
}

/// Watches for a start tag with a flood of attributes.
///
/// libxml2 compares each attribute of a tag with all before it, so a million of
/// them would take hours, and no callback comes before it has finished. A tag
/// is parsed only once all of it is there: while one is pending, the `=` in it
/// are counted.
private struct TagGuard {
    private let maximum: Int
    private var count = 0

    init(maximumAttributes: Int) {
        maximum = maximumAttributes * 8
    }

    mutating func isSuspicious(_ parser: xmlParserCtxtPtr, chunk: UnsafeBufferPointer<UInt8>) -> Bool {
        guard XMLPushParser.pendingBytes(parser).count >= chunk.count else {
            count = 0
            return false
        }
        guard parser.pointee.instate == XML_PARSER_START_TAG else { return false }
        for byte in chunk where byte == 0x3D { count += 1 }
        return count > maximum
    }
}
