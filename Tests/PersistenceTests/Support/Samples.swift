import PodcastModel

/// Episodes and podcasts to store.
enum Samples {
    /// A small episode; the number makes key, title, date and hash.
    static func incoming(_ number: Int, title: String? = nil, position: Int? = nil) -> IncomingEpisode {
        var episode = Episode()
        episode.guid = "guid-\(number)"
        episode.key = "guid-\(number)"
        episode.title = title ?? "Episode \(number)"
        episode.publishedAt = TestStore.now.adding(seconds: Int64(number - 1_000) * 86_400)
        episode.publishedRaw = "some day"
        episode.durationSeconds = 1_800
        episode.enclosures = [
            Enclosure(url: "https://cdn.example.com/\(number).mp3?token=1", length: 1_000_000, type: "audio/mpeg")
        ]
        episode.description = "About \(number)"
        return incoming(episode, position: position ?? number)
    }

    static func incoming(
        _ episode: Episode,
        position: Int = 0,
        feedPublishedAt: Timestamp? = nil
    ) -> IncomingEpisode {
        IncomingEpisode(
            episode: episode,
            contentHash: UInt64.max - UInt64(position),
            canonicalEnclosure: episode.enclosures.first.map { $0.url.split(separator: "?")[0] }.map(String.init),
            canonicalTitle: episode.title.lowercased(),
            position: position,
            feedPublishedAt: feedPublishedAt
        )
    }

    private static let extensions: Extensions = [
        "https://example.com/ns": [
            MarkupElement(
                name: "mood",
                value: "good \u{1F600}",
                attributes: ["a": "1", "b": "\"2\""],
                children: [MarkupElement(name: "child")]
            )
        ]
    ]

    /// An episode in which no field is empty.
    static var fullEpisode: Episode {
        var episode = Episode()
        episode.guid = "tag:example.com,2026:1"
        episode.guidIsPermaLink = false
        episode.key = "tag:example.com,2026:1"
        episode.keyKind = .guid
        episode.title = "Ein Titel – mit Ümläuten 🎙"
        episode.rssTitle = "Ein Titel"
        episode.itunesTitle = "Titel"
        episode.subtitle = ""
        episode.summary = "Summary"
        episode.description = "<p>Description</p>"
        episode.content = "<p>" + String(repeating: "Long show notes. ", count: 400) + "</p>"
        episode.link = "https://example.com/1"
        episode.author = "Anna"
        episode.authorEmail = "anna@example.com"
        episode.contributors = [Contributor(name: "Ben", email: nil, uri: "https://example.com/ben")]
        episode.source = EpisodeOrigin(title: "Elsewhere", url: "https://example.org/feed")
        episode.publishedAt = Timestamp(epochSeconds: 1_700_000_000)
        episode.publishedRaw = "Tue, 14 Nov 2023 22:13:20 GMT"
        episode.updatedAt = Timestamp(epochSeconds: -5)
        episode.durationSeconds = 3_723
        episode.enclosures = [
            Enclosure(url: "https://cdn.example.com/1.mp3?token=1", length: 5_000_000_000, type: "audio/mpeg"),
            Enclosure(url: "https://cdn.example.com/1.ogg", typeGuessed: true),
        ]
        episode.alternateEnclosures = [
            AlternateEnclosure(
                type: "video/mp4",
                length: 1,
                bitrate: 128_000.5,
                height: 720,
                isDefault: true,
                sources: [.init(uri: "ipfs://x", contentType: "video/mp4")],
                integrity: .init(type: "sri", value: "x")
            )
        ]
        episode.artworkURL = "https://example.com/1.jpg"
        episode.season = SeasonNumber(number: 2, name: "Second")
        episode.episode = EpisodeNumber(number: 3.5, display: "3½")
        episode.episodeType = .bonus
        episode.explicit = true
        episode.block = true
        episode.keywords = ["one", "two"]
        episode.categories = ["Technology", "Society & Culture"]
        episode.commentsURL = "https://example.com/1#comments"
        completeAround(&episode)
        return episode
    }

