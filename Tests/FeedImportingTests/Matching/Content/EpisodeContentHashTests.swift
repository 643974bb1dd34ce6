import PodcastModel
import Testing

@testable import FeedImporting

struct EpisodeContentHashTests {
    /// One edit for every stored field of an episode.
    private static let edits: [(field: String, edit: @Sendable (inout Episode) -> Void)] = [
        ("guid", { $0.guid = "other" }), ("guidIsPermaLink", { $0.guidIsPermaLink = false }),
        ("title", { $0.title = "other" }),
        ("rssTitle", { $0.rssTitle = "other" }), ("itunesTitle", { $0.itunesTitle = "other" }),
        ("subtitle", { $0.subtitle = "x" }), ("longSummary", { $0.summary = "x" }),
        ("longDescription", { $0.description = "x" }),
        ("longContent", { $0.content = "x" }), ("link", { $0.link = "x" }), ("author", { $0.author = "x" }),
        ("authorEmail", { $0.authorEmail = "x" }), ("contributors", { $0.contributors = [Contributor(name: "x")] }),
        ("source", { $0.source = EpisodeOrigin(title: "x") }), ("publishedAt", { $0.publishedAt = .day(2) }),
        ("publishedRaw", { $0.publishedRaw = "x" }), ("updatedAt", { $0.updatedAt = .day(3) }),
        ("durationSeconds", { $0.durationSeconds = 5 }),
        ("enclosures", { $0.enclosures[0].url = "https://h.example/b.mp3" }),
        (
            "alternateEnclosures",
            { $0.alternateEnclosures = [AlternateEnclosure(sources: [.init(uri: "https://h.example/b.opus")])] }
        ),
        ("artworkURL", { $0.artworkURL = "https://h.example/a.jpg" }),
        ("season", { $0.season = SeasonNumber(number: 1) }),
        ("episode", { $0.episode = EpisodeNumber(number: 1) }), ("episodeType", { $0.episodeType = .bonus }),
        ("explicit", { $0.explicit = false }), ("block", { $0.block = true }), ("keywords", { $0.keywords = ["x"] }),
        ("categories", { $0.categories = ["x"] }), ("commentsURL", { $0.commentsURL = "x" }),
        ("chapters", { $0.chapters = [Chapter(startSeconds: 0)] }), ("chaptersURL", { $0.chaptersURL = "x" }),
        ("chaptersType", { $0.chaptersType = "x" }), ("transcripts", { $0.transcripts = [Transcript(url: "x")] }),
        ("persons", { $0.persons = [Person(name: "x")] }),
        ("soundbites", { $0.soundbites = [Soundbite(startSeconds: 1, durationSeconds: 2)] }),
        ("socialInteractions", { $0.socialInteractions = [SocialInteraction(uri: "x")] }),
        ("location", { $0.location = [Location(name: "x")] }), ("license", { $0.license = License(identifier: "x") }),
        ("value", { $0.value = [Value(timeSplits: [ValueTimeSplit(remoteItem: RemoteItem(itemGUID: "x"))])] }),
        ("funding", { $0.funding = [Funding(url: "x")] }),
        ("contentLinks", { $0.contentLinks = [ContentLink(href: "x")] }),
        ("txts", { $0.txts = [TaggedText(text: "x")] }), ("images", { $0.images = [SizedImage(url: "x")] }),
        ("chat", { $0.chat = [Chat(server: "x")] }),
        ("extensions", { $0.extensions = ["ns": [MarkupElement(name: "x")]] }),
    ]

    private static let episode: Episode = .item(
        guid: "g",
        title: "T",
        enclosure: "https://h.example/a.mp3",
        date: .day(1)
    )

    @Test func c5Rule23EveryFieldOfAnEpisodeIsLookedAt() {
        // Given all stored fields but key and kind of key
        let fields = Mirror(reflecting: Self.episode).children.compactMap(\.label).filter {
            $0 != "key" && $0 != "keyKind"
        }
        #expect(fields == Self.edits.map(\.field))

        // When one is edited, then the number is another, and no two edits give the same
        var values: Set<UInt64> = [hash(Self.episode).value]
        for (field, edit) in Self.edits {
            var edited = Self.episode
            edit(&edited)
            #expect(values.insert(hash(edited).value).inserted, "\(field)")
        }
    }

    @Test func c5Rule23KeyAndPlaceDoNotMatter() {
        var other = Self.episode
        other.key = "syn:1:x"
        other.keyKind = .hash
        let list = IncomingEpisode.list(from: [Self.episode, other])
        #expect(list[0].contentHash == list[1].contentHash)
        #expect(list.map(\.position) == [0, 1])
    }

