import Testing

@testable import FeedParsing

/// Lists of subscriptions in OPML, whole and damaged.
struct OutlineReaderTests {
    private func outlines(_ text: String) throws -> [ParsedOutline] {
        try outlines(Array(text.utf8))
    }

    private func outlines(_ bytes: [UInt8]) throws -> [ParsedOutline] {
        let reader = try OutlineReader(bytes)
        var all: [ParsedOutline] = []
        while let outline = reader.next() { all.append(outline) }
        return all
    }

    private func list(_ body: String) -> String {
        "<?xml version=\"1.0\"?>\n<opml version=\"2.0\">\n<head><title>Mine</title></head>\n<body>\n\(body)\n</body></opml>"
    }

    @Test func readsAListInANamespaceOfItsOwn() throws {
        let found = try outlines(
            """
            <o:opml xmlns:o="http://opml.org/spec2"><o:body><o:outline text="Tech"><o:outline text="A" \
            xmlUrl="https://a.example/"/></o:outline></o:body></o:opml>
            """
        )

        #expect(found.map(\.feedURL) == ["https://a.example/"])
        #expect(found.map(\.folders) == [["Tech"]])
    }

    @Test func cutsTitlesThatAreNone() throws {
        let long = String(repeating: "ä", count: 5000)

        let found = try outlines(list("<outline text=\"\(long)\" xmlUrl=\"https://a.example/\"/>"))

        #expect(found.map(\.title) == [String(long.prefix(1000))])
    }

    @Test func decodesReferencesInTitlesThatWereEscapedTwice() throws {
        let found = try outlines(
            list(
                """
                <outline text="Mark &amp;amp; Zach"><outline text="A &amp;#8217; &amp;lt;b&gt;" xmlUrl="https://a.example/"/>
                </outline>
                """
            )
        )

        #expect(found.map(\.title) == ["A ’ <b>"])
        #expect(found.map(\.folders) == [["Mark & Zach"]])
    }

