import Foundation
import Testing

@testable import FeedParsing

/// The long texts of a large document leave memory, and nothing else changes.
struct TextFileTests {
    private static let notes = String(repeating: "<p>Öl &amp; Wasser 油</p>\n", count: 60) + "."
    private static let item = """
        <item><guid>1</guid><title>\(notes)</title><description><![CDATA[\(notes)]]></description>
        <itunes:summary>short</itunes:summary><content:encoded><![CDATA[\(notes)\(notes)]]></content:encoded></item>
        """

    /// A parser that puts the texts of every document into a file.
    private var filing: FeedParser {
        var configuration = FeedParserConfiguration()
        configuration.textFileThreshold = 0
        return FeedParser(configuration: configuration)
    }

    @Test(arguments: [item, item + item + item, item + "<item><title>\u{0B} &nbsp; R&D</title></item>", ""])
    func changesNothingThatIsRead(items: String) throws {
        // Given
        let bytes = Array(FeedText.rss("<title>Show</title>" + items).utf8)

        // When
        let feed = try filing.parse(bytes)

        // Then
        #expect(try feed == FeedParser().parse(bytes))
    }

    @Test func movesOnlyWhatIsLong() throws {
        // When
        let item = try #require(try filing.parse(Array(FeedText.rss(Self.item).utf8)).items.first)

        // Then
        #expect(item.descriptionText.isInFile)
        #expect(item.contentText.isInFile)
        #expect(!item.summaryText.isInFile)
        #expect(item.summary == "short")
        #expect(item.content == Self.notes + Self.notes)
    }

    @Test func leavesSmallDocumentsInMemory() throws {
        let item = try #require(try FeedParser().parse(Array(FeedText.rss(Self.item).utf8)).items.first)

        #expect(!item.descriptionText.isInFile)
    }

    @Test func readsJSONFeedsToo() throws {
        // Given
        let text = String(repeating: "word ", count: 400)
        let json =
            #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "content_html": "\#(text)"}]}"#

        // When
        let feed = try filing.parse(Array(json.utf8))

        // Then
        #expect(feed.items.first?.contentText.isInFile == true)
        #expect(try feed == FeedParser().parse(Array(json.utf8)))
    }

    @Test func isThereAsLongAsATextIs() throws {
        // Given
        var file = TextFile()
        let first = try #require(file?.append("ä"))
        let second = try #require(file?.append("second"))

        // When
        file = nil

        // Then
        #expect(file == nil)
        #expect(first.string == "ä")
        #expect(second.string == "second")
        #expect(second.string == "second")
    }

    @Test func keepsTextsOfAnySizeInOrder() throws {
        // Given texts that are written together, and some that are written alone
        let file = try #require(TextFile())
        let texts = (0..<40).map { number in
            String(repeating: "ä\(number) ", count: [1, 3_000, 20_000, 60_000][number % 4])
        }

        // When
        let kept = texts.map { file.append($0) }

        // Then, whether they are in the file by now or not
        for (text, kept) in zip(texts, kept) { #expect(kept?.string == text) }
        #expect(kept.allSatisfy { $0?.isLost == false })
    }

    @Test func leavesInMemoryWhatThereIsNoRoomFor() throws {
        // Given a file that takes nothing
        let file = TextFile(descriptor: open("/dev/full", O_RDWR | O_CLOEXEC))
        let short = String(repeating: "a", count: 2_000)
        let long = String(repeating: "b", count: 127 << 10)

        // When
        let first = try #require(file.append(short))

        // Then what it has not taken is refused, and what it holds can be read
        #expect(file.append(long) == nil)
        #expect(file.append(short) == nil)
        #expect(first.string == short)
        #expect(!first.isLost)
    }

    @Test func saysThatATextCannotBeReadBack() throws {
        // Given texts in a file of which the disk has lost a part
        let stream = try #require(tmpfile())
        defer { fclose(stream) }
        let descriptor = dup(fileno(stream))
        let file = TextFile(descriptor: descriptor)
        let texts = ["a", "b"].map { String(repeating: $0, count: 100_000) }
        let first = try #require(file.append(texts[0]))
        let second = try #require(file.append(texts[1]))
        let third = try #require(file.append(texts[0]))
        #expect(ftruncate(descriptor, 150_000) == 0)

        // When
        #expect(first.string == texts[0])
        #expect(third.string == texts[0])
        #expect(!second.isLost)
        #expect(second.string == "")

        // Then no text of the document is to be trusted
        #expect(first.isLost && second.isLost && third.isLost)
    }
}

extension ParsedText? {
    fileprivate var isInFile: Bool {
        if case .file = self { true } else { false }
    }
}
