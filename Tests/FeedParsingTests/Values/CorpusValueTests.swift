import Foundation
import TestSupport
import Testing

@testable import FeedParsing

/// The values of captured feeds: each one is read, or is on a short list of texts known to mean nothing.
@Suite(.enabled(if: Repository.hasCorpus, "there is no ../shared/corpus"))
struct CorpusValueTests {
    private static let texts = CorpusTexts.load()

    /// Not dates: names of elements in test documents of other readers, days and seconds that do not exist.
    private static let datesThatAreNone: Set<String> = [
        "", "Thu, 118 Jun 2015 14:30:25 +0200", "Sun, 28 Apr 2013 15:12:352 CST",
        "Sat, 07 Mar 2009 24:28:20 CST",
    ]

    @Test func readsEveryDate() throws {
        // Given every date in the corpus
        let dates = try #require(CorpusValueTests.texts).dates
        #expect(dates.count > 10_000)

        // When they are read
        var unread: [String] = []
        for text in dates where FeedDate.read(text) == .unparsable { unread.append(text) }

        // Then those with a year and a time in them are all understood
        let surprising = unread.filter { text in
            !CorpusValueTests.datesThatAreNone.contains(text) && text.contains(where: \.isNumber)
                && !text.contains("channel")
                && !text.contains("feed.")
        }
        #expect(surprising == [])
    }

    @Test func readsEveryDuration() throws {
        let durations = try #require(CorpusValueTests.texts).durations
        #expect(durations.count > 2_000)
        let unread = durations.filter { EpisodeDuration.read($0) == .unreadable }

        // One feed writes the address of its file here.
        #expect(unread.filter { !$0.hasPrefix("https://www.mediafire.com/") } == [])
    }

    @Test func readsEveryFlag() throws {
        let flags = try #require(CorpusValueTests.texts).flags
        #expect(flags.count >= 5)
        #expect(flags.filter { ExplicitFlag.parse($0) == nil && !$0.isEmpty } == ["very"])
    }
}

/// Texts of chosen elements in the corpus beside the repository, found without a parser so that nothing is judged by itself.
private struct CorpusTexts {
    var dates: Set<String> = []
    var durations: Set<String> = []
    var flags: Set<String> = []

    static func load() -> CorpusTexts? {
        guard let files = FileManager.default.enumerator(at: Repository.corpus, includingPropertiesForKeys: nil)
        else { return nil }
        var texts = CorpusTexts()
        for case let file as URL in files where ["xml", "rss", "rdf", "atom"].contains(file.pathExtension) {
            guard let data = try? Data(contentsOf: file), data.count < 4_000_000 else { continue }
            texts.collect(from: data)
        }
        return texts
    }

    private mutating func collect(from bytes: Data) {
        for name in ["pubDate", "dc:date", "published", "updated", "issued", "modified", "lastBuildDate"] {
            dates.formUnion(CorpusTexts.contents(of: name, in: bytes))
        }
        durations.formUnion(CorpusTexts.contents(of: "itunes:duration", in: bytes))
        flags.formUnion(CorpusTexts.contents(of: "itunes:explicit", in: bytes))
    }

    /// What stands between `<name>` and the next "<", without CDATA brackets.
    private static func contents(of name: String, in bytes: Data) -> [String] {
        let opening = Data("<\(name)>".utf8)
        let wrapper = Data("<![CDATA[".utf8)
        var found: [String] = []
        var index = bytes.startIndex
        while let start = bytes.range(of: opening, in: index..<bytes.endIndex)?.upperBound {
            let begin = bytes[start...].starts(with: wrapper) ? start + wrapper.count : start
            let end = bytes[begin...].firstIndex { $0 == 0x3C || $0 == 0x5D } ?? bytes.endIndex
            found.append(String(decoding: bytes[begin..<end], as: UTF8.self))
            index = end
        }
        return found
    }
}
