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

    @Test func readsOnlyDirectChildren() throws {
        // Given a shop's elements inside an item
        let item = try item(
            "<s:variant xmlns:s=\"http://shop.example\"><title>Leak</title><guid>leak</guid></s:variant><title>Own</title>"
        )

        // Then
        #expect(item.title == "Own")
        #expect(item.guid == nil)
        #expect(item.extensions.first?.namespace == "http://shop.example")
        #expect(item.extensions.first?.children.map(\.name) == ["title", "guid"])
        #expect(item.extensions.first?.children.first?.value == "Leak")
    }

    @Test(arguments: [
        "<rss><item><title>a</title></item><channel><title>x</title></channel></rss>",
        "<rss><channel><title>x</title></channel><item><title>a</title></item></rss>",
        "<rss><channel><title>x</title><item><title>a</title></item></channel></rss>",
        "<rss><chanel><title>x</title><item><title>a</title></item></chanel></rss>",
        "<rss><channel><title>x<item><title>a</title></item></title></channel></rss>",
    ])
    func findsItemsUnderAnyAncestor(text: String) throws {
        #expect(try parse(text).items.map(\.title) == ["a"])
    }

    @Test func readsEveryAuthorOfAnItem() throws {
        let item = try item("<author>a@b.c (Ann), d@e.f (Dan)</author>")

        #expect(item.authors.map(\.name) == ["Ann", "Dan"])
        #expect(item.authors.map(\.email) == ["a@b.c", "d@e.f"])
    }

    @Test func readsTheTitleOfAFeedWithoutAChannel() throws {
        // When
        let feed = try parse(
            "<rss><title>Show</title><link>/show</link><description>About</description><item><guid>1</guid></item></rss>"
        )

        // Then
        #expect(feed.channel.title == "Show")
        #expect(feed.channel.link == "https://example.com/show")
        #expect(feed.channel.description == "About")
        #expect(feed.items.map(\.guid) == ["1"])
    }

    @Test(arguments: [
        "<cms><title>CMS 3</title><link>https://cms.example/</link><description>c</description></cms>",
        "<title>CMS 3</title><link>https://cms.example/</link><description>c</description>",
    ])
    func takesNothingBeforeTheChannelForItsOwn(other: String) throws {
        // Given a channel with a title and a site, and one without
        let feed = try parse(
            "<rss>\(other)<channel><title>My show</title><link>https://my.example/</link></channel></rss>"
        )
        let bare = try parse("<rss>\(other)<channel><item><guid>1</guid></item></channel></rss>")

        // Then what stood before them is not lost
        #expect(feed.channel.title == "My show")
        #expect(feed.channel.link == "https://my.example/")
        #expect(feed.channel.description == nil)
        #expect(feed.channel.links.map(\.url) == ["https://cms.example/"])
        #expect(feed.channel.extensions.map(\.value) == ["CMS 3", "c"])
        #expect(bare.channel.title == nil)
        #expect(bare.channel.link == nil)
    }

    @Test func readsAChannelByAnotherName() throws {
        let feed = try parse("<rss><show><title>Show</title><link>/show</link><item><guid>1</guid></item></show></rss>")

        #expect(feed.channel.title == "Show")
        #expect(feed.channel.link == "https://example.com/show")
        #expect(feed.items.map(\.guid) == ["1"])
    }

    @Test func keepsWhatStandsBesideTheChannelApart() throws {
        let feed = try parse(
            "<rss><channel><title>Show</title></channel><title>Other</title><item><guid>1</guid></item></rss>"
        )

        #expect(feed.channel.title == "Show")
    }

    @Test func readsEnclosuresOfRSS10() throws {
        // When
        let feed = try parse(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" \
            xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#"><channel><title>x</title></channel><item rdf:about="1">\
            <enc:enclosure rdf:resource="/1.mp3" enc:type="audio/mpeg" enc:length="5"/></item></rdf:RDF>
            """
        )

        // Then
        let enclosure = try #require(feed.items.first?.enclosures.first)
        #expect(enclosure.url == "https://example.com/1.mp3")
        #expect(enclosure.type == "audio/mpeg")
        #expect(enclosure.length == 5)
    }

    @Test(arguments: [
        "rdf:about=\"/1.mp3\"><enc:url>https://example.com/1.mp3</enc:url>", "rdf:about=\"/1.mp3\">",
        "><enc:url>/1.mp3</enc:url>",
        ">https://example.com/1.mp3",
    ])
    func readsEnclosuresOfRSS10WithTheirType(beginning: String) throws {
        // When
        let feed = try parse(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" \
            xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#"><channel><title>x</title></channel><item rdf:about="1">\
            <enc:enclosure><enc:Enclosure \(beginning)<enc:type>audio/mpeg</enc:type><enc:length>5</enc:length>\
            </enc:Enclosure></enc:enclosure></item></rdf:RDF>
            """
        )

        // Then
        let item = try #require(feed.items.first)
        #expect(item.enclosures.map(\.url) == ["https://example.com/1.mp3"])
        #expect(item.enclosures.first?.type == "audio/mpeg")
        #expect(item.enclosures.first?.length == 5)
        #expect(item.extensions.isEmpty)
        #expect(defects(feed).isEmpty)
    }

    @Test func readsAnItemAroundAnother() throws {
        // Given an empty item inside an item, and one that is not empty
        let feed = try parse(
            FeedText.rss(
                "<item><title>a</title><item/><guid>1</guid><item><guid>2</guid></item></item><item><guid>3</guid></item>"
            )
        )

        // Then
        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items.first?.title == "a")
    }

    @Test func separatesManyItemsWithoutEndTags() throws {
        // Given more of them than may be nested
        let items = (0..<1_000).map { "<item><guid>\($0)</guid>" }.joined()

        // Then
        #expect(try parse(FeedText.rss(items)).items.count == 1_000)
    }

    @Test func separatesItemsWithoutEndTags() throws {
        // Given items that are never closed, and a title that is not
        let feed = try parse(
            "<rss><channel><item><title>a</title><guid>1</guid><item><title>b<guid>2</guid></item></channel></rss>"
        )

        // Then
        #expect(feed.items.map(\.title) == ["a", "b"])
        #expect(feed.items.map(\.guid) == ["1", "2"])
        #expect(defects(feed) == [.notWellFormed])
    }

    @Test func readsRDFItemsBesideTheChannel() throws {
        // When
        let feed = try parse(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" \
            xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://a.example/feed"><title>x</title>
            <items><rdf:Seq><rdf:li resource="https://a.example/1"/></rdf:Seq></items></channel>
            <image><url>i.png</url></image>
            <item rdf:about="https://a.example/1"><title>a</title><dc:date>2004-01-02</dc:date></item></rdf:RDF>
            """
        )

        // Then
        #expect(feed.channel.id == "https://a.example/feed")
        #expect(feed.channel.image?.url == "https://example.com/show/i.png")
        #expect(feed.items.map(\.guid) == ["https://a.example/1"])
        #expect(feed.items.first?.publishedAt == 1_073_001_600)
    }

    @Test(arguments: ["textinput", "textInput"])
    func keepsTheTextInputBesideTheChannelAsOneElement(name: String) throws {
        // When
        let feed = try parse(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
            <channel><link>https://a.example/</link></channel>
            <\(name)><title>Search</title><link>https://a.example/s</link><name>q</name></\(name)></rdf:RDF>
            """
        )

        // Then
        #expect(feed.channel.title == nil)
        #expect(feed.channel.extensions.map(\.name) == [name])
        #expect(feed.channel.extensions.first?.children.map(\.name) == ["title", "link", "name"])
        #expect(feed.channel.extensions.first?.children.map(\.value) == ["Search", "https://a.example/s", "q"])
    }

    @Test(arguments: [
        "http://www.w3.org/2005/Atom", "http://backend.userland.com/rss2", "urn:whatever",
        "http://www.itunes.com/dtds/podcast-1.0.dtd",
    ])
    func readsRSSInAnyDefaultNamespace(uri: String) throws {
        // When
        let feed = try parse(
            "<rss version=\"2.0\" xmlns=\"\(uri)\"><channel><title>x</title><item><guid>1</guid></item></channel></rss>"
        )

        // Then
        #expect(feed.channel.title == "x")
        #expect(feed.items.map(\.guid) == ["1"])
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

    @Test func readsRSSInTheNamespaceOfITunes() throws {
        // When
        let feed = try parse(
            """
            <rss version="2.0" xmlns="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Show</title>
            <author>Ann</author><owner><name>Ann</name><email>a@a.example</email></owner><explicit>no</explicit>
            <item><title>One</title><author>Bob</author><duration>1:02</duration><guid>1</guid><episode>7</episode>
            <enclosure url="https://a.example/1.mp3" type="audio/mpeg"/></item></channel></rss>
            """
        )

        // Then
        #expect(feed.channel.title == "Show")
        #expect(feed.channel.itunesAuthor == "Ann")
        #expect(feed.channel.owner?.email == "a@a.example")
        #expect(feed.channel.explicit == false)
        let item = try #require(feed.items.first)
        #expect(item.title == "One")
        #expect(item.itunesAuthor == "Bob")
        #expect(item.durationSeconds == 62)
        #expect(item.itunesEpisode == 7)
        #expect(item.guid == "1")
        #expect(item.enclosures.count == 1)
    }

    @Test(arguments: [
        ("a&#0;b", "ab"), ("a&#xD800;b", "ab"), ("a&#xDC00;&#xD800;b", "ab"), ("a&#x110000;b", "ab"),
        ("a&#xD83D;&#xDE00;b", "a😀b"), ("a&#55357;&#56832;b", "a😀b"), ("a&#xD83D;&#65;b", "aAb"),
        ("a&#xD83D;&amp;b", "a&b"), ("a&#xD83D;&#xDE00b", "a&#xDE00b"),
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

    @Test func keepsEveryEnclosureOnce() throws {
        // When
        let item = try item(
            """
            <enclosure url="https://a.example/cover.jpg" type="image/jpeg"/><enclosure length="5"/>
            <enclosure url="https://a.example/e.mp3" length="unknown" type=""/>
            <enclosure url="https://a.example/e.mp3" length="7" type="audio/mpeg"/>
            <enclosure url="https://a.example/e.mp4?x=1" length="12,345" type="video/mp4"/>
            """
        )

        // Then
        #expect(
            item.enclosures.map(\.url) == [
                "https://a.example/cover.jpg", "https://a.example/e.mp3", "https://a.example/e.mp4?x=1",
            ]
        )
        #expect(item.enclosures.map(\.type) == ["image/jpeg", "audio/mpeg", "video/mp4"])
        #expect(item.enclosures.map(\.typeIsGuessed) == [false, false, false])
        #expect(item.enclosures.map(\.length) == [nil, 7, nil])
        #expect(item.primaryEnclosure?.url == "https://a.example/e.mp3")
        #expect(item.artworkURL == "https://a.example/cover.jpg")
    }

    @Test(
        arguments: [
            ("type=\"audio/mpeg\"", "length=\"9\"", 9, "audio/mpeg", [:]),
            ("length=\"9\" type=\"audio/ogg\"", "length=\"9\" type=\"\"", 9, "audio/ogg", [:]),
            ("", "length=\"9\" type=\"audio/ogg\"", 9, "audio/ogg", [:]),
            (
                "length=\"9\" type=\"audio/ogg\"", "length=\"8\" type=\"audio/mpeg\"", 9, "audio/ogg",
                ["url": "https://a.example/e", "length": "8", "type": "audio/mpeg"]
            ),
        ] as [(String, String, Int64, String, [String: String])]
    )
    func takesWhatIsSaidOfAnEnclosureTheSecondTime(
        first: String,
        second: String,
        length: Int64,
        type: String,
        kept: [String: String]
    ) throws {
        // When
        let item = try item(
            "<enclosure url=\"https://a.example/e\" \(first)/><enclosure url=\"https://a.example/e\" \(second)/>"
        )

        // Then
        #expect(item.enclosures.map(\.url) == ["https://a.example/e"])
        #expect(item.enclosures.first?.length == length)
        #expect(item.enclosures.first?.type == type)
        #expect(item.enclosures.first?.typeIsGuessed == false)
        let attributes = item.extensions.flatMap(\.attributes).map { ($0.name, $0.value) }
        #expect(Dictionary(uniqueKeysWithValues: attributes) == kept)
    }

    @Test func takesWhatMediaRSSSaysOfAnEnclosureThatSaysNothing() throws {
        // When
        let item = try item(
            """
            <enclosure url="https://a.example/e" type="" length="0"/>
            <media:content url="https://a.example/e" type="audio/ogg" fileSize="77"/>
            """
        )

        // Then
        #expect(item.enclosures.map(\.type) == ["audio/ogg"])
        #expect(item.enclosures.map(\.length) == [77])
        #expect(item.enclosures.map(\.origin) == [.enclosure])
    }

    @Test(arguments: [
        "<enclosure><url>https://a.example/e.mp3</url><length>5000000</length><type>audio/mpeg</type></enclosure>",
        "<enclosure length=\"5000000\">\n<type>audio/mpeg</type> <url> https://a.example/e.mp3\n</url></enclosure>",
        "<enclosure length=\"5000000\" type=\"audio/mpeg\">\n<![CDATA[https://a.example/e.mp3]]>\n</enclosure>",
    ])
    func readsEnclosuresWrittenInElements(enclosure: String) throws {
        // When
        let item = try item(enclosure)

        // Then
        #expect(item.enclosures.map(\.url) == ["https://a.example/e.mp3"])
        #expect(item.enclosures.map(\.length) == [5_000_000])
        #expect(item.enclosures.map(\.type) == ["audio/mpeg"])
        #expect(item.extensions.isEmpty)
    }

    @Test func keepsWhatIsNoAddressInAnEnclosure() throws {
        // When
        let item = try item("<enclosure type=\"audio/mpeg\">to come<length>5</length><length>6</length></enclosure>")

        // Then
        #expect(item.enclosures.isEmpty)
        let kept = item.extensions.map { "\($0.name) \($0.value ?? "") \($0.attributes.map(\.value))" }
        #expect(kept.contains("enclosure to come [\"5\", \"audio/mpeg\"]"), "\(item.extensions)")
        #expect(item.extensions.count == 2)
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
