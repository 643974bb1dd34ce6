import FeedParsing
import Testing

struct ITunesNamespaceTests {
    @Test(arguments: [
        "o@a.example", "mailto:o@a.example", " MailTo: o@a.example", "mailto:o@a.example?subject=The%20show",
    ])
    func takesTheAddressOfALinkForThatOfTheOwner(email: String) throws {
        let owner = "<itunes:owner><itunes:email>\(email)</itunes:email></itunes:owner>"
        #expect(try channel(owner).owner == ParsedContact(email: "o@a.example"))
    }

    @Test(arguments: [
        "&lt;a href=\"mailto:o@a.example\"&gt;Ann&lt;/a&gt;", "<a href=\"mailto:o@a.example\">Ann</a>",
        "o@a.example (Ann)", "Ann &lt;o@a.example&gt;",
    ])
    func keepsWhatIsBesideTheAddressOfTheOwner(email: String) throws {
        // When
        let owner = "<itunes:owner><itunes:email>\(email)</itunes:email></itunes:owner>"
        let channel = try channel(owner)

        // Then
        #expect(channel.owner == ParsedContact(email: "o@a.example"))
        #expect("\(channel.extensions)".contains("Ann"))
    }

    /// Escaped or not, the link says more than its text.
    @Test(arguments: ["<a href=\"mailto:o@a.example\">Ann</a>", "&lt;a href=\"mailto:o@a.example\"&gt;Ann&lt;/a&gt;"])
    func readsPeopleWhoAreLinks(person: String) throws {
        let authors = try item("<title>One</title><author>\(person)</author>").authors
        #expect(authors == [ParsedContact(name: "Ann", email: "o@a.example")])
        for name in ["itunes:author", "dc:creator", "podcast:person"] {
            let item = try item("<title>One</title><\(name)>\(person)</\(name)>")
            #expect(item.extensions.map(\.value) == ["<a href=\"mailto:o@a.example\">Ann</a>"])
            let people = item.creators + item.podcast.persons.map(\.name) + [item.itunesAuthor].compactMap(\.self)
            #expect(people == ["Ann"])
        }
    }

    @Test(arguments: [
        "/n", "n.xml", "//n.example/f", "www.n.example/f", "ftp://n.example/f", "feed:https://n.example/f",
    ])
    func movesToWholeAddressesOnly(address: String) throws {
        for prefix in ["itunes", "googleplay"] {
            // When
            let channel = try channel("<\(prefix):new-feed-url>\(address)</\(prefix):new-feed-url>")

            // Then what was written is kept
            #expect(channel.newFeedURL == nil)
            #expect(channel.extensions.map(\.value) == [address])
        }
        #expect(try channel("<itunes:new-feed-url> HTTPS://n.example/f\n</itunes:new-feed-url>").newFeedURL != nil)
    }

    @Test func takesTheFirstNameOfAnOwnerAndKeepsTheOther() throws {
        let names = "<itunes:name>Ann</itunes:name><itunes:name>Bob</itunes:name>"
        let emails = "<itunes:email>ann@a.example</itunes:email><itunes:email>bob@b.example</itunes:email>"
        let channel = try channel("<title>Show</title><itunes:owner>\(names)\(emails)</itunes:owner>")

        #expect(channel.owner == ParsedContact(name: "Ann", email: "ann@a.example"))
        #expect(channel.extensions.map(\.name) == ["owner", "owner"])
        #expect(channel.extensions.flatMap(\.children).map(\.value) == ["Bob", "bob@b.example"])
    }

    @Test(
        arguments: [
            ("Ann", ParsedContact(name: "Ann")),
            (" ann@a.example (Ann)\n", ParsedContact(name: "Ann", email: "ann@a.example")),
            ("\n<itunes:name>Ann</itunes:name>\n", ParsedContact(name: "Ann")), (" \n", nil),
        ] as [(String, ParsedContact?)]
    )
    func readsAnOwnerThatIsAText(owner: String, expected: ParsedContact?) throws {
        let channel = try channel("<itunes:owner>\(owner)</itunes:owner><itunes:author>Bob</itunes:author>")

        #expect(channel.owner == expected)
        #expect(channel.itunesAuthor == "Bob")
    }

