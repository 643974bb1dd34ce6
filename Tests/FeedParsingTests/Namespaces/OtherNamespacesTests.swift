import FeedParsing
import Testing

/// The namespaces with a handful of elements each.
struct OtherNamespacesTests {
    // MARK: - Content and Dublin Core

    @Test func readsEncodedContent() throws {
        // When
        let item = try item(
            "<description>Short</description><content:encoded><![CDATA[<p>a &amp; b</p>]]></content:encoded>"
        )

        // Then
        #expect(item.description == "Short")
        #expect(item.content == "<p>a &amp; b</p>")
        #expect(item.contentType == .html)
    }

    @Test func ignoresEmptyEncodedContent() throws {
        #expect(try item("<content:encoded> </content:encoded><content:encoded>x</content:encoded>").content == "x")
    }

    @Test(arguments: [
        ("<dc:date>2004-01-02</dc:date>", 1_073_001_600),
        ("<dc:date>2004-01-02</dc:date><pubDate>Thu, 01 Jan 2004 00:00:00 GMT</pubDate>", 1_072_915_200),
        ("<pubDate>bad</pubDate><dc:date>2004-01-02</dc:date>", 1_073_001_600),
        ("<atom:updated>2004-01-03T00:00:00Z</atom:updated><dc:date>2004-01-02</dc:date>", 1_073_001_600),
    ])
    func takesDublinCoreDatesAsTheSecondChoice(elements: String, expected: Int64) throws {
        #expect(try item(elements).publishedAt == expected)
    }

    @Test func keepsMarkupOfADublinCoreDescriptionThatWasNotEscaped() throws {
        let notes = "<p>See <a href=\"https://a.example/\">this</a></p>"

        let item = try item("<title>One</title><dc:description>\(notes)</dc:description>")

        #expect(item.otherTexts.dublinCoreDescription == notes)
        #expect(item.extensions.isEmpty)
    }

    @Test func readsDublinCore() throws {
        // When
        let item = try item(
            """
            <dc:creator>Ann</dc:creator><dc:creator>Bob</dc:creator><dc:title>T</dc:title><dc:language>DE</dc:language>
            <dc:subject>S</dc:subject><dc:description>D</dc:description><dc:rights>R</dc:rights>
            """
        )

        // Then
        #expect(item.creators == ["Ann", "Bob"])
        #expect(item.title == nil)
        #expect(item.otherTexts.dublinCoreTitle == "T")
        #expect(item.language == "de")
        #expect(item.categories.map(\.text) == ["S"])
        #expect(item.otherTexts.dublinCoreDescription == "D")
        #expect(item.rights == "R")
    }

    @Test(arguments: [
        ("<language>en</language><dc:language>de</dc:language>", "en"),
        ("<dc:language>de</dc:language><language>en</language>", "en"), ("<dc:language>de</dc:language>", "de"),
        ("<language>Klingon</language><dc:language>de</dc:language>", "de"),
    ])
    func choosesTheLanguage(elements: String, expected: String) throws {
        #expect(try channel(elements).language == expected)
    }

    @Test func takesTheLanguageOfTheRoot() throws {
        #expect(try parse("<rss xml:lang=\"sv\"><channel><title>x</title></channel></rss>").channel.language == "sv")
    }

    // MARK: - Media RSS

    @Test func readsMedia() throws {
        // When
        let item = try item(
            """
            <media:group><media:content url="a.mp3" fileSize="9" type="audio/mpeg" medium="audio" isDefault="false" duration="61"/>
            <media:content url="b.mp4" type="video/mp4" isDefault="true" bitrate="1500.5" width="640" height="360" lang="en"/>
            <media:thumbnail url="t.jpg"/><media:title>T</media:title>
            <media:description type="html">&lt;p&gt;D&lt;/p&gt;</media:description></media:group>
            <media:keywords>k1, k2</media:keywords><media:category scheme="s">C</media:category>
            """
        )

        // Then
        #expect(item.mediaContents.map(\.url) == ["https://example.com/show/a.mp3", "https://example.com/show/b.mp4"])
        #expect(item.mediaContents.last?.bitrate == 1500.5)
        #expect(item.mediaContents.last?.width == 640)
        #expect(item.enclosures.map(\.url) == ["https://example.com/show/b.mp4", "https://example.com/show/a.mp3"])
        #expect(item.enclosures.first?.origin == .mediaContent)
        #expect(item.enclosures.last?.length == 9)
        #expect(item.durationSeconds == 61)
        #expect(item.artworkURL == "https://example.com/show/t.jpg")
        #expect(item.title == nil)
        #expect(item.otherTexts.mediaTitle == "T")
        #expect(item.otherTexts.mediaDescription == "<p>D</p>")
        #expect(!item.extensions.contains { $0.name.contains("description") })
        #expect(item.keywords == ["k1", "k2"])
        #expect(item.categories.map(\.text) == ["C"])
    }

