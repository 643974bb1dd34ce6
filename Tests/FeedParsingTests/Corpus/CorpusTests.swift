import FeedParsing
import Foundation
import FoundationXML
import TestSupport
import Testing

/// Every document of the corpus beside the repository, if there is one.
@Suite(.enabled(if: Repository.hasCorpus, "there is no ../shared/corpus"))
struct CorpusTests {
    @Test func readsEveryDocumentOfTheCorpus() throws {
        let documents = try Corpus.documents()
        let parser = FeedParser()
        var feeds = 0
        var compared = 0
        var differences: [String] = []

        for document in documents {
            // When: a crash is the failure
            guard
                let feed = try? parser.parse(
                    document.bytes,
                    context: FeedParsingContext(baseURL: "https://example.com/f")
                )
            else { continue }
            feeds += 1

            // Then a well-formed document has as many items with something in
            // them as another parser counts. Foundation's stops without an error at some damage.
            let isDamaged = feed.warnings.contains {
                [.notWellFormed, .invalidBytes, .controlCharacters, .bareAmpersand].contains($0.kind)
            }
            guard !isDamaged, let expected = ItemCounter.count(document.bytes) else { continue }
            compared += 1
            if feed.items.count != expected {
                differences.append("\(document.name): \(feed.items.count), not \(expected)")
            }
        }

        #expect(documents.count > 1_000)
        #expect(feeds > documents.count * 9 / 10)
        #expect(compared > 1_000)
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    @Test func readsTheSameFromEveryChunkSizeAndFromCleanedBytes() throws {
        let documents = try Corpus.documents()
        var configuration = FeedParserConfiguration()
        configuration.chunkBytes = 997
        let small = FeedParser(configuration: configuration)
        var compared = 0

        for document in documents where document.bytes.count < 60_000 {
            guard let whole = try? FeedParser().parse(document.bytes) else { continue }

            // When
            let pieces = try small.parse(document.bytes)

            // Then
            #expect(pieces.items == whole.items, "\(document.name)")
            #expect(pieces.channel == whole.channel, "\(document.name)")
            compared += 1
        }
        #expect(compared > 900)
    }

    @Test func survivesEveryDocumentCutInHalf() throws {
        let documents = try Corpus.documents()
        let parser = FeedParser()
        var cut = 0

        for document in documents where document.bytes.count > 400 {
            // When
            let half = Array(document.bytes[..<(document.bytes.count / 2)])
            guard let feed = try? parser.parse(half), let whole = try? parser.parse(document.bytes) else { continue }

            // Then
            #expect(feed.items.count <= whole.items.count, "\(document.name)")
            cut += 1
        }
        #expect(cut > 600)
    }
}

/// The documents of the corpus that are not OPML or expectations.
private enum Corpus {
    struct Document {
        var name: String
        var bytes: [UInt8]
    }

    static func documents() throws -> [Document] {
        let files = FileManager.default.enumerator(at: Repository.corpus, includingPropertiesForKeys: nil)
        var documents: [Document] = []
        for case let file as URL in files ?? .init() {
            guard ["xml", "rss", "atom", "rdf"].contains(file.pathExtension) else { continue }
            documents.append(Document(name: file.lastPathComponent, bytes: Array(try Data(contentsOf: file))))
        }
        return documents
    }
}

/// Counts items that hold a text or an attribute with Foundation's parser; nil when the document is not well-formed or
/// not a feed.
private final class ItemCounter: NSObject, XMLParserDelegate {
    private var path: [String] = []
    private var count = 0
    /// How many elements are open in the open item, itself included, and whether anything was in it.
    private var depth = 0
    private var isEmpty = true

    static func count(_ bytes: [UInt8]) -> Int? {
        let parser = XMLParser(data: Data(bytes))
        let counter = ItemCounter()
        parser.delegate = counter
        return parser.parse() ? counter.count : nil
    }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        // Only elements of the format itself: modules have items of their own.
        let parent = path.last ?? ""
        let isItem = name == "item" && ["channel", "rss", "rdf:RDF", "element"].contains(parent)
        let isEntry = name.hasSuffix("entry") && parent.hasSuffix("feed")
        if depth > 0 || isItem || isEntry {
            depth += 1
            note(!attributes.isEmpty)
        }
        path.append(name)
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        // Text of an item itself belongs to none of its values.
        if depth > 1 { note(!text.allSatisfy(\.isWhitespace)) }
    }

    func parser(_ parser: XMLParser, foundCDATA data: Data) {
        if depth > 1 { note(!data.isEmpty) }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        path.removeLast()
        guard depth > 0 else { return }
        depth -= 1
        if depth == 0 { isEmpty = true }
    }

    /// Counts the open item when something is in it for the first time.
    private func note(_ isThere: Bool) {
        guard isThere, isEmpty else { return }
        isEmpty = false
        count += 1
    }
}
