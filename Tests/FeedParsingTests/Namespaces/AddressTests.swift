import FeedParsing
import Testing

/// Where a feed says that something is: in another attribute than it should, or in elements or text.
struct AddressTests {
    @Test(arguments: [
        "<image><url>/i.png</url><title>t</title></image>", "<image href=\"/i.png\"/>", "<image url=\"/i.png\"/>",
        "<image>https://example.com/i.png</image>", "<itunes:image href=\"\" src=\"/i.png\"/>",
        "<media:thumbnail href=\"/i.png\"/>", "<media:content src=\"/i.png\" medium=\"image\"/>",
    ])
    func findsThePicture(element: String) throws {
        #expect(try item("<title>One</title>\(element)").artworkURL == "https://example.com/i.png")
        #expect(try channel("<title>Show</title>\(element)").artworkURL == "https://example.com/i.png")
    }

    @Test(arguments: [
        "<itunes:image>http://e.x/ i.png</itunes:image>", "<itunes:image>\n http://e.x/\n  %20i.png</itunes:image>",
        "<media:thumbnail>http://e.x/%20i.png</media:thumbnail>",
        "<media:thumbnail url=\"&quot;http://e.x/%20i.png&quot;\"/>",
        "<itunes:image href=\"'http://e.x/%20i.png'\"/>",
    ])
    func findsThePictureInATextThatIsAnAddress(element: String) throws {
        #expect(try item("<title>One</title>\(element)").artworkURL == "http://e.x/%20i.png")
        #expect(try channel("<title>Show</title>\(element)").artworkURL == "http://e.x/%20i.png")
    }

    /// A parser of XML makes a space of each end of a line in an attribute.
    @Test(arguments: [
        "\n      1.mp3", "\r\n\t1.mp3", "\n1.mp3", "1.\n  mp3", "1\n  .\n  mp3", "  \n  1.mp3",
    ])
    func joinsTheLinesOfAnAddress(end: String) throws {
        // Given a document that is read as it is, and one that is cleaned
        for title in ["One", "One & two"] {
            let item = try item(
                "<title>\(title)</title><enclosure\n length=\"1\"\n url=\"https://a.example/shows/\(end)\"\n type=\"audio/mpeg\"/>"
            )

            // Then
            #expect(item.enclosures.map(\.url) == ["https://a.example/shows/1.mp3"])
        }
    }

    @Test func keepsTheSpacesOfAnAddress() throws {
        // Given spaces in an address, of which one is written as a reference, and ends of lines beside it
        let item = try item(
            "<enclosure\n url=\"https://a.example/The  Big Room -&#10; 1.mp3\"\n type=\"audio/mpeg\"\n/>"
        )

        // Then
        #expect(item.enclosures.map(\.url) == ["https://a.example/The%20%20Big%20Room%20-1.mp3"])
    }

    @Test(arguments: ["<itunes:image>not an address</itunes:image>", "<media:thumbnail>My Show.jpg</media:thumbnail>"])
    func keepsATextThatIsNone(element: String) throws {
        let item = try item("<title>One</title>\(element)")
        #expect(item.artworkURL == nil)
        #expect(item.extensions.count == 1)
    }

    @Test(arguments: [
        "None", "null", " undefined ", "N/A", "nil", "(null)", "NaN", "false", "-", "#", "0", "http://", "https:///",
    ])
    func makesNoAddressOfAWordForNone(word: String) throws {
        // Given
        let enclosure = "<enclosure url=\"\(word)\" type=\"audio/mpeg\"/>"
        let elements =
            "<title>One</title><link>\(word)</link><comments>\(word)</comments><itunes:image href=\"\(word)\"/>"

        // When
        let item = try item(elements + enclosure)
        let channel = try channel("<title>S</title><link>\(word)</link><itunes:image href=\"\(word)\" src=\"/i.png\"/>")

        // Then
        #expect(item.enclosures.isEmpty)
        #expect(item.artworkURL == nil)
        #expect(item.link == nil)
        #expect(item.commentsURL == nil)
        #expect(item.extensions.map(\.name) == ["link", "comments", "enclosure"])
        #expect(channel.link == nil)
        #expect(channel.artworkURL == "https://example.com/i.png")
    }

    @Test(arguments: ["javascript:void(0)", " JavaScript:alert(1)", "java\nscript:alert(1)", "vbscript:x"])
    func makesNoAddressOfAScript(script: String) throws {
        // When
        let links = "<link>\(script)</link><comments>\(script)</comments><itunes:image href=\"\(script)\"/>"
        let item = try item("<title>One</title>\(links)<enclosure url=\"\(script)\" type=\"audio/mpeg\"/>")

        // Then it is kept, though nobody will open it
        #expect(item.link == nil && item.commentsURL == nil && item.artworkURL == nil)
        #expect(item.enclosures.isEmpty)
        #expect(item.extensions.map(\.name).starts(with: ["link", "comments"]))
        #expect(try channel("<link>\(script)</link><link>http://l.example/</link>").link == "http://l.example/")
    }

