import FeedParsing
import Testing

/// What is repeated without end must be looked at once: each of these would take minutes otherwise.
struct HostileMarkupTests {
    private static func repeated(_ text: String) -> String {
        String(repeating: text, count: 1_000_000 / text.utf8.count)
    }

    @Test(arguments: [
        ("<?xml ", ""), ("<?xml ?>", ""), ("<!--<?xml ?>", ""), ("<?a <?xml ?>", ""), ("<script", ""),
        ("<!--<?xml ?>", "--><!-- -->"), ("<!--<?<?xml ", ""), ("<!doctype [ \"<?xml ?>", ""), ("<!--<?xml ?><?a<rss ?>", "-->"),
    ])
    func survivesWhatStandsBeforeTheRoot(beginning: String, end: String) {
        // When: a hang is the failure
        _ = try? parse(Self.repeated(beginning) + end + FeedText.rss("<title>x</title>"))
    }

    @Test func findsTheRootBehindSomeUnendedComments() throws {
        // Given
        let text = String(repeating: "<!--<?xml version=\"1.0\"?>", count: 4) + "<rss><channel><title>x</title>"

        // Then
        #expect(try parse(text).channel.title == "x")
    }
}
