import FeedParsing
import Foundation

/// The ways by which one document may be read: whichever it is, the feed is the
/// same.
///
/// What a document has to be large for in earnest is done to small ones here.
struct ParserRoads {
    /// As documents are read that are small: from memory, in large pieces.
    private let plain = FeedParser()
    private let others: [(name: String, parser: FeedParser, isMapped: Bool)]
    /// Limits that small documents reach; what is left out depends on them, so
    /// it is not compared.
    private let limited: FeedParser
    private let knownItems = KnownItemsRoad()

    init() {
        var pieces = FeedParserConfiguration()
        pieces.chunkBytes = 61
        var file = FeedParserConfiguration()
        file.textFileThreshold = 0
        var limits = FeedParserConfiguration()
        limits.allowanceBytes = 8 << 10
        limits.allowancePerByte = 1
        limits.maximumItems = 3
        limits.maximumDepth = 8
        limits.maximumAttributes = 4
        limits.maximumTextBytes = 300
        limits.maximumExtensionElements = 5
        limits.maximumListEntries = 3
        limits.maximumDistinctEntries = 2
        limits.maximumNames = 40
        limits.maximumWarnings = 2
        limits.chunkBytes = 127
        limits.textFileThreshold = 0
        limited = FeedParser(configuration: limits)
        others = [
            ("in small pieces", FeedParser(configuration: pieces), false),
            ("with its texts in a file", FeedParser(configuration: file), false),
            ("from a mapped file", plain, true),
            ("from a mapped file with its texts in a file", FeedParser(configuration: file), true),
        ]
    }

    /// Reads a document by every way.
    func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<ParsedFeed, FeedParsingError> {
        let feed = outcome(plain, bytes)
        for road in others {
            let other =
                road.isMapped
                ? MappedInput.with(bytes) { outcome(road.parser, $0, isMapped: true) } : outcome(road.parser, bytes)
            guard let other, feed != other else { continue }
            // An optimised program says nothing of a precondition that fails.
            fatalError("the document reads differently \(road.name): \(Self.difference(feed, other))")
        }
        if case .success(let whole) = feed, let pair = knownItems.difference(bytes, from: whole) {
            fatalError(
                "the document reads differently where items are known: "
                    + Self.difference(.success(pair.0), .success(pair.1))
            )
        }
        if case .success(let feed) = outcome(limited, bytes) {
            precondition(feed.items.count <= 3, "there are more items than are allowed")
            precondition(feed.warnings.count <= 3, "there are more warnings than are allowed")
            FeedParsingCheck.check(feed)
        }
        return feed
    }

    /// The first lines of what was read that are not alike.
    private static func difference(
        _ one: Result<ParsedFeed, FeedParsingError>,
        _ other: Result<ParsedFeed, FeedParsingError>
    ) -> String {
        var lines = ["", ""]
        dump(one, to: &lines[0])
        dump(other, to: &lines[1])
        let pair = zip(lines[0].split(separator: "\n"), lines[1].split(separator: "\n")).first { $0 != $1 }
        return pair.map { "\($0) | \($1)" } ?? "not in what can be shown"
    }

    private func outcome(
        _ parser: FeedParser,
        _ bytes: UnsafeBufferPointer<UInt8>,
        isMapped: Bool = false
    ) -> Result<ParsedFeed, FeedParsingError> {
        let context = FeedParsingContext(baseURL: "https://fuzz.example/feed", isMappedFile: isMapped)
        return Result { () throws(FeedParsingError) in try parser.parse(bytes, context: context) }
    }
}

/// Memory like a mapped file's: what was read may be given back, and is there
/// again when it is read once more.
enum MappedInput {
    /// Where the input stands in the mapping, so that pages end inside it.
    private static let offset = 100

    /// Calls `body` with a copy of the input in a file; nil if none could be made.
    static func with<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result? {
        guard !bytes.isEmpty, let stream = tmpfile() else { return nil }
        defer { fclose(stream) }
        let count = offset + bytes.count
        guard fseek(stream, offset, SEEK_SET) == 0, fwrite(bytes.baseAddress, 1, bytes.count, stream) == bytes.count,
            fflush(stream) == 0, let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, fileno(stream), 0),
            address != MAP_FAILED
        else { return nil }
        defer { munmap(address, count) }
        let start = (address + offset).assumingMemoryBound(to: UInt8.self)
        return body(UnsafeBufferPointer(start: start, count: bytes.count))
    }
}
