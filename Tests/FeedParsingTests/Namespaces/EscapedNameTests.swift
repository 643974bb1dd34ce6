import FeedParsing
import Testing

/// Names, and what is said of a link or a file, have their references decoded once more than XML does, as titles have.
struct EscapedNameTests {
    /// A section, and a text that was escaped twice.
    static let texts = ["<![CDATA[Tom &amp; Jerry&#8217;s <i>]]>", "Tom &amp;amp; Jerry&amp;rsquo;s &lt;i&gt;"]
    private let name = "Tom & Jerry’s <i>"

    @Test(arguments: texts)
    func areDecodedInItems(text: String) throws {
        // When
        let item = try item(
            """
            <itunes:author>\(text)</itunes:author>
            <dc:creator>\(text)</dc:creator><dc:rights>\(text)</dc:rights>
            <podcast:person>\(text)</podcast:person><podcast:location>\(text)</podcast:location>
            <podcast:soundbite startTime="1" duration="2">\(text)</podcast:soundbite>
            <atom:author><atom:name>\(text)</atom:name></atom:author><googleplay:author>\(text)</googleplay:author>
            """
        )

        // Then
        let names = [
            item.itunesAuthor, item.creators.first, item.rights, item.podcast.persons.first?.name,
            item.podcast.locations.first?.name, item.podcast.soundbites.first?.title, item.authors.first?.name,
            item.otherTexts.googlePlayAuthor,
        ]
        #expect(names == Array(repeating: name, count: names.count))
    }

    @Test(arguments: texts)
    func areDecodedInChannels(text: String) throws {
        // When
        let channel = try channel(
            """
            <itunes:author>\(text)</itunes:author><itunes:owner><itunes:name>\(text)</itunes:name></itunes:owner>
            <copyright>\(text)</copyright>
            <dc:creator>\(text)</dc:creator><dc:publisher>\(text)</dc:publisher>
            <podcast:funding url="https://a.example/">\(text)</podcast:funding>
            <image><url>i.png</url><title>\(text)</title></image>
            """
        )

        // Then
        let names = [
            channel.itunesAuthor, channel.owner?.name, channel.copyright, channel.creators.first,
            channel.publisherName, channel.podcast.funding.first?.text, channel.image?.title,
        ]
        #expect(names == Array(repeating: name, count: names.count))
    }

    @Test func areDecodedInChapters() throws {
        // When
        let chapters = try item(
            """
            <psc:chapters version="1.2"><psc:chapter start="0" title="Q&amp;amp;A &amp;#8211; &lt;i>intro"/>
            <psc:chapter start="9" title="&amp;nbsp;"/></psc:chapters>
            """
        ).chapters

        // Then
        #expect(chapters.map(\.title) == ["Q&A – <i>intro", nil])
    }

    /// Drupal writes the link to an account of its own where a name belongs.
    @Test(arguments: [
        "&lt;span lang=\"\" about=\"/user/1\">Tom &amp;amp; Jerry&lt;/span>",
        "<![CDATA[<a href=\"/user/1\" class=\"username\">Tom &amp; Jerry</a>]]>", "&lt;b>Tom&lt;/b> &amp;amp; Jerry",
    ])
    func ofPeopleAreReadWithoutTheirHTML(text: String) throws {
        // When
        let item = try item(
            """
            <itunes:author>\(text)</itunes:author><dc:creator>\(text)</dc:creator>
            <podcast:person>\(text)</podcast:person><googleplay:author>\(text)</googleplay:author>
            <atom:author><atom:name>\(text)</atom:name></atom:author>
            """
        )
        let channel = try channel(
            """
            <itunes:author>\(text)</itunes:author><itunes:owner><itunes:name>\(text)</itunes:name></itunes:owner>
            <dc:creator>\(text)</dc:creator><dc:publisher>\(text)</dc:publisher>
            """
        )

        // Then
        let names = [
            item.itunesAuthor, item.creators.first, item.podcast.persons.first?.name,
            item.otherTexts.googlePlayAuthor, item.authors.first?.name, channel.itunesAuthor, channel.owner?.name,
            channel.creators.first, channel.publisherName,
        ]
        #expect(names == Array(repeating: "Tom & Jerry", count: names.count))
    }

    @Test func ofPeopleAreKeptWithTheLinkTheyAreIn() throws {
        // Given
        let link = "<a href=\"https://jane.example/\">Jane</a>"

        let item = try item("<title>One</title><dc:creator><![CDATA[\(link)]]></dc:creator>")

        #expect(item.creators == ["Jane"])
        #expect(item.extensions.map(\.value) == [link])
    }

    @Test func areDecodedInMailboxes() throws {
        // When
        let channel = try channel("<managingEditor><![CDATA[me@a.example (Tom &amp; Jerry)]]></managingEditor>")

        // Then
        #expect(channel.managingEditor == ParsedContact(name: "Tom & Jerry", email: "me@a.example"))
    }

    @Test func areNoneWhereNothingIsLeft() throws {
        #expect(try item("<title>One</title><itunes:author>&amp;nbsp;</itunes:author>").itunesAuthor == nil)
    }
}
