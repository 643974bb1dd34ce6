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

    /// The tag is also for videos that players show, which are listed like the pictures.
    @Test(arguments: [
        "type=\"video/mp4\"", "type=\"video/mp4\" purpose=\"artwork\" aspect-ratio=\"1/1\"", "width=\"600\"",
    ])
    func takesNoVideoForArtwork(video: String) throws {
        let images = "<podcast:image href=\"1.mp4\" \(video)/>"

        #expect(try item(images).artworkURL == nil)
        #expect(try item(images + "<podcast:image href=\"2\"/>").artworkURL == "https://example.com/show/2")
        #expect(try channel(images + "<image><url>3</url></image>").artworkURL == "https://example.com/show/3")
        #expect(try channel(images).podcast.images.map(\.url) == ["https://example.com/show/1.mp4"])
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
}
