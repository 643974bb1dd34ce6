import FeedParsing
import Testing

struct RSSNamespaceTests {
    @Test func readsTheChannel() throws {
        // When
        let channel = try channel(
            """
            <title>  The\n  Show </title><link>/site</link><description>About &amp; more</description>
            <language>en_US</language><copyright>© A</copyright><managingEditor>ed@a.example (Ed)</managingEditor>
            <webMaster>web@a.example</webMaster><generator>Gen 1</generator><docs>https://d.example</docs>
            <rating>PG</rating><pubDate>Fri, 21 Nov 1997 09:55:06 -0600</pubDate>
            <lastBuildDate>Sat, 22 Nov 1997 00:00:00 GMT</lastBuildDate><ttl>60</ttl>
            <category domain="d">News</category><category>Talk</category>
            <skipHours><hour>0</hour><hour>24</hour><hour>x</hour></skipHours><skipDays><day>monday</day></skipDays>
            <cloud domain="c.example" port="80" path="/p" registerProcedure="r" protocol="xml-rpc"/>
            <textInput><title>Search</title><link>https://s.example</link></textInput>
            """
        )

        // Then
        #expect(channel.title == "The Show")
        #expect(channel.link == "https://example.com/site")
        #expect(channel.description == "About & more")
        #expect(channel.language == "en-us")
        #expect(channel.copyright == "© A")
        #expect(channel.managingEditor == ParsedContact(name: "Ed", email: "ed@a.example"))
        #expect(channel.webMaster == ParsedContact(email: "web@a.example"))
        #expect(channel.generator == "Gen 1")
        #expect(channel.docs == "https://d.example")
        #expect(channel.rating == "PG")
        #expect(channel.publishedAt == 880_127_706)
        #expect(channel.lastBuildAt == 880_156_800)
        #expect(channel.ttlMinutes == 60)
        #expect(channel.categories.map(\.text) == ["News", "Talk"])
        #expect(channel.categories.first?.domain == "d")
        #expect(channel.skipHours == [0])
        #expect(channel.skipDays == ["Monday"])
        #expect(channel.cloud?.domain == "c.example")
        #expect(channel.cloud?.registerProcedure == "r")
    }

    /// As libraries write them whose users hand over a text.
    @Test func readsHoursAndDaysThatAreNotInElements() throws {
        let channel = try channel(
            "<skipHours>1 2, 24\n x</skipHours><skipDays>Mon Sunday<day>Friday</day></skipDays><title>Show</title>"
        )

        #expect(channel.skipHours == [1, 2, 0])
        #expect(Set(channel.skipDays) == ["Monday", "Sunday", "Friday"])
        #expect(channel.extensions.map(\.value) == ["x"])
        #expect(channel.title == "Show")
    }

    @Test func takesTheFirstCloudThatSaysSomething() throws {
        let channel = try channel("<cloud domain=\"\"/><cloud domain=\"c.example\" path=\"/p\"/>")

        #expect(channel.cloud?.domain == "c.example")
        #expect(channel.cloud?.path == "/p")
    }

    @Test(arguments: [
        ("<docs xml:base=\"https://b.example/feeds/\">help</docs>", "https://b.example/feeds/help"),
        ("<docs>https://d.example/</docs>", "https://d.example/"),
        ("<docs>see the manual</docs>", "see the manual"),
    ])
    func resolvesTheAddressOfTheDocumentation(element: String, expected: String) throws {
        #expect(try channel(element).docs == expected)
    }

    @Test func keepsTheImageApartFromTheChannel() throws {
        // Given an image before the channel's own title and link
        let channel = try channel(
            """
            <image><url>art.png</url><title>Image</title><link>https://i.example</link>
            <description>D</description><width>144</width><height>400</height></image>
            <title>Show</title><link>https://a.example</link>
            """
        )

        // Then
        #expect(channel.title == "Show")
        #expect(channel.link == "https://a.example")
        #expect(channel.description == nil)
        #expect(channel.image?.url == "https://example.com/show/art.png")
        #expect(channel.image?.title == "Image")
        #expect(channel.image?.width == 144)
        #expect(channel.artworkURL == "https://example.com/show/art.png")
    }

