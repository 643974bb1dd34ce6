import FeedParsing
import Testing

/// Tags of the podcast namespace that are not written as it is specified: other spellings, said twice, saying nothing.
struct OddPodcastTagTests {
    @Test(arguments: [
        "https://podcastindex.org/namespace/1.0", "http://podcastindex.org/namespace/1.0/",
        "https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md",
        "https://github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md",
    ])
    func matchesTheNamespaceWhateverItsSpelling(uri: String) throws {
        // When
        let feed = try parse("<rss xmlns:p=\"\(uri)\"><channel><p:medium>Music</p:medium></channel></rss>")

        // Then
        #expect(feed.channel.podcastChannel.medium == "music")
    }

    @Test func readsWhatIsInsideWithoutItsPrefix() throws {
        // When
        let remote = "<remoteItem feedGuid=\"a\"/>"
        let feed = try parse(
            FeedText.rss(
                """
                <podcast:podroll>\(remote)</podcast:podroll><podcast:publisher>\(remote)</podcast:publisher>
                <item><podcast:alternateEnclosure type="audio/opus"><source uri="a.opus" type="audio/ogg"/>
                <integrity type="sri" value="x"/></podcast:alternateEnclosure><podcast:value type="lightning">
                <valueRecipient type="node" address="02d" split="1"/><valueTimeSplit startTime="1" duration="2">
                \(remote)</valueTimeSplit></podcast:value></item>
                """
            )
        )

        // Then
        let tags = try #require(feed.items.first).podcast
        let alternate = try #require(tags.alternateEnclosures.first)
        #expect(alternate.sources.map(\.uri) == ["https://example.com/show/a.opus"])
        #expect(alternate.sources.map(\.contentType) == ["audio/ogg"])
        #expect(alternate.integrityType == "sri")
        #expect(tags.values.first?.recipients.map(\.address) == ["02d"])
        #expect(tags.values.first?.timeSplits.map(\.remoteItem?.feedGUID) == ["a"])
        #expect(feed.channel.podcastChannel.podroll.map(\.feedGUID) == ["a"])
        #expect(feed.channel.podcastChannel.publisher?.feedGUID == "a")
        #expect(feed.items.first?.extensions == [])
    }

    @Test func readsAPlaceOfDiscussionWithoutAProtocol() throws {
        let item = try item(
            """
            <podcast:socialInteract uri="https://s.example/1"/><podcast:socialInteract protocol="disabled"/>
            <podcast:socialInteract protocol="" priority="1"/>
            """
        )

        #expect(item.podcast.socialInteractions.map(\.protocol) == [nil, "disabled"])
        #expect(item.podcast.socialInteractions.map(\.uri) == ["https://s.example/1", nil])
    }

    @Test func aTranscriptMayHaveItsLanguageUnderTheNameThatFilesHave() throws {
        let item = try item("<podcast:transcript url=\"a.vtt\" lang=\"de\"/>")
        #expect(item.podcast.transcripts.map(\.language) == ["de"])
        #expect(item.extensions == [])
    }

    @Test(arguments: ["owner", "email"])
    func theOwnerOfALockIsAnAddressUnderEitherName(attribute: String) throws {
        let channel = try channel("<podcast:locked \(attribute)=\"o@a.example\">yes</podcast:locked>")
        #expect(channel.podcastChannel.locked == true)
        #expect(channel.podcastChannel.lockedOwner == "o@a.example")
        #expect(channel.extensions == [])
    }

    @Test func anAlternateEnclosureMayHaveItsAddressAsAnAttribute() throws {
        // When
        let item = try item(
            "<podcast:alternateEnclosure type=\"audio/opus\" url=\"a.opus\"/>"
                + "<podcast:alternateEnclosure type=\"video/mp4\" url=\"a.mp4\"><podcast:source uri=\"ipfs://x\"/>"
                + "</podcast:alternateEnclosure>"
        )

        // Then
        let sources = item.podcast.alternateEnclosures.map { $0.sources.map(\.uri) }
        #expect(sources == [["https://example.com/show/a.opus"], ["https://example.com/show/a.mp4", "ipfs://x"]])
        #expect(item.extensions == [])
    }