    @Test(arguments: [
        "https://h.example/a.mp3?token=1", "http://www.h.example/a.mp3", "https://pdst.fm/e/h.example/a.mp3?updated=3",
    ])
    func c5Rule23AnotherTokenOrPrefixIsNoEdit(url: String) {
        var other = Self.episode
        other.enclosures[0].url = url
        #expect(hash(other) != hash(Self.episode))
        #expect(hash(other).hasSameContent(as: hash(Self.episode)))
    }

    @Test func c5Rule23AnotherQueryOfAPictureIsNoEdit() {
        var first = Self.episode
        first.artworkURL = "https://i.example/p.jpg?w=1&sig=abc"
        first.images = [SizedImage(url: "https://i.example/q.jpg?1", width: 10)]
        var second = first
        second.artworkURL = "https://i.example/p.jpg?w=1&sig=def"
        second.images[0].url = "https://i.example/q.jpg?2"
        #expect(hash(first).hasSameContent(as: hash(second)))
        #expect(hash(first) != hash(second))
    }

    /// The first spelling of each needs nothing done to it but what is done to nearly all.
    @Test(arguments: [
        [
            "https://h.example/s/7?p=12&utm_source=a", "https://h.example/%73/7/?p=12&UTM_Medium=b",
            "http://h.example/s/7?&p=12",
        ],
        ["https://h.example/s/?token=a", "https://www.h.example/s?token=b", "https://H.example:443/s/?X-Amz-Date=1"],
        ["https://h.example/?e=1767225600&st=x", "https://h.example?sig=y&e=1767225601", "https://h.example//?ts=3"],
        ["https://h.example/s?a=%62&ref=1", "https://h.example/s?%61=b", "https://u@h.example/s/?a=b&ref=2"],
    ])
    func c5Rule23SpellingsAndTokensOfALinkAreNoEdit(links: [String]) {
        let hashes = links.map { link in
            var episode = Self.episode
            episode.link = link
            return hash(episode)
        }
        #expect(hashes.allSatisfy { $0.hasSameContent(as: hashes[0]) })
        #expect(Set(hashes.map(\.value)).count == links.count)
        #expect(hashes.allSatisfy { !$0.hasSameContent(as: hash(Self.episode)) })
    }

    @Test func c5Rule25AnUpdatedDateAloneIsNoEdit() {
        var other = Self.episode
        other.updatedAt = .day(9)
        other.publishedRaw = "another spelling"
        #expect(hash(other).hasSameContent(as: hash(Self.episode)))
        #expect(hash(other) != hash(Self.episode))
    }

    @Test(arguments: [
        (Episode.item(title: "ab"), Episode.item(title: "a", description: "b")),
        (Episode.item(description: ""), Episode.item(description: nil)),
    ])
    func fieldsDoNotRunTogether(first: Episode, second: Episode) {
        #expect(!hash(first).hasSameContent(as: hash(second)))
    }

    @Test func namesInExtensionsHaveNoOrder() {
        func episode(_ namespaces: [String]) -> Episode {
            var episode = Self.episode
            for name in namespaces {
                episode.extensions[name] = [
                    MarkupElement(
                        name: "e",
                        attributes: Dictionary(uniqueKeysWithValues: namespaces.map { ($0, name) })
                    )
                ]
            }
            return episode
        }
        let names = (0..<20).map { "ns\($0)" }
        #expect(hash(episode(names)) == hash(episode(names.reversed())))
    }

    /// Stored numbers must mean the same tomorrow: a change here makes every episode look edited once.
    @Test func theFormulaIsFixed() {
        #expect(hash(Self.episode).value == 7_411_196_074_620_424_851)
    }

    @Test func c5Rule23AnotherGuidIsNoEditWhereGuidsAreMadeAnewEachTime() {
        func hashes(_ guid: String, guidsAreUnreliable: Bool) -> [UInt64] {
            IncomingEpisode.list(
                from: [.item(guid: guid, title: "Title", date: .day(1))],
                guidsAreUnreliable: guidsAreUnreliable
            )
            .map(\.contentHash)
        }
        #expect(hashes("one", guidsAreUnreliable: true) == hashes("two", guidsAreUnreliable: true))
        #expect(hashes("one", guidsAreUnreliable: false) != hashes("two", guidsAreUnreliable: false))
    }

    private func hash(_ episode: Episode) -> EpisodeContentHash {
        EpisodeContentHash(
            episode,
            canonicalEnclosure: episode.enclosures.first.flatMap { CanonicalEnclosure.make(from: $0.url) }
        )
    }
}