    @Test func takesTheSizeOfTheFirstImageForThatOfTheChannel() throws {
        // When
        let channel = try channel(
            """
            <image><url>small.png</url><title>Show</title><width>88</width><height>31</height></image>
            <image><url>large.png</url><title>Show</title><width>1400</width><height>1400</height></image>
            """
        )

        // Then
        #expect(channel.image?.url == "https://example.com/show/small.png")
        #expect(channel.image?.width == 88)
        #expect(channel.image?.height == 31)
        let kept = channel.extensions.flatMap(\.children)
        #expect(kept.map(\.name) == ["url", "title", "width", "height"])
        #expect(kept.map(\.value) == ["large.png", "Show", "1400", "1400"])
    }

    @Test(
        arguments: [
            // The one without an address has a size, and stands before the one that counts.
            (
                "<image><url></url><width>32</width><height>31</height></image>"
                    + "<image><url>large.png</url><width>1400</width><height>1300</height></image>",
                1400, 1300, ["32", "31"]
            ),
            // The one that counts has no size.
            (
                "<image><url>large.png</url></image>"
                    + "<image><url>small.png</url><width>32</width><height>31</height></image>",
                nil, nil, ["small.png", "32", "31"]
            ),
            ("<image url=\"large.png\"/><image><width>32</width></image>", nil, nil, ["32"]),
        ] as [(String, Int?, Int?, [String])]
    )
    func takesNoSizeOfAnotherImage(images: String, width: Int?, height: Int?, kept: [String]) throws {
        // When
        let channel = try channel(images)

        // Then
        #expect(channel.image?.url == "https://example.com/show/large.png")
        #expect(channel.image?.width == width)
        #expect(channel.image?.height == height)
        let others = channel.extensions.flatMap { $0.children.isEmpty ? [$0] : $0.children }
        #expect(others.compactMap(\.value) == kept)
    }

    @Test func readsAnItem() throws {
        // When
        let item = try item(
            """
            <title>One &amp;amp; <![CDATA[<b>two</b>]]></title><link> e/1 </link><guid isPermaLink="false"> id 1 </guid>
            <description><![CDATA[<p>Notes</p>]]></description><author>a@a.example (Ann)</author>
            <category domain="x">Talk</category><comments>/c</comments>
            <source url="https://o.example/feed">Other</source><pubDate>Fri, 21 Nov 1997 09:55:06 -0600</pubDate>
            <enclosure url=" e.mp3 " length="1234" type="audio/mpeg"/>
            """
        )

        // Then
        #expect(item.title == "One & two")
        #expect(item.link == "https://example.com/show/e/1")
        #expect(item.guid == "id 1")
        #expect(!item.guidIsPermaLink)
        #expect(item.description == "<p>Notes</p>")
        #expect(item.authors == [ParsedContact(name: "Ann", email: "a@a.example")])
        #expect(item.categories == [ParsedCategory(text: "Talk", domain: "x", label: nil)])
        #expect(item.commentsURL == "https://example.com/c")
        #expect(item.source == ParsedSource(title: "Other", url: "https://o.example/feed", id: nil))
        #expect(item.publishedAt == 880_127_706)
        #expect(item.publishedRaw == "Fri, 21 Nov 1997 09:55:06 -0600")
        #expect(item.enclosures.count == 1)
        #expect(item.primaryEnclosure?.url == "https://example.com/show/e.mp3")
        #expect(item.primaryEnclosure?.length == 1234)
        #expect(item.primaryEnclosure?.type == "audio/mpeg")
        #expect(item.primaryEnclosure?.typeIsGuessed == false)
    }