    /// One is found by the podcast:guid of a feed, which is written alike.
    @Test func writesTheGuidOfARemoteFeedAsThatOfAPodcast() throws {
        let guid = "917393E3-1B1E-5CEF-ACE4-EDAA54E1F810"
        let tags = try channel(
            """
            <podcast:guid>\(guid)</podcast:guid>
            <podcast:podroll><podcast:remoteItem feedGuid="\(guid)"/><podcast:remoteItem feedGuid="Mine"/></podcast:podroll>
            """
        ).podcastChannel

        #expect(tags.podroll.map(\.feedGUID) == [tags.guid, "Mine"])
    }

    @Test func listsWhatIsSaidTwiceOnce() throws {
        // Given each tag twice
        let tags = """
            <podcast:transcript url="t.vtt" type="text/vtt"/><podcast:soundbite startTime="1" duration="2">B</podcast:soundbite>
            <podcast:alternateEnclosure type="audio/opus">
            <podcast:source uri="a.opus"/></podcast:alternateEnclosure>
            """
        let podcast = try item("\(tags)\(tags)").podcast

        // Then
        #expect(podcast.transcripts.count == 1)
        #expect(podcast.soundbites.count == 1)
        #expect(podcast.alternateEnclosures.count == 1)
    }

    @Test func listsWhatIsSaidTwiceOfAShowOnce() throws {
        // Given each tag twice, as two plugins write it, and a person in another role
        let tags = """
            <podcast:person>Ann</podcast:person><podcast:location>Town</podcast:location><podcast:txt>a</podcast:txt>
            <podcast:funding url="https://f.example/">Pay</podcast:funding><podcast:image href="i.png"/>
            <podcast:contentLink href="https://c.example/">Watch</podcast:contentLink>
            <podcast:socialInteract protocol="matrix" uri="https://m.example/1"/>
            <podcast:value type="lightning" method="keysend">
            <podcast:valueRecipient type="node" address="02d" split="50"/></podcast:value>
            """
        let trailer = #"<podcast:trailer url="t.mp3" pubdate="Mon, 12 Jan 2026 05:30:00 GMT">Soon</podcast:trailer>"#
        let guest = #"<podcast:person role="guest">Ann</podcast:person>"#
        let channel = try channel("\(tags)\(trailer)\(tags)\(trailer)\(guest)")

        // Then
        for podcast in [channel.podcast, try item("\(tags)\(tags)\(guest)").podcast] {
            #expect(podcast.persons.map(\.role) == ["host", "guest"])
            #expect(podcast.locations.count == 1)
            #expect(podcast.txts.count == 1)
            #expect(podcast.funding.count == 1)
            #expect(podcast.images.count == 1)
            #expect(podcast.contentLinks.count == 1)
            #expect(podcast.socialInteractions.count == 1)
            #expect(podcast.values.count == 1)
        }
        #expect(channel.podcastChannel.trailers.map(\.title) == ["Soon"])
        #expect(channel.extensions.isEmpty)
    }

