import FeedParsing
import Testing

/// What has no field, or whose field has something better, stays.
struct KeptValueTests {
    @Test func keepsTheSecondOfTwo() throws {
        // When
        let item = try item(
            """
            <title>One</title><title>Two</title><guid>a</guid><guid>b</guid><description>c</description>
            <description>d</description><pubDate>Mon, 12 Jan 2026 05:30:00 GMT</pubDate>
            <pubDate>Tue, 13 Jan 2026 05:30:00 GMT</pubDate><itunes:author>e</itunes:author><itunes:author>f</itunes:author>
            """
        )

        // Then
        #expect(item.title == "One")
        #expect(item.extensions.map(\.name) == ["title", "guid", "description", "pubDate", "author"])
        #expect(item.extensions.map(\.value) == ["Two", "b", "d", "Tue, 13 Jan 2026 05:30:00 GMT", "f"])
        #expect(item.extensions.last?.namespace == "http://www.itunes.com/dtds/podcast-1.0.dtd")
    }

    @Test(arguments: [
        "<source url=\"https://o.example/2\">Two</source>",
        "<atom:source><atom:title>Two</atom:title><atom:link href=\"https://o.example/2\"/></atom:source>",
    ])
    func keepsASecondSource(element: String) throws {
        // When
        let item = try item("<guid>1</guid><source url=\"https://o.example/1\">One</source>" + element)

        // Then
        #expect(item.source == ParsedSource(title: "One", url: "https://o.example/1"))
        let kept = try #require(item.extensions.first)
        #expect(kept.name == "source")
        #expect((kept.value ?? kept.children.first?.value) == "Two")
        #expect(
            (kept.attributes + kept.children.flatMap(\.attributes)).map(\.value) == ["https://o.example/2"]
        )
    }

    @Test func keepsTheOtherLinksOfASource() throws {
        // Given
        let links = [
            #"<link href="https://o.example/"/>"#, #"<link rel="self" href="https://o.example/feed"/>"#,
            #"<link rel="license" href="https://o.example/terms"/>"#,
        ]

        // When
        let feed = try parse(FeedText.atom("<entry><id>1</id><source>\(links.joined())</source></entry>"))

        // Then
        let item = try #require(feed.items.first)
        #expect(item.source?.url == "https://o.example/feed")
        let kept = item.extensions.flatMap { [$0] + $0.children }.flatMap(\.attributes).map(\.value)
        #expect(kept == ["https://o.example/", "license", "https://o.example/terms"])
    }

    @Test func keepsTheOwnerOfALockThatDoesNotSayWhetherItIsOne() throws {
        // When
        let silent = try channel("<podcast:locked owner=\"a@o.example\"/><podcast:locked>yes</podcast:locked>")
        let other = try channel(
            "<podcast:locked owner=\"a@o.example\">perhaps</podcast:locked><podcast:locked owner=\"b\">no</podcast:locked>"
        )

        // Then
        #expect(silent.podcastChannel.locked == true)
        #expect(silent.podcastChannel.lockedOwner == "a@o.example")
        #expect(other.podcastChannel.locked == false)
        #expect(other.podcastChannel.lockedOwner == "b")
        #expect(other.extensions.map(\.value) == ["perhaps", nil])
        #expect(other.extensions.flatMap(\.attributes).map(\.value) == ["a@o.example"])
    }

    @Test func keepsASecondPeriodAndAFrequencyThatIsNoNumber() throws {
        // When
        let channel = try channel(
            """
            <sy:updatePeriod>weekly</sy:updatePeriod><sy:updatePeriod>hourly</sy:updatePeriod><sy:updatePeriod/>
            <sy:updateFrequency>often</sy:updateFrequency><sy:updateFrequency>7</sy:updateFrequency>
            """
        )

        // Then the first of each counts
        #expect(channel.updatePeriodSeconds == 604_800)
        #expect(channel.extensions.map(\.name) == ["updatePeriod", "updateFrequency", "updateFrequency"])
        #expect(channel.extensions.map(\.value) == ["hourly", "7", "often"])
    }

    @Test func keepsTheTextOfAFileThatIsAllInItsAttributes() throws {
        // When
        let item = try item(
            """
            <guid>1</guid>
            <media:content url="a.jpg" medium="image"> A picture <media:title>b</media:title></media:content>
            <media:content url="c.mp4" medium="video">
            </media:content><podcast:alternateEnclosure type="video/mp4">A film
            <podcast:source uri="c.mp4"/></podcast:alternateEnclosure>
            """
        )

        // Then
        #expect(item.mediaContents.map(\.url) == ["a.jpg", "c.mp4"].map { "https://example.com/show/" + $0 })
        #expect(item.podcast.alternateEnclosures.map(\.sources.count) == [1])
        #expect(item.extensions.map(\.name) == ["content", "alternateEnclosure"])
        #expect(item.extensions.map(\.value) == ["A picture", "A film"])
    }

    @Test func keepsThePurposeOfATextThatIsMissing() throws {
        let channel = try channel("<podcast:txt purpose=\"verify\"> </podcast:txt>")

        #expect(channel.podcast.txts.isEmpty)
        #expect(channel.extensions.flatMap(\.attributes).map(\.value) == ["verify"])
    }

    @Test(arguments: ["block", "isClosedCaptioned"])
    func keepsAWordThatIsNeitherYesNorNo(name: String) throws {
        #expect(try item("<guid>1</guid><itunes:\(name)>true</itunes:\(name)>").extensions.map(\.value) == ["true"])
        #expect(try item("<guid>1</guid><itunes:\(name)>yes</itunes:\(name)>").extensions.isEmpty)
        #expect(try item("<guid>1</guid><itunes:\(name)>No</itunes:\(name)>").extensions.isEmpty)
        #expect(try channel("<itunes:complete>soon</itunes:complete>").extensions.map(\.value) == ["soon"])
    }

    @Test func keepsAnAttributeNothingReadsWithTheOthers() throws {
        let item = try item(#"<enclosure url="https://a.example/1.mp3" type="audio/mpeg" bitrate="128"/>"#)

        #expect(item.enclosures.count == 1)
        #expect(item.extensions.map(\.name) == ["enclosure"])
        #expect(item.extensions.first?.attributes.map(\.name) == ["url", "type", "bitrate"])
        #expect(item.extensions.first?.attributes.last?.value == "128")
    }

    /// Of an element inside a text only the text goes into the field.
    @Test func keepsTheAttributesOfElementsInsideATextThatIsNoMarkup() throws {
        // Given
        let item = try item(
            """
            <title>One <b class="x">two <i lang="de">drei</i></b><br/></title><guid><span id="g">1</span></guid>
            <category domain="d">a<b id="c" o:p="q" xmlns:o="urn:o">b</b></category>
            <description>a<b class="y">c</b></description><author><a href="https://a.example/">Ann</a></author>
            """
        )

        // Then
        #expect(item.title == "One two drei")
        #expect(item.guid == "1")
        #expect(item.categories.map(\.text) == ["ab"])
        #expect(item.description == #"a<b class="y">c</b>"#)
        let kept = item.extensions.map { node in
            node.name + node.attributes.map { " \($0.name)=\($0.value)" }.joined()
        }
        #expect(kept == ["b class=x", "i lang=de", "span id=g", "b id=c o:p=q"])
    }

    @Test func keepsTheElementWhoseAttributeCannotBeRead() throws {
        // Given attributes that are no numbers, flags or times
        let item = try item(
            """
            <guid>1</guid><podcast:image href="i.png" width="100px" height="9"/>
            <podcast:socialInteract uri="http://s" protocol="activitypub" priority="high"/>
            <podcast:alternateEnclosure type="video/mp4" bitrate="128kbps" height="720p" default="maybe">
            <podcast:source uri="a.mp4"/></podcast:alternateEnclosure><podcast:value type="lightning" method="keysend">
            <podcast:valueRecipient type="node" address="02d" split="95%" fee="perhaps"/>
            <podcast:valueTimeSplit startTime="soon" duration="9" remotePercentage="half" remoteStartTime=""/>
            </podcast:value><media:content url="b.mp4" duration="long" framerate="x" isDefault="y"/>
            <media:content url="c.mp4" duration="0" width="" bitrate="128.5"/>
            """
        )

        // Then the elements are kept, in those that they stand in, and no others
        func text(_ node: ParsedExtension) -> String {
            let attributes = node.attributes.map { " \($0.name)=\($0.value)" }.joined()
            return node.name + attributes + node.children.map { " (\(text($0)))" }.joined()
        }
        #expect(
            item.extensions.map(text) == [
                "image href=i.png width=100px height=9",
                "socialInteract uri=http://s protocol=activitypub priority=high",
                "alternateEnclosure type=video/mp4 bitrate=128kbps height=720p default=maybe",
                "value (valueRecipient type=node address=02d split=95% fee=perhaps)",
                "value (valueTimeSplit startTime=soon duration=9 remotePercentage=half remoteStartTime=)",
                "content url=b.mp4 duration=long framerate=x isDefault=y",
            ]
        )
        #expect(item.podcast.values.first?.recipients.map(\.split) == [95])
        #expect(item.podcast.images.map(\.height) == [9])
        let feed = try channel(#"<podcast:trailer url="t.mp3" season="one" pubdate="Mon, 12 Jan 2026 05:30:00 GMT"/>"#)
        #expect(feed.extensions.first?.attributes.map(\.value).contains("one") == true)
    }

    @Test func keepsADateOfAChannelThatCannotBeReadBesideOneThatCan() throws {
        let date = "<pubDate>Mon, 12 Jan 2026 05:30:00 GMT</pubDate>"

        for dates in ["<pubDate>soon</pubDate>\(date)", "\(date)<pubDate>soon</pubDate>"] {
            let channel = try channel(dates)
            #expect(channel.publishedAt == 1_768_195_800)
            #expect(channel.extensions.map(\.value) == ["soon"])
        }
    }

    @Test func keepsNobodyOfWhomNothingIsSaid() throws {
        let persons = #"<podcast:person/><podcast:person> </podcast:person><podcast:person role="guest"/>"#
        let item = try item("<guid>1</guid>\(persons)")

        #expect(item.podcast.persons.isEmpty)
        #expect(item.extensions.map(\.attributes) == [[ParsedExtension.Attribute(name: "role", value: "guest")]])
    }

    @Test func keepsRemoteItemsThatNameNoFeedAndASecondPublisher() throws {
        let channel = try channel(
            """
            <podcast:remoteItem medium="music"/>
            <podcast:podroll><podcast:remoteItem title="R"/><podcast:remoteItem feedGuid="g"/></podcast:podroll>
            <podcast:publisher><podcast:remoteItem feedGuid="p"/><podcast:remoteItem feedGuid="q"/></podcast:publisher>
            """
        )

        #expect(channel.podcastChannel.remoteItems.isEmpty)
        #expect(channel.podcastChannel.podroll.map(\.feedGUID) == ["g"])
        #expect(channel.podcastChannel.publisher?.feedGUID == "p")
        #expect(channel.extensions.map(\.name) == ["remoteItem", "podroll", "publisher"])
        #expect(channel.extensions.flatMap(\.children).flatMap(\.attributes).map(\.value) == ["R", "q"])
    }

    @Test func keepsNothingTwice() throws {
        let item = try item(
            """
            <title>One</title><link>https://a.example/1</link><atom:link href="https://a.example/1"/>
            <itunes:image href="https://a.example/1.jpg"/><media:thumbnail url="https://a.example/1.jpg"/>
            """
        )

        #expect(item.extensions.isEmpty)
        #expect(item.links.isEmpty)
    }

    @Test func keepsTheTextOfAnElementThatIsReadByItsAttributes() throws {
        let item = try item(
            #"<podcast:socialInteract protocol="activitypub">https://a.example/@b</podcast:socialInteract>"#
        )

        #expect(item.podcast.socialInteractions.count == 1)
        #expect(item.extensions.map(\.value) == ["https://a.example/@b"])
    }

    @Test func keepsUnknownElementsOfKnownOnesInsideThem() throws {
        let channel = try channel("<image><url>https://a.example/i.png</url><colour>blue</colour></image>")

        #expect(channel.extensions.map(\.name) == ["image"])
        #expect(channel.extensions.first?.children.map(\.name) == ["colour"])
    }

    @Test func keepsValuesThatCouldNotBeUnderstood() throws {
        let item = try item(
            "<itunes:season>one</itunes:season><itunes:episodeType>extra</itunes:episodeType><itunes:duration>long</itunes:duration>"
        )
        let channel = try channel("<ttl>often</ttl><podcast:guid>no uuid</podcast:guid><itunes:type>x</itunes:type>")

        #expect(item.extensions.map(\.value) == ["one", "extra", "long"])
        #expect(channel.extensions.map(\.value) == ["often", "no uuid", "x"])
    }

    @Test func keepsPicturesThatWereNotTheBest() throws {
        let item = try item(
            """
            <media:thumbnail url="https://a.example/t.jpg"/><googleplay:image href="https://a.example/g.jpg"/>
            <itunes:image href="https://a.example/i.jpg"/>
            """
        )

        #expect(item.artworkURL == "https://a.example/i.jpg")
        #expect(
            item.extensions.map { $0.attributes.first?.value } == [
                "https://a.example/g.jpg", "https://a.example/t.jpg",
            ]
        )
    }

    @Test func keepsAPictureOnceThatHasAttributesNothingReads() throws {
        // Given one that gives way to a better one, and one that comes after that
        let item = try item(
            """
            <media:thumbnail url="https://a.example/t.jpg" width="5"/><itunes:image href="https://a.example/i.jpg"/>
            <media:thumbnail url="https://a.example/u.jpg" width="6"/><media:thumbnail url="https://a.example/v.jpg"/>
            """
        )

        // Then
        #expect(item.artworkURL == "https://a.example/i.jpg")
        #expect(
            item.extensions.map { $0.attributes.map(\.value) } == [
                ["https://a.example/t.jpg", "5"], ["https://a.example/u.jpg", "6"], ["https://a.example/v.jpg"],
            ]
        )
    }

    @Test(arguments: [
        ("http://search.yahoo.com/mrss", "rating", "thumbnail"),
        ("http://www.rssboard.org/media-rss", "rating", "thumbnail"),
        ("https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md", "newTag", "season"),
        ("http://purl.org/dc/elements/1.1", "format", "title"),
    ])
    func keepsAllOfANamespaceUnderOneAddress(uri: String, unknown: String, known: String) throws {
        // Given an element that nothing reads, and two that take one field
        let second = "<x:\(known) url=\"https://a.example/2.jpg\">2</x:\(known)>"
        let first = "<x:\(known) url=\"https://a.example/1.jpg\">1</x:\(known)>"
        let feed = try parse(
            "<rss xmlns:x=\"\(uri)\"><channel><item><guid>1</guid>\(first)\(second)<x:\(unknown)>3</x:\(unknown)></item></channel></rss>"
        )

        // Then
        let extensions = try #require(feed.items.first).extensions
        #expect(extensions.count > 1)
        #expect(Set(extensions.map(\.namespace)).count == 1)
        #expect(extensions.last?.namespace != uri)
    }

    @Test func keepsTheAddressOfANamespaceThatOnlyHasAUsualPrefix() throws {
        let feed = try parse(
            "<rss xmlns:media=\"https://a.example/media\"><channel><item><guid>1</guid><media:x>1</media:x></item></channel></rss>"
        )

        #expect(feed.items.first?.extensions.map(\.namespace) == ["https://a.example/media"])
    }

    @Test func keepsDublinCoreBesideItsNamesake() throws {
        // When
        let item = try item(
            """
            <pubDate>Mon, 12 Jan 2026 05:30:00 GMT</pubDate><dc:date>2026-01-13</dc:date><dc:title>A</dc:title>
            <dc:title>B</dc:title><dc:subject>C</dc:subject>
            """
        )

        // Then
        #expect(item.publishedAt == 1_768_195_800)
        #expect(item.otherTexts.dublinCoreTitle == "A")
        #expect(item.extensions.map(\.value) == ["2026-01-13", "B"])
        #expect(item.categories.map(\.text) == ["C"])
    }
}