    @Test(arguments: [
        (
            "<source url=\"https://o.example/\"><title>Other &amp;amp; one</title><link>https://o.example/p</link>"
                + "<guid>o1</guid></source>",
            ParsedSource(title: "Other & one", url: "https://o.example/", id: "o1")
        ),
        (
            "<source>\n<atom:title>Other</atom:title><atom:link href=\"https://o.example/feed\"/><id>o1</id></source>",
            ParsedSource(title: "Other", url: "https://o.example/feed", id: "o1")
        ),
        (
            "<source>Other<url>https://o.example/feed</url></source>",
            ParsedSource(title: "Other", url: "https://o.example/feed")
        ),
        ("<source url=\"http://o.example/\">A <b>B</b></source>", ParsedSource(title: "A B", url: "http://o.example/")),
    ])
    func readsASourceWrittenInElements(element: String, source: ParsedSource) throws {
        let item = try item("\(element)<title>One</title><guid>g1</guid>")

        #expect(item.source == source)
        #expect(item.title == "One")
        #expect(item.guid == "g1")
        #expect(item.link == nil)
    }

    @Test func decodesCategoriesThatWereEscapedTwice() throws {
        let elements = "<category>Arts &amp;amp; Crafts</category><category>R&amp;D &lt;x></category>"
        let names = ["Arts & Crafts", "R&D <x>"]

        let item = try item("\(elements)<media:category>A &amp;#38; B</media:category>")

        #expect(item.categories.map(\.text) == names + ["A & B"])
        #expect(try channel(elements).categories.map(\.text) == names)
    }

    @Test(arguments: [
        "<dc:subject>Arts &amp;amp; Crafts</dc:subject>", "<atom:category term=\"Arts &amp;amp; Crafts\"/>",
        "<atom:category term=\"crafts\" label=\"Arts &amp;amp; Crafts\"/>",
        "<media:category label=\"Arts &amp;amp; Crafts\">crafts</media:category>",
    ])
    func decodesCategoriesThatWereEscapedTwiceWhereverTheyStand(element: String) throws {
        #expect(try item(element).categories.map { $0.label ?? $0.text } == ["Arts & Crafts"])
        #expect(try channel(element).categories.map { $0.label ?? $0.text } == ["Arts & Crafts"])
    }

    @Test(arguments: [
        ("<guid>x</guid>", true), ("<guid isPermaLink=\"true\">x</guid>", true),
        ("<guid isPermaLink=\"False\">x</guid>", false), ("<guid ispermalink=\"no\">x</guid>", false),
    ])
    func readsIsPermaLink(element: String, expected: Bool) throws {
        #expect(try item(element).guidIsPermaLink == expected)
    }

    @Test func takesTheFirstThatIsNotEmpty() throws {
        // When
        let item = try item("<title> </title><title>a</title><title>b</title><guid/><guid>1</guid><guid>2</guid>")

        // Then
        #expect(item.title == "a")
        #expect(item.guid == "1")
    }

    @Test(arguments: ["&amp;nbsp;", " \n ", "&#160;", "<![CDATA[ &nbsp; ]]>"])
    func takesBlankNotesForNone(text: String) throws {
        #expect(try item("<guid>1</guid><description>\(text)</description>").description == nil)
    }

    @Test func aLineBreakSeparatesTheWordsOfATitle() throws {
        #expect(try item("<title>One<br/>Two <b>th</b>ree</title>").title == "One Two three")
    }

    @Test func keepsMarkupThatWasNotEscaped() throws {
        // Given HTML written straight into the feed
        let item = try item("<description>a &lt; b <p class=\"x\">c &amp; <br/>d</p> &lt;i&gt;</description>")

        // Then the tags are there, and characters inside them stay references
        #expect(item.description == "a < b <p class=\"x\">c &amp; <br/>d</p> <i>")
    }

    @Test func leavesTagsOutOfMarkupThatAreNoneOfHTML() throws {
        // Given what a word processor writes, with its namespace and without
        let paragraph = "<p>a<o:p>&#160;</o:p><w:b w:val=\"1\">x &lt; <i>y</i></w:b></p>"
        let declared = try item("<description xmlns:o=\"urn:office\" xmlns:w=\"urn:word\">\(paragraph)</description>")
        let undeclared = try item("<description>\(paragraph)</description>")
        let html = try item("<description xmlns:h=\"http://www.w3.org/1999/xhtml\"><h:p>a</h:p></description>")

        // Then what is in them stays, and so do their attributes
        for item in [declared, undeclared] {
            #expect(item.description == "<p>a\u{A0}x &lt; <i>y</i></p>")
            #expect(item.extensions.map(\.name) == ["b"])
            #expect(item.extensions.first?.attributes.map(\.value) == ["1"])
        }
        #expect(html.description == "<p>a</p>")
    }