    /// Then the text says something about the person.
    @Test func theNameOfAPersonMayBeAnAttribute() throws {
        let persons = #"<podcast:person name="Ann" role="Guest">Plays the &lt;i&gt;oud&lt;/i&gt;</podcast:person>"#
        let item = try item(#"\#(persons)<podcast:person name="Bo">Bo</podcast:person><podcast:person name="Cy"/>"#)

        #expect(item.podcast.persons.map(\.name) == ["Ann", "Bo", "Cy"])
        #expect(item.podcast.persons.map(\.role) == ["guest", "host", "host"])
        #expect(item.extensions.map(\.value) == ["Plays the <i>oud</i>"])
        #expect(item.extensions.flatMap(\.attributes).map(\.value) == ["Ann"])
    }

    /// As drafts of the namespace and their readers have it.
    @Test func whatIsTextMayBeAnAttribute() throws {
        let podcast = try item(
            """
            <podcast:season number="2" name="Two"/><podcast:episode number="3.5" display="Ch. 3"/>
            <podcast:soundbite startTime="1" duration="2" title="Bite"/>
            <podcast:socialInteract platform="nostr" url="https://s.example/1"/>
            """
        ).podcast

        #expect(podcast.seasonNumber == 2)
        #expect(podcast.seasonName == "Two")
        #expect(podcast.episodeNumber == 3.5)
        #expect(podcast.episodeDisplay == "Ch. 3")
        #expect(podcast.soundbites.map(\.title) == ["Bite"])
        #expect(podcast.socialInteractions.map(\.protocol) == ["nostr"])
    }

    @Test func aTextCountsBeforeAnAttribute() throws {
        let item = try item(
            """
            <podcast:season number="2">3</podcast:season><podcast:episode number="5">5</podcast:episode>
            <podcast:soundbite startTime="1" duration="2" title="Bite">Bit</podcast:soundbite>
            """
        )

        #expect(item.podcast.seasonNumber == 3)
        #expect(item.podcast.episodeNumber == 5)
        #expect(item.podcast.soundbites.map(\.title) == ["Bit"])
        #expect(item.extensions.flatMap(\.attributes).map(\.value) == ["2", "Bite"])
    }

    @Test func anAddressMayBeTheTextOfItsElement() throws {
        // Given
        let funding = "<podcast:funding>https://f.example/</podcast:funding>"
        let podcast = try item(
            """
            <podcast:transcript type="text/vtt" language="en"> https://t.example/1.vtt </podcast:transcript>
            <podcast:chapters type="application/json+chapters">https://c.example/1.json</podcast:chapters>\(funding)
            <podcast:contentLink><![CDATA[https://w.example/?a=1&b=2]]></podcast:contentLink>
            """
        ).podcast

        // Then
        let transcript = ParsedTranscript(url: "https://t.example/1.vtt", type: "text/vtt", language: "en")
        #expect(podcast.transcripts == [transcript])
        #expect(podcast.chaptersURL == "https://c.example/1.json")
        #expect(podcast.chaptersType == "application/json+chapters")
        #expect(podcast.funding == [ParsedReference(url: "https://f.example/", text: nil)])
        #expect(podcast.contentLinks == [ParsedReference(url: "https://w.example/?a=1&b=2", text: nil)])
        #expect(try channel(funding).podcast.funding == podcast.funding)
    }

    @Test func keepsATextThatIsNoAddress() throws {
        let item = try item(
            """
            <podcast:transcript type="text/plain">Hello and welcome</podcast:transcript>
            <podcast:chapters type="application/json">none</podcast:chapters><podcast:chapters url="c.json"/>
            """
        )

        #expect(item.podcast.transcripts.isEmpty)
        #expect(item.podcast.chaptersURL == "https://example.com/show/c.json")
        #expect(item.extensions.map(\.value) == ["Hello and welcome", "none"])
        #expect(item.extensions.flatMap(\.attributes).map(\.value) == ["text/plain", "application/json"])
    }

    @Test(arguments: [
        "<creativeCommons:license xmlns:creativeCommons='http://backend.userland.com/creativeCommonsRssModule'> "
            + "https://l.example/by </creativeCommons:license>",
        "<atom:link rel='license' href='https://l.example/by'/>",
    ])
    func anotherLicenceStandsIn(element: String) throws {
        // Given it alone, and before and behind the one of the namespace
        let own = "<podcast:license>cc-by-4.0</podcast:license>"

        for (elements, expected) in [
            (element, ParsedLicense(url: "https://l.example/by")), (element + own, ParsedLicense(name: "cc-by-4.0")),
            (own + element, ParsedLicense(name: "cc-by-4.0")),
        ] {
            // Then it is kept, too
            let (channel, item) = (try channel(elements), try item(elements))
            #expect(channel.podcast.license == expected)
            #expect(item.podcast.license == expected)
            #expect(channel.extensions.count + channel.links.count == 1)
            #expect(item.extensions.count + item.links.count == 1)
        }
    }

    @Test(arguments: [
        (#"type="node" address="02d" split="50""#, 0), (#"type="node" address="" split="50""#, 1),
        (#"type="node" address="02d""#, 1), (#"address="02d" split="50""#, 1),
        (#"type="node" address="02d" split="half""#, 1), (#"type="node" address="02d" split="-50""#, 1),
        (#"type="node" address="02d" split="0""#, 0),
    ])
    func saysThatARecipientCannotBePaid(attributes: String, warnings: Int) throws {
        // Given one of a value, and one of a part of it
        let recipient = "<podcast:valueRecipient \(attributes)/>"
        let feed = try parse(
            FeedText.rss(
                item: """
                    <guid>1</guid><podcast:value type="lightning" method="keysend">\(recipient)
                    <podcast:valueTimeSplit startTime="1" duration="2">\(recipient)</podcast:valueTimeSplit></podcast:value>
                    """
            )
        )

        // Then both are listed
        #expect(defects(feed).filter { $0 == .invalidValue }.count == 2 * warnings)
        let value = try #require(feed.items.first?.podcast.values.first)
        #expect(value.recipients.count == 1)
        #expect(value.timeSplits.map(\.recipients.count) == [1])
    }

    @Test func takesTheFirstUpdateFrequencyThatSaysSomethingAndKeepsTheOther() throws {
        let channel = try channel(
            """
            <title>Show</title><podcast:updateFrequency/>
            <podcast:updateFrequency rrule="FREQ=DAILY">daily</podcast:updateFrequency>
            <podcast:updateFrequency complete="true">never again</podcast:updateFrequency>
            """
        )

        let expected = ParsedUpdateFrequency(text: "daily", rule: "FREQ=DAILY")
        #expect(channel.podcastChannel.updateFrequency == expected)
        #expect(channel.extensions.map(\.value) == ["never again"])
        #expect(channel.extensions.first?.attributes.map(\.name) == ["complete"])
    }

    /// Generators write them for shows that have none.
    @Test func takesNothingOfElementsThatSayNothing() throws {
        // Given each of them before one that says something
        let elements = """
            <podcast:chat server="" protocol=""/><podcast:chat server="irc.example" protocol="irc"/>
            <podcast:value type=""> </podcast:value><podcast:value type="lightning" method="keysend"/>
            """

        // When
        let item = try item(
            elements + "<podcast:alternateEnclosure type=\"\"/><podcast:alternateEnclosure type=\"audio/opus\"/>"
        )

        // Then
        #expect(item.podcast.alternateEnclosures.map(\.type) == ["audio/opus"])
        for tags in [item.podcast, try channel(elements).podcast] {
            #expect(tags.chat == ParsedChat(server: "irc.example", protocol: "irc"))
            #expect(tags.values.map(\.type) == ["lightning"])
        }
    }

    @Test func keepsUnknownTagsOfTheNamespace() throws {
        // When
        let item = try item("<podcast:novelty level=\"1\">x<podcast:part/></podcast:novelty>")

        // Then
        let tag = try #require(item.extensions.first)
        #expect(tag.namespace == "https://podcastindex.org/namespace/1.0")
        #expect(tag.name == "novelty")
        #expect(tag.value == "x")
        #expect(tag.attributes == [ParsedExtension.Attribute(name: "level", value: "1")])
        #expect(tag.children.map(\.name) == ["part"])
    }

    /// As it is written, and not in the small letters by which names are compared.
    @Test func namesTheTagThatHasNoAddress() throws {
        let feed = try parse(FeedText.rss("<podcast:contentLink>Watch</podcast:contentLink>"))

        let details = feed.warnings.filter { $0.kind == .missingURL }.map(\.detail)
        #expect(details == ["a podcast:contentLink has no URL and was left out"])
    }

    @Test(arguments: [
        "<podcast:guid>not-a-guid</podcast:guid>", "<podcast:trailer pubdate=\"x\">t</podcast:trailer>",
        "<podcast:funding>f</podcast:funding>",
    ])
    func warnsAboutTagsThatSayNothing(element: String) throws {
        #expect(try defects(parse(FeedText.rss(element))).count == 1)
    }
}
