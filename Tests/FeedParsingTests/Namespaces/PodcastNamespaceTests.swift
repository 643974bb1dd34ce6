import FeedParsing
import Testing

struct PodcastNamespaceTests {
    @Test func readsTheTagsOfAnItem() throws {
        // When
        let tags = try item(
            """
            <podcast:transcript url="t.vtt" type="text/VTT" language="en" rel="captions"/><podcast:transcript/>
            <podcast:chapters url="c.json" type="application/json+chapters"/>
            <podcast:soundbite startTime="73.5" duration="60">Bite</podcast:soundbite>
            <podcast:soundbite startTime="1" duration="2"/>
            <podcast:person role="Guest" group="Writing" img="p.jpg" href="https://p.example/"> Ann\n B </podcast:person>
            <podcast:person>Host</podcast:person><podcast:person> </podcast:person>
            <podcast:location rel="creator" geo="geo:1,2" osm="R1" country="DE">Town</podcast:location>
            <podcast:season name="Spring">3</podcast:season><podcast:episode display="Ch.3">204.5</podcast:episode>
            <podcast:license url="https://l.example/">my-license</podcast:license>
            <podcast:contentLink href="https://live.example/">Watch</podcast:contentLink>
            <podcast:socialInteract protocol="ActivityPub" uri="https://s.example/1" accountId="@a" accountUrl="https://s.example/@a" priority="2"/>
            <podcast:socialInteract protocol="matrix" uri="https://m.example/1" priority="1"/>
            <podcast:txt purpose="verify">abc</podcast:txt><podcast:funding url="https://f.example/">Pay</podcast:funding>
            <podcast:chat server="irc.example" protocol="IRC" accountId="@x" space="#show"/>
            <podcast:image href="i.png" alt="Alt" aspect-ratio="16/9" width="1600" height="900" type="image/png" purpose="social canvas"/>
            """
        ).podcast

        // Then
        #expect(
            tags.transcripts == [
                ParsedTranscript(
                    url: "https://example.com/show/t.vtt",
                    type: "text/vtt",
                    language: "en",
                    rel: "captions"
                )
            ]
        )
        #expect(tags.chaptersURL == "https://example.com/show/c.json")
        #expect(tags.chaptersType == "application/json+chapters")
        #expect(
            tags.soundbites == [
                ParsedSoundbite(startSeconds: 73.5, durationSeconds: 60, title: "Bite"),
                ParsedSoundbite(startSeconds: 1, durationSeconds: 2, title: nil),
            ]
        )
        #expect(
            tags.persons == [
                ParsedPerson(
                    name: "Ann B",
                    role: "guest",
                    group: "writing",
                    imageURL: "https://example.com/show/p.jpg",
                    href: "https://p.example/"
                ),
                ParsedPerson(name: "Host", role: "host", group: "cast", imageURL: nil, href: nil),
            ]
        )
        #expect(
            tags.locations == [ParsedLocation(name: "Town", rel: "creator", geo: "geo:1,2", osm: "R1", country: "DE")]
        )
        #expect(tags.seasonNumber == 3)
        #expect(tags.seasonName == "Spring")
        #expect(tags.episodeNumber == 204.5)
        #expect(tags.episodeDisplay == "Ch.3")
        #expect(tags.license == ParsedLicense(name: "my-license", url: "https://l.example/"))
        #expect(tags.contentLinks == [ParsedReference(url: "https://live.example/", text: "Watch")])
        #expect(tags.socialInteractions.map(\.protocol) == ["matrix", "activitypub"])
        #expect(tags.socialInteractions.last?.accountURL == "https://s.example/@a")
        #expect(tags.txts == [ParsedTxt(text: "abc", purpose: "verify")])
        #expect(tags.funding == [ParsedReference(url: "https://f.example/", text: "Pay")])
        #expect(tags.chat == ParsedChat(server: "irc.example", protocol: "irc", accountID: "@x", space: "#show"))
        #expect(tags.images.first?.purposes == ["social", "canvas"])
        #expect(tags.images.first?.width == 1600)
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

    /// A picture that is not said to be for anything is a square one, unless it says that it is none.
    @Test(arguments: [
        ("aspect-ratio=\"16/9\"", "aspect-ratio=\"1/1\"", "2"), ("width=\"1600\" height=\"900\"", "", "2"),
        ("aspect-ratio=\"16/9\"", "aspect-ratio=\"4/3\"", "1"), ("", "aspect-ratio=\"1/1\"", "1"),
        ("purpose=\"banner\"", "aspect-ratio=\"1 / 1\" purpose=\"canvas\"", "2"),
        ("aspect-ratio=\"1.9\"", "purpose=\"social Artwork\" aspect-ratio=\"4/3\"", "2"),
    ])
    func takesASquarePictureBeforeOthers(first: String, second: String, expected: String) throws {
        let pictures = "<podcast:image href=\"1\" \(first)/><podcast:image href=\"2\" \(second)/>"

        #expect(try channel(pictures).artworkURL == "https://example.com/show/\(expected)")
        #expect(try item(pictures).artworkURL == "https://example.com/show/\(expected)")
        #expect(try item(pictures).podcast.images.count == 2)
    }

    @Test func readsWhereAChannelIsDiscussed() throws {
        let channel = try channel(
            """
            <podcast:socialInteract protocol="matrix"/>
            <podcast:socialInteract protocol="activitypub" uri="https://s.example/show" priority="1"/>
            """
        )

        #expect(channel.podcast.socialInteractions.map(\.protocol) == ["activitypub", "matrix"])
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

    @Test func readsTheTagsOfAChannel() throws {
        // When
        let channel = try channel(
            """
            <podcast:guid>917393E3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid><podcast:medium>musicL</podcast:medium>
            <podcast:locked owner="o@a.example">Yes</podcast:locked>
            <podcast:trailer url="t.mp3" pubdate="Thu, 01 Apr 2021 08:00:00 EST" length="12345" type="audio/mp3" season="2">Hi</podcast:trailer>
            <podcast:podroll><podcast:remoteItem feedGuid="g" feedUrl="https://r.example/f" title="R"/></podcast:podroll>
            <podcast:remoteItem feedGuid="own" itemGuid="i" medium="music"/>
            <podcast:publisher><podcast:remoteItem feedGuid="pub" medium="publisher"/></podcast:publisher>
            <podcast:updateFrequency complete="false" dtstart="2024-01-01" rrule="FREQ=WEEKLY">weekly</podcast:updateFrequency>
            <podcast:podping usesPodping="true"/><podcast:block id="spotify">no</podcast:block><podcast:block>yes</podcast:block>
            <podcast:person>Host</podcast:person>
            <podcast:images srcset="s.png 600w, l.png 1500w, m.png 900w"/>
            """
        )
        let tags = channel.podcastChannel

        // Then
        #expect(tags.guid == "917393e3-1b1e-5cef-ace4-edaa54e1f810")
        #expect(tags.medium == "musicL")
        #expect(tags.locked == true)
        #expect(tags.lockedOwner == "o@a.example")
        #expect(tags.trailers.map(\.url) == ["https://example.com/show/t.mp3"])
        #expect(tags.trailers.first?.title == "Hi")
        #expect(tags.trailers.first?.publishedAt == 1_617_282_000)
        #expect(tags.trailers.first?.season == 2)
        #expect(tags.podroll.map(\.feedGUID) == ["g"])
        #expect(tags.podroll.first?.feedURL == "https://r.example/f")
        #expect(tags.remoteItems.map(\.itemGUID) == ["i"])
        #expect(tags.publisher?.feedGUID == "pub")
        #expect(
            tags.updateFrequency
                == ParsedUpdateFrequency(
                    text: "weekly",
                    isComplete: false,
                    start: "2024-01-01",
                    startAt: 1_704_067_200,
                    rule: "FREQ=WEEKLY"
                )
        )
        #expect(tags.usesPodping == true)
        #expect(tags.blocks == [ParsedBlock(id: "spotify", isBlocked: false), ParsedBlock(id: nil, isBlocked: true)])
        #expect(channel.podcast.persons.map(\.name) == ["Host"])
        #expect(channel.podcast.images.map(\.width) == [600, 1500, 900])
        #expect(channel.artworkURL == "https://example.com/show/l.png")
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
        (#"type="node" address="02d" split="half""#, 1),
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

    @Test func readsValuesWithTheirSplits() throws {
        // When
        let value = try #require(
            try item(
                """
                <podcast:value type="lightning" method="keysend" suggested="0.00000005">
                <podcast:valueRecipient name="Ann" type="node" address="02a" split="95" customKey="k" customValue="v"/>
                <podcast:valueRecipient name="App" type="node" address="02b" split="5" fee="true"/>
                <podcast:valueTimeSplit startTime="60" duration="237.5" remotePercentage="195" remoteStartTime="10">
                <podcast:remoteItem feedGuid="g" itemGuid="i"/></podcast:valueTimeSplit>
                <podcast:valueTimeSplit startTime="330" duration="53">
                <podcast:valueRecipient name="Bob" type="node" address="02c" split="100"/></podcast:valueTimeSplit>
                </podcast:value>
                """
            ).podcast.values.first
        )

        // Then
        #expect(value.type == "lightning")
        #expect(value.suggested == "0.00000005")
        #expect(value.recipients.map(\.name) == ["Ann", "App"])
        #expect(value.recipients.map(\.split) == [95, 5])
        #expect(value.recipients.map(\.isFee) == [false, true])
        #expect(value.recipients.first?.customValue == "v")
        #expect(value.timeSplits.map(\.startSeconds) == [60, 330])
        #expect(value.timeSplits.first?.remotePercentage == 100)
        #expect(value.timeSplits.first?.remoteStartSeconds == 10)
        #expect(value.timeSplits.first?.remoteItem?.itemGUID == "i")
        #expect(value.timeSplits.last?.recipients.map(\.name) == ["Bob"])
    }

    @Test func readsAlternateEnclosures() throws {
        // When
        let item = try item(
            """
            <podcast:alternateEnclosure type="audio/opus" length="32400000" bitrate="96000" title="High" default="true" codecs="opus" lang="en" rel="x">
            <podcast:integrity type="sri" value="sha384-x"/><podcast:source uri="ipfs://x"/>
            <podcast:source uri="https://a.example/e.opus" contentType="audio/opus"/></podcast:alternateEnclosure>
            <podcast:alternateEnclosure type="video/mp4"/>
            """
        )
        let alternate = try #require(item.podcast.alternateEnclosures.first)

        // Then one without a source is kept, but cannot stand in
        #expect(item.podcast.alternateEnclosures.map(\.type) == ["audio/opus", "video/mp4"])
        #expect(alternate.sources.map(\.uri) == ["ipfs://x", "https://a.example/e.opus"])
        #expect(alternate.integrityType == "sri")
        #expect(alternate.bitrate == 96000)
        #expect(alternate.isDefault)
        #expect(item.enclosures.map(\.url) == ["https://a.example/e.opus"])
        #expect(item.enclosures.first?.origin == .alternateEnclosure)
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

    @Test func keepsLiveItemsApart() throws {
        // When
        let feed = try parse(
            FeedText.rss(
                """
                <podcast:liveItem status="LIVE" start="2021-09-26T07:30:00.000-0600" end="2021-09-26T09:30:00.000-0600">
                <title>Live!</title><guid>live-1</guid><enclosure url="s.mp3" type="audio/mpeg" length="312"/>
                <podcast:contentLink href="https://w.example/">Watch</podcast:contentLink></podcast:liveItem>
                <item><guid>1</guid></item>
                """
            )
        )

        // Then
        #expect(feed.items.map(\.guid) == ["1"])
        let live = try #require(feed.channel.podcastChannel.liveItems.first)
        #expect(live.status == "live")
        #expect(live.startAt == 1_632_663_000)
        #expect(live.endAt == 1_632_670_200)
        #expect(live.item.guid == "live-1")
        #expect(live.item.enclosures.count == 1)
        #expect(live.item.podcast.contentLinks.count == 1)
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
