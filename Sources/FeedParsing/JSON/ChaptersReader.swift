/// Reads files of chapters in the JSON format 1.2 (feed formats I), which
/// podcast:chapters points at.
///
/// The chapters are of the same kind as those written inside a feed, and what is
/// not UTF-8 is read as in feeds. Nothing is loaded here.
package struct ChaptersReader: Sendable {
    /// The largest file that is read.
    ///
    /// Default 5 MiB.
    package var maximumBytes = 5 << 20
    /// The most chapters that are read.
    ///
    /// Default 5,000.
    package var maximumChapters = 5_000

    /// Makes a reader with the default limits.
    package init() {}

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The file, without transfer or content coding.
    ///   - baseURL: What relative addresses are relative to: the address of the
    ///     file.
    /// - Returns: The chapters in the order of their start; those without a start
    ///   are left out.
    /// - Throws: `FeedParsingError` when the file is empty, too large, damaged
    ///   before its first chapter, or no file of chapters.
    package func read(_ bytes: [UInt8], baseURL: String?) throws(FeedParsingError) -> ParsedChapters {
        guard bytes.count <= maximumBytes else {
            throw .limitExceeded(limit: "a file of chapters has at most \(maximumBytes) bytes")
        }
        return try bytes.withUnsafeBufferPointer { buffer throws(FeedParsingError) in
            try SourceText(buffer).withUTF8(buffer, httpCharset: nil) {
                utf8,
                _ throws(FeedParsingError) -> ParsedChapters in
                guard let damaged = DamagedUTF8(utf8) else { return try read(utf8, baseURL) }
                return try damaged.bytes.withUnsafeBufferPointer { repaired throws(FeedParsingError) in
                    try read(repaired, baseURL)
                }
            }
        }
    }

    private func read(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ base: String?
    ) throws(FeedParsingError) -> ParsedChapters {
        let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        let configuration = FeedParserConfiguration()
        var scanner = JSONScanner(bytes, at: hasMark ? 3 : 0, configuration: configuration)
        let values = JSONValueReader(configuration: configuration, base: base)
        var file = ParsedChapters()
        var hasChapters = false
        do throws(JSONScanner.Failure) {
            guard try scanner.peek() == 0x7B else { throw .malformed }
            try scanner.object { scanner, key throws(JSONScanner.Failure) in
                switch key {
                case "version": file.version = try scanner.scalar()?.text
                case "title": file.title = try values.name(&scanner)
                case "author": file.author = try values.name(&scanner)
                case "podcastName": file.podcastName = try values.name(&scanner)
                case "description": file.description = try scanner.scalar()?.text
                case "fileName": file.fileName = try scanner.scalar()?.text
                case "waypoints": file.hasWaypoints = try flag(&scanner) ?? false
                case "chapters":
                    hasChapters = try scanner.peek() == 0x5B || scanner.isNumberedList
                    try scanner.array { scanner throws(JSONScanner.Failure) in
                        guard let chapter = try chapter(&scanner, values) else { return }
                        guard file.chapters.count < maximumChapters else { throw .limit }
                        file.chapters.append(chapter)
                    }
                default: try scanner.skip()
                }
            }
        } catch {
            if bytes.isEmpty { throw .empty }
            guard hasChapters, !file.chapters.isEmpty else {
                throw .malformed(line: nil, detail: "the file of chapters is damaged or no JSON object")
            }
            file.isComplete = false
        }
        guard hasChapters else { throw .json(message: "there is no list of chapters in it") }
        file.chapters.sort { $0.startSeconds < $1.startSeconds }
        return file
    }

    private func chapter(
        _ scanner: inout JSONScanner,
        _ values: JSONValueReader
    ) throws(JSONScanner.Failure) -> ParsedChapter? {
        var start: Double?
        var chapter = ParsedChapter(startSeconds: 0)
        try scanner.object { scanner, key throws(JSONScanner.Failure) in
            switch key {
            case "startTime": start = try time(&scanner)
            case "endTime": chapter.endSeconds = try time(&scanner)
            case "title": chapter.title = try values.name(&scanner)
            case "url": chapter.href = try values.url(&scanner)
            case "img": chapter.imageURL = try values.url(&scanner)
            case "toc": chapter.isListed = try flag(&scanner) ?? true
            case "location": chapter.location = try location(&scanner, values)
            default: try scanner.skip()
            }
        }
        guard let start else { return nil }
        chapter.startSeconds = start
        // An end before the start says nothing.
        if let end = chapter.endSeconds, end < start { chapter.endSeconds = nil }
        return chapter
    }

    private func location(
        _ scanner: inout JSONScanner,
        _ values: JSONValueReader
    ) throws(JSONScanner.Failure) -> ParsedLocation? {
        var location = ParsedLocation()
        try scanner.object { scanner, key throws(JSONScanner.Failure) in
            switch key {
            case "name": location.name = try values.name(&scanner)
            case "geo": location.geo = try scanner.scalar()?.text
            case "osm": location.osm = try scanner.scalar()?.text
            default: try scanner.skip()
            }
        }
        return location == ParsedLocation() ? nil : location
    }

    /// Seconds as a number, or as a text as Podlove writes times.
    private func time(_ scanner: inout JSONScanner) throws(JSONScanner.Failure) -> Double? {
        guard let text = try scanner.scalar()?.text else { return nil }
        return ASCIIText.withBytes(of: text) { NormalPlayTime.parse($0) }
    }

    private func flag(_ scanner: inout JSONScanner) throws(JSONScanner.Failure) -> Bool? {
        guard let text = try scanner.scalar()?.text else { return nil }
        return ASCIIText.withBytes(of: text) { BooleanWord.parse($0) }
    }
}