    private static func completeAround(_ episode: inout Episode) {
        episode.chapters = [
            Chapter(startSeconds: 0, title: "Intro", href: nil, imageURL: nil),
            Chapter(
                startSeconds: 61.25,
                title: "Main",
                href: "https://example.com/c",
                imageURL: "https://example.com/c.jpg"
            ),
        ]
        episode.chaptersURL = "https://example.com/1.json"
        episode.chaptersType = "application/json+chapters"
        episode.transcripts = [
            Transcript(url: "https://example.com/1.vtt", type: "text/vtt", language: "de", rel: "captions")
        ]
        episode.persons = [
            Person(
                name: "Anna",
                role: "host",
                group: "cast",
                imageURL: "https://example.com/a.jpg",
                href: "https://a.example.com"
            ),
            Person(name: "Ben"),
        ]
        episode.soundbites = [Soundbite(startSeconds: 1.5, durationSeconds: 30, title: "Best")]
        episode.socialInteractions = [
            SocialInteraction(
                protocol: "activitypub",
                uri: "https://m.example.com/1",
                accountID: "@a",
                accountURL: nil,
                priority: 1
            )
        ]
        episode.location = [Location(name: "Berlin", rel: "subject", geo: "geo:52.5,13.4", osm: "R1", country: "DE")]
        episode.license = License(identifier: "cc-by-4.0", url: nil)
        episode.value = [
            Value(
                type: "lightning",
                method: "keysend",
                suggested: "0.00000005000",
                recipients: [ValueRecipient(name: "Anna", split: 99.5, fee: true)],
                timeSplits: [ValueTimeSplit(startSeconds: 1, remoteItem: RemoteItem(feedGUID: "x"))]
            )
        ]
        episode.funding = [Funding(url: "https://example.com/give", text: "Give")]
        episode.contentLinks = [ContentLink(href: "https://video.example.com", text: "Watch")]
        episode.txts = [TaggedText(text: "verify", purpose: "verification")]
        episode.images = [SizedImage(url: "https://example.com/i.jpg", alt: "Alt", width: 1400, height: 1400)]
        episode.chat = [Chat(server: "irc.example.com", protocol: "irc", space: "#x")]
        episode.extensions = extensions
    }

    /// A podcast in which no field is empty.
    static var fullPodcast: Podcast {
        var podcast = Podcast()
        podcast.id = "urn:feed:1"
        podcast.title = "The Podcast"
        podcast.link = "https://example.com"
        podcast.description = "Description"
        podcast.subtitle = "Subtitle"
        podcast.summary = "Summary"
        podcast.language = "de-at"
        podcast.copyright = "© 2026"
        podcast.generator = "By hand"
        podcast.author = "Anna"
        podcast.authorEmail = "anna@example.com"
        podcast.owner = Mailbox(name: "Owner", email: "owner@example.com")
        podcast.artworkURL = "https://example.com/art.jpg"
        podcast.categories = [["Technology"], ["Society & Culture", "Documentary"]]
        podcast.keywords = ["one"]
        podcast.type = .serial
        podcast.explicit = false
        podcast.complete = true
        podcast.block = true
        podcast.newFeedURL = "https://example.com/new.xml"
        podcast.guid = "917393e3-1b1e-5cef-ace4-edaa54e1f810"
        podcast.medium = "podcast"
        podcast.locked = FeedLock(value: true, owner: "owner@example.com")
        podcast.funding = [Funding(url: "https://example.com/give")]
        podcast.persons = [Person(name: "Anna", role: "host", group: "cast")]
        podcast.license = License(identifier: "cc0", url: "https://example.com/l")
        podcast.location = [Location(name: "Wien")]
        podcast.value = [Value(type: "lightning")]
        podcast.trailers = [
            Trailer(url: "https://example.com/t.mp3", publishedAt: Timestamp(epochSeconds: 1), season: 1)
        ]
        completeMachinery(of: &podcast)
        return podcast
    }

    private static func completeMachinery(of podcast: inout Podcast) {
        podcast.podroll = [RemoteItem(feedGUID: "a", title: "Other")]
        podcast.updateFrequency = UpdateFrequency(text: "weekly", complete: false, rrule: "FREQ=WEEKLY")
        podcast.podping = true
        podcast.publisher = RemoteItem(feedGUID: "p", medium: "publisher")
        podcast.txts = [TaggedText(text: "t")]
        podcast.images = [SizedImage(url: "https://example.com/i.jpg")]
        podcast.blocks = [BlockRule(id: "google", block: true)]
        podcast.socialInteractions = [SocialInteraction(protocol: "activitypub", uri: "https://m.example.com/0")]
        podcast.chat = [Chat(server: "x")]
        podcast.remoteItems = [RemoteItem(feedURL: "https://example.org/f")]
        var live = Episode()
        live.key = "live-1"
        live.title = "Live"
        podcast.liveItems = [LiveItem(status: "pending", startsAt: Timestamp(epochSeconds: 2), endsAt: nil, item: live)]
        podcast.publishedAt = Timestamp(epochSeconds: 3)
        podcast.lastBuildAt = Timestamp(epochSeconds: 4)
        podcast.ttlMinutes = 60
        podcast.skipHours = [0, 1]
        podcast.skipDays = ["Sunday"]
        podcast.updatePeriodSeconds = 86_400
        podcast.cloud = Cloud(
            domain: "rpc.example.com",
            port: 80,
            path: "/",
            registerProcedure: "",
            protocol: "xml-rpc"
        )
        podcast.selfURL = "https://example.com/feed.xml"
        podcast.hubURLs = ["https://hub.example.com"]
        podcast.nextPageURL = "https://example.com/feed.xml?page=2"
        podcast.previousArchiveURL = "https://example.com/archive.xml"
        podcast.archiveComplete = true
        podcast.extensions = extensions
    }
}
