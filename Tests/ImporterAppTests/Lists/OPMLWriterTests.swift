import FeedParsing
import Foundation
import PodcastModel
import Testing

@testable import ImporterApp

/// The list that `opml export` writes.
struct OPMLWriterTests {
    private func written(_ feeds: [ListedFeed], withSecrets: Bool = false) -> String {
        var text = ""
        var writer = OPMLWriter(createdAt: Timestamp(epochSeconds: 1_793_491_200), withSecrets: withSecrets) {
            text += $0
        }
        for feed in feeds { writer.add(feed) }
        writer.finish()
        return text
    }

    @Test func writesFoldersAndEverythingThatIsKnownOfAFeed() {
        let text = written([
            ListedFeed(feedURL: "https://a.example/", title: "A", folder: ["X", "Y"]),
            ListedFeed(
                feedURL: "https://b.example/",
                title: "B & <b>",
                link: "https://b.example/?p=1&q=2",
                folder: ["X"]
            ),
            ListedFeed(feedURL: "https://c.example/"),
        ])

        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <opml version="2.0">
                  <head>
                    <title>Podcasts</title>
                    <dateCreated>Sun, 01 Nov 2026 00:00:00 GMT</dateCreated>
                    <docs>http://opml.org/spec2.opml</docs>
                  </head>
                  <body>
                    <outline text="X" title="X">
                      <outline text="Y" title="Y">
                        <outline type="rss" text="A" title="A" xmlUrl="https://a.example/"/>
                      </outline>
                      <outline type="rss" text="B &amp; &lt;b&gt;" title="B &amp; &lt;b&gt;" xmlUrl="https://b.example/" \
                htmlUrl="https://b.example/?p=1&amp;q=2"/>
                    </outline>
                    <outline type="rss" text="https://c.example/" xmlUrl="https://c.example/"/>
                  </body>
                </opml>

                """
        )
    }

    @Test func deepFoldersAreNotMovedFurtherAndFurtherToTheRight() throws {
        let folder = (0..<3000).map { "\($0)" }
        let feed = ListedFeed(feedURL: "https://a.example/", folder: folder)

        let text = written([feed])

        #expect(text.utf8.count < 500_000)
        #expect(text.split(separator: "\n").count { $0.hasSuffix("</outline>") } == folder.count)
    }

    @Test func writesNoPasswordThatAFeedRepeatsUnlessAsked() {
        let feed = ListedFeed(feedURL: "https://a.example/f", link: "https://anna:pw@a.example/site")
        #expect(written([feed]).contains("htmlUrl=\"https://a.example/site\""))
        #expect(written([feed], withSecrets: true).contains("htmlUrl=\"https://anna:pw@a.example/site\""))
    }

    @Test func writesCredentialsOnlyWhenAsked() {
        let feed = ListedFeed(
            feedURL: "https://a.example/f",
            credentials: FeedCredentials(user: "anna@x", password: "p/w:ü")
        )

        #expect(!written([feed]).contains("anna"))
        #expect(written([feed], withSecrets: true).contains("xmlUrl=\"https://anna%40x:p%2Fw%3A%C3%BC@a.example/f\""))
    }

    @Test func knowsAddressesThatHoldAKey() {
        let holding = [
            "?token=1", "?a=1&auth=x", "?feed_key=1", "?apikey=7", "?user_token=z", "?tok%65n=1", "?a=1;token=1",
            ";token=1", "#access_token=1",
        ]
        let plain = ["", "?format=xml", "?id=token", "?author=1"]

        for query in holding { #expect("https://a.example/f\(query)".holdsKey, "\(query)") }
        for query in plain { #expect(!"https://a.example/f\(query)".holdsKey, "\(query)") }
    }

    @Test func writesNoPageWhoseAddressHoldsAKeyUnlessAsked() {
        let feed = ListedFeed(feedURL: "https://a.example/f", link: "https://a.example:99999/?id=1&token=geheim")
        #expect(!written([feed]).contains("htmlUrl"))
        #expect(written([feed], withSecrets: true).contains("token=geheim"))
    }

    @Test func writesNoCharacterThatSteersATerminal() throws {
        // Given the characters U+007F to U+009F
        let controls = String(String.UnicodeScalarView((0x7F...0x9F).compactMap(Unicode.Scalar.init)))
        let feed = ListedFeed(feedURL: "https://a.example/", title: "a\(controls)\u{A0}é", folder: ["b\u{9B}31m"])

        // When
        let text = written([feed])

        // Then they are references
        #expect(!text.unicodeScalars.contains { (0x7F...0x9F).contains($0.value) })
        #expect(text.contains("text=\"a&#x7F;&#x80;&#x81;"))
        #expect(text.contains("&#x9F;\u{A0}é\""))

        // And are read as those of every list: a delete is nothing, the others are windows-1252 (FeedFormats F2)
        let outline = try #require(try OutlineReader(Array(text.utf8)).next())
        #expect(outline.title == "a€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ\u{A0}é")
        #expect(outline.folders == ["b›31m"])
    }

    @Test func aReaderFindsWhatWasWritten() throws {
        // Given
        let feeds = [
            ListedFeed(
                feedURL: "https://a.example/?a=1&b='2'",
                title: "Tabs\tand\nlines",
                folder: ["a/b", "\"c\" & <d>"]
            ),
            ListedFeed(
                feedURL: "https://b.example/",
                title: "日本語 🎧",
                link: "https://b.example/x",
                folder: ["a/b", "e"]
            ),
        ]

        // When
        let reader = try OutlineReader(Array(written(feeds).utf8))
        var read: [ListedFeed] = []
        while let outline = reader.next() {
            read.append(
                ListedFeed(
                    feedURL: outline.feedURL ?? "",
                    title: outline.title,
                    link: outline.pageURL,
                    folder: outline.folders
                )
            )
        }

        // Then
        #expect(read == feeds)
    }
}