    @Test(arguments: [
        "&lt;a href=\"http://l.example/?a=1&amp;amp;b=2\"&gt;x&lt;/a&gt;",
        "<![CDATA[<a href='http://l.example/?a=1&b=2'>x</a>]]>",
        "<a href=\"http://l.example/?a=1&amp;b=2\" class=\"c\">x</a>", "<A HREF=\"http://l.example/?a=1&amp;b=2\"/>",
    ])
    func takesTheAddressOfALinkThatIsMarkup(link: String) throws {
        // When
        let item = try item("<title>One</title><link>\(link)</link><comments>\(link)</comments>")

        // Then the tag is kept, for the address is not all it says
        #expect(item.link == "http://l.example/?a=1&b=2")
        #expect(item.commentsURL == "http://l.example/?a=1&b=2")
        #expect(item.extensions.map(\.name) == ["link", "comments"])
        #expect(item.extensions.allSatisfy { $0.value?.lowercased().contains("href=") ?? false })
        #expect(try channel("<title>Show</title><link>\(link)</link>").link == "http://l.example/?a=1&b=2")
    }

    @Test func makesNoAddressOfMarkupThatLeadsNowhere() throws {
        let link = "&lt;a href=\"mailto:me@l.example\"&gt;x&lt;/a&gt;"

        let comments = "&lt;b class=\"c\"&gt;x&lt;/b&gt;"

        let item = try item("<title>One</title><link>\(link)</link><comments>\(comments)</comments>")

        #expect(item.link == nil)
        #expect(item.commentsURL == nil)
        #expect(item.extensions.map(\.name) == ["link", "comments"])
        #expect(try channel("<link>\(link)</link><link>http://l.example/</link>").link == "http://l.example/")
        #expect(try channel("<link>http://l.example/?a=&lt;b&gt;</link>").link == "http://l.example/?a=<b>")
    }

    @Test(arguments: ["No comments", "see below for links", "<b>0</b> replies &amp; counting"])
    func makesNoAddressOfWords(words: String) throws {
        let item = try item("<title>One</title><link>\(words)</link><comments>\(words)</comments>")

        #expect(item.link == nil)
        #expect(item.commentsURL == nil)
        #expect(item.extensions.map(\.name) == ["link", "comments"])
    }

    @Test(arguments: [
        ("my page.html", "my%20page.html"), ("notes/my page", "notes/my%20page"), ("?page=one two", "?page=one%20two"),
        ("page", "page"),
    ])
    func anAddressMayHaveSpaces(text: String, url: String) throws {
        let item = try item("<title>One</title><link>\(text)</link>")

        #expect(item.link?.hasSuffix(url) == true)
        #expect(item.extensions.isEmpty)
    }

    @Test func aLinkInALinkMayHaveNoAddress() throws {
        // Given tags that do not say by their attributes where the page is
        let link = "<link><a>http://l.example/</a></link>"
        let item = try item("<title>One</title>\(link)<comments><b id=\"1\">/c</b></comments>")

        // Then their text is the address
        #expect(item.link == "http://l.example/")
        #expect(item.commentsURL == "https://example.com/c")
        #expect(item.extensions.map(\.name) == ["b"])
    }

    @Test func takesTheImageOfAnItemWhereThereIsNoBetterPicture() throws {
        let image = "<image><url>/i.png</url></image>"
        let media = "<media:thumbnail url=\"/m.png\"/>"
        let enclosure = "<enclosure url=\"/e.png\" type=\"image/png\"/>"
        #expect(try item(image + "<itunes:image href=\"/a.png\"/>").artworkURL == "https://example.com/a.png")
        #expect(try item(image + media).artworkURL == "https://example.com/m.png")
        #expect(try item(enclosure + image).artworkURL == "https://example.com/i.png")
        #expect(try item(image + "<itunes:image href=\"/a.png\"/>").extensions.map(\.name) == ["image"])
    }

    /// The image of an item says nothing of the item but the picture.
    @Test func anImageLeaksNothing() throws {
        let item = try item("<image><title>t</title><link>/l</link></image><title>One</title>")
        #expect(item.title == "One")
        #expect(item.link == nil)
        #expect(item.artworkURL == nil)
    }

    @Test(arguments: ["url", "href", "src"])
    func findsFiles(attribute: String) throws {
        // When
        let item = try item(
            """
            <title>One</title><enclosure \(attribute)="/1.mp3" type="audio/mpeg"/>
            <podcast:chapters \(attribute)="/c.json" type="application/json"/>
            <podcast:transcript \(attribute)="/t.vtt" type="text/vtt"/>
            <media:content \(attribute)="/2.mp3" type="audio/mpeg"/>
            """
        )

        // Then
        #expect(item.enclosures.map(\.url) == ["https://example.com/1.mp3"])
        #expect(item.podcast.chaptersURL == "https://example.com/c.json")
        #expect(item.podcast.transcripts.map(\.url) == ["https://example.com/t.vtt"])
        #expect(item.mediaContents.map(\.url) == ["https://example.com/2.mp3"])
    }

    @Test func takesTheAddressThatIsNotEmpty() throws {
        let item = try item("<title>One</title><enclosure url=\"\" href=\"/1.mp3\" type=\"audio/mpeg\"/>")
        #expect(item.enclosures.map(\.url) == ["https://example.com/1.mp3"])
    }
}