    @Test func readsFeedsInFoldersWithTheirLines() throws {
        let found = try outlines(
            list(
                """
                <outline text="Tech &amp; Co">
                  <outline text="Deep">
                    <outline type="rss" text="short" title="A &quot;show&quot;" xmlUrl=" https://a.example/f?x=1&amp;y=2 "
                      htmlUrl="https://a.example/"/>
                  </outline>
                  <outline text="B" xmlUrl="https://b.example/"/>
                </outline>
                <outline text="C" xmlUrl="https://c.example/"/>
                """
            )
        )

        #expect(
            found == [
                ParsedOutline(
                    line: 7,
                    title: "A \"show\"",
                    feedURL: "https://a.example/f?x=1&y=2",
                    pageURL: "https://a.example/",
                    folders: ["Tech & Co", "Deep"]
                ),
                ParsedOutline(line: 10, title: "B", feedURL: "https://b.example/", folders: ["Tech & Co"]),
                ParsedOutline(line: 12, title: "C", feedURL: "https://c.example/"),
            ]
        )
    }

    @Test func tellsOutlinesWithoutAnAddressFromFolders() throws {
        let found = try outlines(
            list(
                """
                <outline text="Folder"><outline text="Just a word"></outline></outline>
                <outline text="Empty"/>
                <outline type="link" text="A page" url="https://a.example/"/>
                <outline type="RSS" text="A feed" url="https://a.example/feed"/>
                """
            )
        )

        #expect(found.map(\.title) == ["Just a word", "Empty", "A page", "A feed"])
        #expect(found.map(\.feedURL) == [nil, nil, nil, "https://a.example/feed"])
        #expect(found.map(\.folders) == [["Folder"], [], [], []])
    }

    @Test func namesOfAttributesAndElementsMayBeInAnyCase() throws {
        let found = try outlines("<OPML><BODY><Outline TEXT='A' XMLURL='https://a.example/'/></BODY></OPML>")

        #expect(found == [ParsedOutline(line: 1, title: "A", feedURL: "https://a.example/")])
    }

    @Test func marksComments() throws {
        let found = try outlines(
            list("<outline text=\"x\" isComment=\"true\"><outline text=\"a\" xmlUrl=\"https://a.example/\"/></outline>")
        )

        #expect(found.map(\.isComment) == [true])
    }

    @Test(arguments: [
        "<opml><body><outline text=\"Tom & Jerry\" xmlUrl=\"https://a.example/?a=1&b=2\"/></body></opml>",
        "<opml><body><outline text=\"Tom &amp; Jerry\" xmlUrl=https://a.example/?a=1&b=2 /></body></opml>",
        "<opml><body><outline text=\"Tom &amp; Jerry\" xmlUrl=\"https://a.example/?a=1&amp;b=2\">",
        "<opml><body><outline text=\"Tom &amp; Jerry\" xmlUrl=\"https://a.example/?a=1&amp;b=2\"></body></outline>",
        "<body><outline text=\"Tom &amp; Jerry\" xmlUrl=\"https://a.example/?a=1&amp;b=2\"/></body>",
        "<br>junk\n<opml><body><outline text=\"Tom &amp; Jerry\" xmlUrl=\"https://a.example/?a=1&amp;b=2\"/></body></opml>",
        "<!DOCTYPE opml [<!ENTITY x \"y\">]><opml><outline text=\"Tom &#38; Jerry\" xmlUrl=\"https://a.example/?a=1&b=2\"/></opml>",
    ])
    func readsDamagedLists(text: String) throws {
        let found = try outlines(text)

        #expect(found.map(\.title) == ["Tom & Jerry"])
        #expect(found.map(\.feedURL) == ["https://a.example/?a=1&b=2"])
    }

    @Test func readsWhatFollowsAnEndTagTooMany() throws {
        let found = try outlines(
            """
            <opml><body><outline text="a" xmlUrl="https://a.example/"/></body></opml>
            <opml><body><outline text="b" xmlUrl="https://b.example/"/></body></opml>
            """
        )

        #expect(found.map(\.title) == ["a", "b"])
        #expect(found.map(\.line) == [1, 2])
    }

    @Test func feedsThatWereNeverEndedAreNoFolders() throws {
        let tags = (0..<1000).map { "<outline text=\"\($0)\" xmlUrl=\"https://a.example/\($0)\">" }

        let found = try outlines("<opml><body>\n" + tags.joined(separator: "\n") + "\n</body></opml>")

        #expect(found.map(\.title) == (0..<1000).map(String.init))
        #expect(found.allSatisfy { $0.folders.isEmpty })
        #expect(found.last?.line == 1001)
    }

    @Test func whatIsNestedWithoutAnEndIsInTheDeepestFolderThereIs() throws {
        // Given folders in folders, a feed in each
        let deepest = OutlineReader.deepestFolder
        let names = (0..<deepest + 50).map { "f\($0)" }
        let begun = names.map { "<outline text='\($0)'><outline text='F' xmlUrl='https://x.example/\($0)'/>" }.joined()
        let ended = String(repeating: "</outline>", count: names.count)

        // When
        let read = try outlines(list(begun + ended + "<outline text='end'/>"))

        // Then none is lost, and the folders end where they should
        #expect(read.compactMap(\.feedURL) == names.map { "https://x.example/\($0)" })
        #expect(read[deepest - 1].folders == Array(names.prefix(deepest)))
        #expect(read[deepest + 49].folders == Array(names.prefix(deepest)))
        #expect(read.last?.folders == [])
    }

    @Test func readsForeignEncodings() throws {
        let latin =
            Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><opml><outline text=\"Caf".utf8) + [0xE9]
            + Array("\" xmlUrl=\"https://a.example/\"/></opml>".utf8)
        let wide = "\u{FEFF}<opml><outline text=\"Café\" xmlUrl=\"https://a.example/\"/></opml>".utf16
            .flatMap { unit in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }

        #expect(try outlines(latin).map(\.title) == ["Café"])
        #expect(try outlines(wide).map(\.title) == ["Café"])
    }

    @Test func lineEndsInAnAttributeAreSpacesUnlessWrittenAsReferences() throws {
        let found = try outlines(
            "<opml><outline text=\"a\nb&#10;c\"\n xmlUrl=\"https://a.example/\"/>\n<outline text=\"z\"/></opml>"
        )

        #expect(found.map(\.title) == ["a b\nc", "z"])
        #expect(found.map(\.line) == [1, 4])
    }

    @Test(arguments: [
        ("", "empty"), ("<html><body>no</body></html>", "a web page"),
        ("<rss version=\"2.0\"><channel/></rss>", "a feed; subscribe to it instead"),
        ("<rss><opml:x/></rss>", "a feed; subscribe to it instead"), ("<note/>", "XML, but its root is <note>"),
        ("just words", "text that begins with \"just words\""), ("[1,2]", "JSON"), ("<urlset/>", "a sitemap"),
        ("{\"subscriptions\": []}", "JSON"),
        ("{\"version\": \"https://jsonfeed.org/version/1\"}", "a feed; subscribe to it instead"),
        ("#EXTM3U\nx.mp3", "a playlist (M3U)"),
    ])
    func saysWhatADocumentIsThatIsNoList(text: String, found: String) {
        #expect(throws: FeedParsingError.notOPML(found: found)) { try outlines(text) }
    }
}
