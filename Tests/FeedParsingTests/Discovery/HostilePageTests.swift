import FeedParsing
import Testing

/// Pages that want something other than to be read.
struct HostilePageTests {
    private static let link = #"<link rel="alternate" type="application/rss+xml" href="/bad">"#
    private static let good = #"<link rel="alternate" type="application/rss+xml" href="/good">"#

    private func urls(_ html: String) throws -> [String] {
        try #require(FeedPage(Array(html.utf8), pageURL: "https://show.example/")).candidates.map(\.url)
    }

    @Test(arguments: [
        "<!-- \(link) -->", "<script>var x = '\(link)';</script>", "<style>\(link)</style>",
        "<title>\(link)</title>", "<textarea>\(link)</textarea>", "<template>\(link)</template>",
        "<div data-x='\(link)'></div>", "<SCRIPT>\(link)</SCRIPT >", "<iframe>\(link)</iframe>",
        "<script><!--\(link)--></script>",
    ])
    func whatABrowserDoesNotTakeForALinkIsNone(hidden: String) throws {
        #expect(try urls("<html>\(hidden)\(Self.good)</html>") == ["https://show.example/good"])
    }

    @Test(arguments: [
        "<link rel='alternate' type='application/rss+xml' href='/bad", "<!-- ", "<script>", "<a href=\"",
        "<link rel=alternate type=application/rss+xml href=/bad", "<style", "<div a='", "<", "</", "<a =", "<a ==/>",
    ])
    func whatIsNeverClosedIsNoLink(end: String) throws {
        #expect(try urls("<html>\(Self.good)\(end)") == ["https://show.example/good"])
    }

    @Test func nullsAndStrangeBytesDoNoHarm() throws {
        let bytes = Array("<html><\u{0}link><a\u{0} href=/x>".utf8) + [0xFF, 0xC0, 0x80] + Array(Self.good.utf8)
        let page = try #require(FeedPage(bytes, pageURL: "https://show.example/"))
        #expect(page.candidates.map(\.url) == ["https://show.example/good"])
    }

    @Test func aFloodOfLinksIsCutOff() throws {
        let flood = (0..<10_000).map { "<link rel=alternate type=text/xml href=/\($0)>" }.joined()
        #expect(try urls("<html>" + flood).count == FeedPage.maximumCandidates)
    }

    @Test func aFloodOfAttributesAndALongValueAreIgnored() throws {
        let many = (0..<100_000).map { "a\($0)=1 " }.joined()
        let long = String(repeating: "x", count: 100_000)
        let html = "<html><link \(many)><link rel=alternate type=text/xml href=\"/\(long)\">\(Self.good)"
        #expect(
            try urls(html) == ["https://show.example/", "https://show.example/good"].filter { $0.hasSuffix("good") }
        )
    }

    @Test func onlyTheBeginningOfAHugePageIsLookedAt() throws {
        let padding = String(repeating: "<p>text</p>", count: FeedPage.maximumBytes / 11 + 1)
        #expect(try urls("<html>\(Self.good)\(padding)\(Self.link)") == ["https://show.example/good"])
    }

    @Test(arguments: ["<", "<a ", "<!--", "<script ", "&", "<a href='", "<title"])
    func takesOnePassOverWhateverIsRepeated(piece: String) throws {
        // Quadratic work on two megabytes would take minutes.
        let text = "<html>\(Self.good)" + String(repeating: piece, count: FeedPage.maximumBytes / piece.utf8.count)
        #expect(try urls(text).first == "https://show.example/good")
    }
}