    @Test func readsEveryAuthorOfAnItem() throws {
        let item = try item("<author>a@b.c (Ann), d@e.f (Dan)</author>")

        #expect(item.authors.map(\.name) == ["Ann", "Dan"])
        #expect(item.authors.map(\.email) == ["a@b.c", "d@e.f"])
    }

    @Test(
        arguments: [
            ("<name>Bob</name><email>b@x.example</email>", "Bob", "b@x.example", nil),
            ("<name> Bob </name><uri>http://b.example</uri>", "Bob", nil, "http://b.example"),
            ("<email>b@x.example</email>", nil, "b@x.example", nil),
            ("Bob <email>b@x.example</email>", "Bob", "b@x.example", nil),
            ("<name>Bob</name><title>Baker</title>", "Bob", nil, nil), ("<b>Bob</b>", "Bob", nil, nil),
            ("b@x.example (Bob)", "Bob", "b@x.example", nil),
        ] as [(String, String?, String?, String?)]
    )
    func readsAnAuthorWrittenAsInAtom(inside: String, name: String?, email: String?, url: String?) throws {
        // When
        let item = try item("<author>\(inside)</author><title>Two</title>")

        // Then
        #expect(item.authors == [ParsedContact(name: name, email: email, url: url)])
        #expect(item.title == "Two")
    }

    @Test(arguments: [
        ("a&#0;b", "ab"), ("a&#xD800;b", "ab"), ("a&#xDC00;&#xD800;b", "ab"), ("a&#x110000;b", "ab"),
        ("a&#xD83D;&#xDE00;b", "a😀b"), ("a&#55357;&#56832;b", "a😀b"), ("a&#xD83D;&#65;b", "aAb"),
        ("a&#xD83D;&amp;b", "a&b"), ("a&#xD83D;&#xZb", "a&#xZb"),
    ])
    func leavesOutReferencesToNoCharacter(written: String, expected: String) throws {
        // When
        let item = try item(
            "<guid>\(written)</guid><title>\(written)</title><enclosure url=\"https://a.example/\(written)\"/>"
        )

        // Then
        #expect(item.guid == expected)
        #expect(item.title == expected)
        #expect(item.enclosures.map(\.url) == ["https://a.example/" + expected])
    }

    @Test func readsDatesForProgramsInMarkupThatWasNotEscaped() throws {
        // Given dates of which the text is for people
        let date = #"<time class="d" datetime="2024-06-03T10:00:00+02:00">3 June &amp; later</time>"#

        // When
        let feed = try parse(
            FeedText.rss(
                "<lastBuildDate>\(date)</lastBuildDate><item><pubDate>\(date)</pubDate></item>"
                    + "<item><dc:date>\(date)</dc:date></item>"
            )
        )

        // Then
        #expect(feed.items.map(\.publishedAt) == [1_717_401_600, 1_717_401_600])
        #expect(feed.items.first?.publishedRaw == date)
        #expect(feed.channel.lastBuildAt == 1_717_401_600)
        // And a text that is the date may have other markup around it
        let plain = try item("<title>One</title><pubDate><b class=\"d\">Mon, 03 Jun 2024 08:00:00 GMT</b></pubDate>")
        #expect(plain.publishedAt == 1_717_401_600)
        #expect(plain.publishedRaw == "Mon, 03 Jun 2024 08:00:00 GMT")
    }

    @Test func keepsTheTextOfADateThatCannotBeRead() throws {
        // When
        let feed = try parse(FeedText.rss(item: "<pubDate>soon</pubDate>"))

        // Then
        #expect(feed.items.first?.publishedAt == nil)
        #expect(feed.items.first?.publishedRaw == "soon")
        #expect(defects(feed) == [.invalidDate])
    }
}