    @Test(arguments: [
        ("<media:content url=\"m.png\" type=\"image/png\"/>", "https://example.com/show/m.png"),
        (
            "<media:group><media:content url=\"m.png\" medium=\"image\"/></media:group>",
            "https://example.com/show/m.png"
        ),
        (
            "<media:content url=\"m.png\" medium=\"image\"/><media:thumbnail url=\"t.png\"/>",
            "https://example.com/show/t.png"
        ),
        ("<media:content url=\"m.mp3\" type=\"audio/mpeg\" medium=\"image\"/>", nil),
    ])
    func takesAPictureOfMediaForTheChannelWhenThereIsNoOther(elements: String, expected: String?) throws {
        #expect(try channel(elements).artworkURL == expected)
    }

    @Test func prefersEnclosuresToMedia() throws {
        // When
        let item = try item(
            "<media:content url=\"m.mp3\" type=\"audio/mpeg\"/><enclosure url=\"e.mp3\" type=\"audio/mpeg\"/>"
                + "<media:content url=\"cover.png\" medium=\"image\"/>"
        )

        // Then
        #expect(item.enclosures.map(\.url) == ["https://example.com/show/e.mp3"])
        #expect(item.artworkURL == "https://example.com/show/cover.png")
    }

    @Test func playsAPreviewLast() throws {
        let item = try item(
            """
            <media:content url="preview.mp3" type="audio/mpeg" expression="sample"/>
            <media:content url="f.mp3" type="audio/mpeg" expression="full"/>
            """
        )

        #expect(
            item.enclosures.map(\.url) == ["https://example.com/show/f.mp3", "https://example.com/show/preview.mp3"]
        )
    }

    /// Other versions, previews and pictures last as long as they do.
    @Test(
        arguments: [
            ("<enclosure url=\"f.mp3\" type=\"audio/mpeg\"/>", "", 3600), ("", " isDefault=\"true\"", 3600),
            ("", "", 3600), ("<enclosure url=\"preview.mp3\" type=\"audio/mpeg\"/>", "", 30),
            ("<enclosure url=\"e.mp3\" type=\"audio/mpeg\"/>", " isDefault=\"true\"", 3600),
            ("<enclosure url=\"e.mp3\" type=\"audio/mpeg\"/>", "", 3600),
        ] as [(String, String, Int)]
    )
    func takesTheLengthOfTheFileThatIsPlayed(enclosure: String, isDefault: String, seconds: Int) throws {
        let item = try item(
            """
            <media:content url="c.jpg" type="image/jpeg" isDefault="true" duration="5"/>
            <media:content url="n.pdf" medium="document" duration="6"/>
            <media:content url="preview.mp3" type="audio/mpeg" expression="sample" duration="30"/>
            <media:content url="f.mp3" type="audio/mpeg"\(isDefault) duration="3600"/>\(enclosure)
            """
        )
        #expect(item.durationSeconds == seconds)
    }

    @Test(arguments: [
        "type=\"application/octet-stream\"", "type=\"application/x-mpegURL\"", "type=\"mp3\"", "medium=\"executable\"",
        "type=\"application/vnd.apple.mpegurl\"", "type=\"application/x-shockwave-flash\"", "",
    ])
    func takesTheLengthOfWhatIsNoPicture(attribute: String) throws {
        let item = try item(
            """
            <enclosure url="1.mp3" type="audio/mpeg"/><media:content url="c" type="image/gif" duration="5"/>
            <media:content url="n" type="application/pdf" duration="6"/><media:content url="t" type="text/html" duration="7"/>
            <media:content url="play?id=1" \(attribute) duration="3600"/>
            """
        )
        #expect(item.durationSeconds == 3600)
    }

    /// FeedBurner's address of a file is that of the file, too.
    @Test(arguments: ["https://a.example/e.mp3", "https://feeds.example/~r/e.mp3"])
    func takesTheLengthOfAFileWhoseAddressFeedBurnerReplaced(url: String) throws {
        let item = try item(
            """
            <enclosure url="https://feeds.example/~r/e.mp3" type="audio/mpeg"/>
            <feedburner:origEnclosureLink>https://a.example/e.mp3</feedburner:origEnclosureLink>
            <media:content url="preview.mp3" type="audio/mpeg" duration="30"/>
            <media:content url="\(url)" type="audio/mpeg" duration="3600"/>
            """
        )
        #expect(item.durationSeconds == 3600)
    }

    @Test func takesTheLengthOfNoPicture() throws {
        let picture = "<media:content url=\"c.jpg\" medium=\"image\" duration=\"5\"/>"

        #expect(try item(picture + "<media:content url=\"n.pdf\" duration=\"6\"/>").durationSeconds == nil)
        #expect(try item(picture + "<duration>3600</duration>").durationSeconds == 3600)
        #expect(try item(picture + "<media:content url=\"play?id=1\" duration=\"7\"/>").durationSeconds == 7)
    }

    @Test(arguments: ["image/jpeg", "application/pdf"], [true, false])
    func findsSomethingToPlayBesideAPictureOrADocument(type: String, isDefault: Bool) throws {
        // When
        let item = try item(
            "<enclosure url=\"i\" type=\"\(type)\"/>"
                + "<media:content url=\"m.mp3\" type=\"audio/mpeg\" isDefault=\"\(isDefault)\"/>"
        )

        // Then
        #expect(item.enclosures.map(\.url) == ["https://example.com/show/i", "https://example.com/show/m.mp3"])
        #expect(item.enclosures.map(\.type) == [type, "audio/mpeg"])
        #expect(item.primaryEnclosure?.url == "https://example.com/show/m.mp3")
    }

    @Test(
        arguments: [
            ("image/jpeg", "audio/opus", true), ("application/pdf", "audio/opus", true), (nil, "application/pdf", true),
            ("image/jpeg", "application/x-mpegurl", true), ("application/pdf", "application/x-mpegurl", false),
            ("image/jpeg", "image/png", false), ("audio/mpeg", "audio/opus", false),
        ] as [(String?, String, Bool)]
    )
    func takesAnAlternateWhereItIsBetter(type: String?, alternate: String, isTaken: Bool) throws {
        // When
        let enclosure = type.map { "<enclosure url=\"https://a.example/e\" type=\"\($0)\"/>" } ?? ""
        let item = try item(
            enclosure + "<podcast:alternateEnclosure type=\"\(alternate)\" default=\"true\">"
                + "<podcast:source uri=\"https://a.example/alternate\"/></podcast:alternateEnclosure>"
        )

        // Then
        #expect(item.enclosures.map(\.url).contains("https://a.example/alternate") == isTaken)
        #expect((item.primaryEnclosure?.url == "https://a.example/alternate") == isTaken)
    }

    // MARK: - Podlove, Google Play, the rest

    @Test func readsOneListOfInlineChapters() throws {
        // Given an empty list, and two that are not
        let item = try item(
            """
            <psc:chapters version="1.2"/><psc:chapters version="1.2"><psc:chapter start="0" title="A"/></psc:chapters>
            <psc:chapters version="1.2"><psc:chapter start="0" title="B"/></psc:chapters>
            """
        )

        // Then the second of these is kept
        #expect(item.chapters.map(\.title) == ["A"])
        #expect(item.extensions.map(\.name) == ["chapters"])
        #expect(item.extensions.first?.children.map(\.attributes.last?.value) == ["B"])
    }

    @Test func readsInlineChapters() throws {
        // When
        let chapters = try item(
            """
            <psc:chapters version="1.2"><psc:chapter start="00:01:02.400" title="Two" href="/c2" image="i.jpg"/>
            <psc:chapter start="0" title="One"/><psc:chapter title="No start"/><psc:chapter start="1:00:00"/></psc:chapters>
            """
        ).chapters

        // Then
        #expect(
            chapters == [
                ParsedChapter(startSeconds: 0, title: "One", href: nil, imageURL: nil),
                ParsedChapter(
                    startSeconds: 62.4,
                    title: "Two",
                    href: "https://example.com/c2",
                    imageURL: "https://example.com/show/i.jpg"
                ),
                ParsedChapter(startSeconds: 3600, title: nil, href: nil, imageURL: nil),
            ]
        )
    }

    @Test func readsGooglePlay() throws {
        // When
        let channel = try channel(
            """
            <googleplay:author>Ann</googleplay:author><googleplay:email>a@a.example</googleplay:email>
            <googleplay:image href="g.png"/><googleplay:description>D</googleplay:description>
            <googleplay:category text="Arts"/><googleplay:explicit>yes</googleplay:explicit>
            <googleplay:new-feed-url>https://n.example/</googleplay:new-feed-url>
            <itunes:explicit>no</itunes:explicit>
            """
        )

        // Then
        #expect(channel.otherTexts.googlePlayAuthor == "Ann")
        #expect(channel.owner == ParsedContact(email: "a@a.example"))
        #expect(channel.artworkURL == "https://example.com/show/g.png")
        #expect(channel.otherTexts.googlePlayDescription == "D")
        #expect(channel.itunesCategories == [["Arts"]])
        #expect(channel.explicit == false)
        #expect(channel.newFeedURL == "https://n.example/")
    }

    @Test func aWordThatIsNeitherYesNorNoTakesNothingOfGooglePlayAway() throws {
        // When
        let words = "<googleplay:explicit>yes</googleplay:explicit><itunes:explicit>[explicit]</itunes:explicit>"
        let item = try item("<guid>1</guid>" + words)
        let channel = try channel(words)

        // Then the flag is the same whichever comes first, and the word is kept
        #expect(item.explicit == true)
        #expect(channel.explicit == true)
        for extensions in [item.extensions, channel.extensions] {
            #expect(extensions.map(\.value) == ["yes", "[explicit]"])
        }
    }

    @Test func readsSyndicationAndHistory() throws {
        // When
        let channel = try channel(
            "<sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency><fh:complete/><fh:archive/>"
        )

        // Then
        #expect(channel.updatePeriodSeconds == 43_200)
        #expect(channel.archiveIsComplete)
        #expect(channel.isArchive)
    }

    /// http polling A2 27: daily is what is meant where no period is named.
    @Test(arguments: [("2", 43_200), ("x", 86_400)])
    func aFrequencyWithoutAPeriodIsThatOfADay(frequency: String, seconds: Int) throws {
        let channel = try channel("<sy:updateFrequency>\(frequency)</sy:updateFrequency>")

        #expect(channel.updatePeriodSeconds == seconds)
    }

    @Test func restoresWhatFeedBurnerReplaced() throws {
        // When
        let item = try item(
            """
            <link>https://feeds.example/1</link><feedburner:origLink>https://a.example/1</feedburner:origLink>
            <enclosure url="https://feeds.example/~r/e.mp3" type="audio/mpeg"/>
            <feedburner:origEnclosureLink>https://a.example/e.mp3</feedburner:origEnclosureLink>
            """
        )

        // Then
        #expect(item.link == "https://feeds.example/1")
        #expect(item.originalLink == "https://a.example/1")
        #expect(item.enclosures.map(\.url) == ["https://a.example/e.mp3"])
    }

    @Test func keepsAnEnclosureThatNamesAnotherFile() throws {
        // When
        let item = try item(
            "<enclosure url=\"https://a.example/new.mp3\"/>"
                + "<feedburner:origEnclosureLink>https://a.example/old.mp3</feedburner:origEnclosureLink>"
        )

        // Then
        #expect(item.enclosures.map(\.url) == ["https://a.example/new.mp3"])
    }

    @Test func keepsUnknownElementsWithTheirAttributes() throws {
        // When
        let channel = try channel(
            "<acast:network xmlns:acast=\"https://schema.acast.com/1.0/\" id=\"a&amp;b\" acast:x=\"&lt;\"> <acast:name>N</acast:name> </acast:network>"
        )

        // Then
        #expect(
            channel.extensions == [
                ParsedExtension(
                    namespace: "https://schema.acast.com/1.0/",
                    name: "network",
                    value: nil,
                    attributes: [
                        ParsedExtension.Attribute(name: "id", value: "a&b"),
                        ParsedExtension.Attribute(name: "acast:x", value: "<"),
                    ],
                    children: [ParsedExtension(namespace: "https://schema.acast.com/1.0/", name: "name", value: "N")]
                )
            ]
        )
    }
}