    @Test(
        arguments: [
            ("Ann &lt;ann@a.example&gt;", nil, ParsedContact(name: "Ann", email: "ann@a.example")),
            ("ann@a.example (Ann)", "ann@a.example", ParsedContact(name: "Ann", email: "ann@a.example")),
            ("Ann (ann@a.example)", "b@a.example", ParsedContact(name: "Ann (ann@a.example)", email: "b@a.example")),
            ("ann@a.example", nil, ParsedContact(name: "ann@a.example")),
        ] as [(String, String?, ParsedContact)]
    )
    func theNameOfAnOwnerMayHoldTheAddress(name: String, email: String?, expected: ParsedContact) throws {
        let email = email.map { "<itunes:email>\($0)</itunes:email>" } ?? ""
        let channel = try channel("<itunes:owner>\(email)<itunes:name>\(name)</itunes:name></itunes:owner>")

        #expect(channel.owner == expected)
    }

    @Test(arguments: ["1,024", "0", "III", "2024/25"])
    func saysThatANumberIsNone(text: String) throws {
        let feed = try parse(FeedText.rss(item: "<guid>1</guid><itunes:episode>\(text)</itunes:episode>"))

        #expect(
            feed.warnings.filter { $0.kind == .invalidValue }.map(\.detail) == [
                "the episode number \"\(text)\" is no whole number above zero"
            ]
        )
    }

    @Test func readsTheChannel() throws {
        // When
        let channel = try channel(
            """
            <itunes:title>T</itunes:title><itunes:subtitle>Sub</itunes:subtitle><itunes:summary>Sum</itunes:summary>
            <itunes:author>Ann</itunes:author><itunes:owner><itunes:name>Own</itunes:name>
            <itunes:email>o@a.example</itunes:email></itunes:owner><itunes:image href="art.jpg"/>
            <itunes:type>Serial</itunes:type><itunes:explicit>Yes</itunes:explicit><itunes:block>yes</itunes:block>
            <itunes:complete>Yes</itunes:complete><itunes:new-feed-url>https://n.example/f</itunes:new-feed-url>
            <itunes:keywords>a, b,a</itunes:keywords><itunes:applepodcastsverify>v1</itunes:applepodcastsverify>
            """
        )

        // Then
        #expect(channel.title == nil)
        #expect(channel.itunesTitle == "T")
        #expect(channel.subtitle == "Sub")
        #expect(channel.summary == "Sum")
        #expect(channel.itunesAuthor == "Ann")
        #expect(channel.owner == ParsedContact(name: "Own", email: "o@a.example"))
        #expect(channel.artworkURL == "https://example.com/show/art.jpg")
        #expect(channel.type == "serial")
        #expect(channel.explicit == true)
        #expect(channel.explicitRaw == "Yes")
        #expect(channel.block)
        #expect(channel.isComplete)
        #expect(channel.newFeedURL == "https://n.example/f")
        #expect(channel.keywords == ["a", "b"])
        #expect(channel.applePodcastsVerify == "v1")
    }

    @Test(arguments: [
        ("<itunes:category text=\"Technology\"/>", [["Technology"]]),
        (
            "<itunes:category text=\"Society &amp; Culture\"><itunes:category text=\"Documentary\"/></itunes:category>",
            [["Society & Culture", "Documentary"]]
        ),
        (
            "<itunes:category text=\"Arts\"><itunes:category text=\"Design\"/><itunes:category text=\"Food\"/></itunes:category>"
                + "<itunes:category text=\"News\"/>",
            [["Arts", "Design"], ["Arts", "Food"], ["News"]]
        ),
        (
            "<itunes:category text=\"Arts\"><itunes:category text=\"Design\"><itunes:category text=\"Third\"/></itunes:category></itunes:category>",
            [["Arts", "Design", "Third"]]
        ),
        ("<itunes:category text=\"Arts &gt; Design\"/>", [["Arts", "Design"]]),
        ("<itunes:category>Arts</itunes:category>", [["Arts"]]),
        ("<itunes:category><itunes:category text=\"Arts\"/></itunes:category>", [["Arts"]]),
        ("<itunes:category text=\"Arts\"/><itunes:category text=\"Arts\"/>", [["Arts"]]),
        ("<itunes:category>Arts<itunes:category text=\"Design\"/></itunes:category>", [["Arts", "Design"]]),
        (
            "<itunes:category><itunes:category>Design</itunes:category> <itunes:category text=\"Food\"/>Arts"
                + "</itunes:category>",
            [["Arts", "Design"], ["Arts", "Food"]]
        ),
        (
            "<itunes:category text=\"Arts\"><itunes:category>Design</itunes:category><itunes:category text=\"Design\"/>"
                + "<itunes:category text=\"\"/></itunes:category><itunes:category text=\"Arts > Design\"/>",
            [["Arts", "Design"]]
        ),
        ("<itunes:category> <itunes:category/> </itunes:category>", []),
        ("<itunes:category text=\"\">Arts</itunes:category>", [["Arts"]]),
    ])
    func readsCategories(elements: String, expected: [[String]]) throws {
        #expect(try channel(elements).itunesCategories == expected)
        #expect(try channel(elements).extensions.isEmpty)
    }

    @Test func keepsTheTextOfACategoryThatHasAnotherName() throws {
        // Given a text that says what the attribute does, and one that says more
        let channel = try channel(
            """
            <itunes:category text="Society &amp; Culture">Society and culture</itunes:category>
            <itunes:category text="Arts">Crafts<itunes:category text="Design"/></itunes:category>
            """
        )

        // Then
        #expect(channel.itunesCategories == [["Society & Culture"], ["Arts", "Design"]])
        #expect(channel.extensions.map(\.name) == ["category"])
        #expect(channel.extensions.map(\.value) == ["Crafts"])
    }

    @Test func readsAnItem() throws {
        // When
        let item = try item(
            """
            <title>7: Clean</title><itunes:title>Clean</itunes:title><itunes:subtitle>Sub</itunes:subtitle>
            <itunes:summary>Sum</itunes:summary><itunes:author>Ann</itunes:author><itunes:image href="e.jpg"/>
            <itunes:duration>1:02:03</itunes:duration><itunes:explicit>clean</itunes:explicit>
            <itunes:episode>7</itunes:episode><itunes:season>2</itunes:season>
            <itunes:episodeType>Bonus</itunes:episodeType><itunes:block>Yes</itunes:block>
            <itunes:keywords>x,y</itunes:keywords><itunes:order>3</itunes:order>
            <itunes:isClosedCaptioned>yes</itunes:isClosedCaptioned>
            """
        )

        // Then
        #expect(item.title == "7: Clean")
        #expect(item.itunesTitle == "Clean")
        #expect(item.subtitle == "Sub")
        #expect(item.summary == "Sum")
        #expect(item.itunesAuthor == "Ann")
        #expect(item.artworkURL == "https://example.com/show/e.jpg")
        #expect(item.durationSeconds == 3723)
        #expect(item.durationRaw == "1:02:03")
        #expect(item.explicit == false)
        #expect(item.extensions.map(\.value) == ["clean"], "C6: the raw text of what is more than a no")
        #expect(item.itunesEpisode == 7)
        #expect(item.itunesSeason == 2)
        #expect(item.episodeType == "bonus")
        #expect(item.block)
        #expect(item.keywords == ["x", "y"])
        #expect(item.order == 3)
        #expect(item.isClosedCaptioned)
    }

    @Test(arguments: [
        ("<itunes:episodeType>special</itunes:episodeType>", FeedWarning.Kind.invalidValue),
        ("<itunes:episode>0</itunes:episode>", .invalidValue),
        ("<itunes:season>-1</itunes:season>", .invalidValue),
        ("<itunes:explicit>maybe</itunes:explicit>", .invalidValue),
        ("<itunes:duration>long</itunes:duration>", .invalidDuration),
        ("<itunes:duration>3600000</itunes:duration>", .invalidDuration),
    ])
    func warnsAboutValues(element: String, kind: FeedWarning.Kind) throws {
        #expect(try defects(parse(FeedText.rss(item: element))) == [kind])
    }

    @Test(arguments: ["ITUNES:EXPLICIT", "itunes:Explicit"])
    func matchesNamesInAnyCase(name: String) throws {
        // Given the prefix in upper case is not the one declared
        let element = "<itunes:\(name.split(separator: ":")[1])>true</itunes:\(name.split(separator: ":")[1])>"

        // Then
        #expect(try item(element).explicit == true)
    }

    @Test(arguments: [
        "http://www.itunes.com/dtds/podcast-1.0.dtd", "http://www.itunes.com/DTDs/Podcast-1.0.dtd",
        "https://www.itunes.com/DTDs/PodCast-1.0.dtd", "http://www.itunes.com/dtds/podcast-1.0.dtd/",
        " http://www.itunes.com/dtds/podcast-1.0", "http://itunes.com/dtds/podcast-1.0.dtd",
    ])
    func matchesTheNamespaceWhateverItsSpellingAndPrefix(uri: String) throws {
        // When
        let feed = try parse(
            "<rss xmlns:p=\"\(uri)\"><channel><item><p:duration>60</p:duration></item></channel></rss>"
        )

        // Then
        #expect(feed.items.first?.durationSeconds == 60)
    }

    @Test(arguments: [
        ("<itunes:image url=\"a.jpg\"/>", "https://example.com/show/a.jpg"),
        ("<itunes:image>\n https://a.example/a.jpg \n</itunes:image>", "https://a.example/a.jpg"),
        ("<itunes:image href=\"\"/><image><url>b.jpg</url></image>", "https://example.com/show/b.jpg"),
        ("<image><url>b.jpg</url></image><itunes:image href=\"a.jpg\"/>", "https://example.com/show/a.jpg"),
        (
            "<itunes:image>href=https://a.example/a.jpg\"&gt;</itunes:image><image><url>b.jpg</url></image>",
            "https://example.com/show/b.jpg"
        ),
        ("<itunes:image>our logo</itunes:image><image><url>b.jpg</url></image>", "https://example.com/show/b.jpg"),
        (
            """
            <itunes:image><title>Logo</title><url>https://a.example/a.jpg?x=1&amp;y=2</url>
            <link>https://a.example/</link></itunes:image>
            """,
            "https://a.example/a.jpg?x=1&y=2"
        ),
        ("<itunes:image><itunes:url> a.jpg </itunes:url></itunes:image>", "https://example.com/show/a.jpg"),
        (
            "<itunes:link rel=\"image\" href=\"a.jpg\"/><image><url>b.jpg</url></image>",
            "https://example.com/show/a.jpg"
        ),
        ("<itunes:link rel=\"image\" href=\"a.jpg\"/><itunes:image href=\"b.jpg\"/>", "https://example.com/show/b.jpg"),
        (
            "<itunes:link rel=\"other\" href=\"a.jpg\"/><image><url>b.jpg</url></image>",
            "https://example.com/show/b.jpg"
        ),
        (
            "<googleplay:image>&lt;img&gt;</googleplay:image><image><url>b.jpg</url></image>",
            "https://example.com/show/b.jpg"
        ),
    ])
    func choosesThePicture(elements: String, expected: String) throws {
        #expect(try channel(elements).artworkURL == expected)
    }

    @Test func aPictureMayBeALinkOrWrittenAsInRSS() throws {
        // Given pictures of an item that are written as those of shows are
        let address = "https://a.example/a.jpg"
        let linked = try item("<itunes:link rel=\"image\" type=\"video/jpeg\" href=\"\(address)\">Logo</itunes:link>")
        let nested = try item("<itunes:image><url>\(address)</url> <title>Logo</title></itunes:image>")

        // Then they are found, and what else is said is kept
        #expect([linked, nested].map(\.artworkURL) == [address, address])
        #expect([linked, nested].map { $0.extensions.map(\.name) } == [["link"], ["image"]])
        #expect(linked.extensions.map(\.value) == ["Logo"])
        #expect(nested.extensions.flatMap(\.attributes).map(\.value) == ["Logo"])
    }

    @Test(arguments: [
        ("<itunes:keywords text=\"a, b\"/><itunes:keywords text=\"c\"/>", ["a", "b", "c"]),
        ("<itunes:keywords text=\"a\">b, a</itunes:keywords>", ["a", "b"]),
        ("<itunes:keywords text=\"\">b</itunes:keywords><itunes:keywords/>", ["b"]),
    ])
    func addsUpKeywordsOfTextsAndAttributes(elements: String, expected: [String]) throws {
        #expect(try channel(elements).keywords == expected)
        #expect(try item(elements).keywords == expected)
    }

    @Test func takesGooglePlayOnlyWhereITunesSaysNothing() throws {
        // Given both namespaces in one channel, googleplay first
        let both = try channel(
            """
            <googleplay:category text="Technology"><itunes:category text="Nested"/></googleplay:category>
            <googleplay:category>News</googleplay:category>
            <googleplay:new-feed-url>https://g.example/f</googleplay:new-feed-url>
            <itunes:category text="Society"><itunes:category text="Philosophy"/></itunes:category>
            <itunes:new-feed-url>https://i.example/f</itunes:new-feed-url>
            """
        )

        // Then iTunes wins, and what lost is kept beside it
        #expect(both.itunesCategories == [["Society", "Philosophy"]])
        #expect(both.newFeedURL == "https://i.example/f")
        #expect(both.extensions.map(\.name) == ["category", "category", "new-feed-url"])
        #expect(both.extensions.map(\.value) == ["Technology > Nested", "News", "https://g.example/f"])

        // And alone googleplay serves
        let alone = try channel(
            """
            <googleplay:category text="Technology"/><googleplay:new-feed-url>https://g.example/f</googleplay:new-feed-url>
            """
        )
        #expect(alone.itunesCategories == [["Technology"]])
        #expect(alone.newFeedURL == "https://g.example/f")
        #expect(alone.extensions.isEmpty)
    }
}
