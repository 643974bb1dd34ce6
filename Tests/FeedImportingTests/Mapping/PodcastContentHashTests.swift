import PodcastModel
import Testing

@testable import FeedImporting

struct PodcastContentHashTests {
    @Test(arguments: PodcastContentHashTests.changes.indices)
    func everyFieldCounts(number: Int) {
        var podcast = Podcast()

        Self.changes[number](&podcast)

        #expect(PodcastContentHash.make(of: podcast) != PodcastContentHash.make(of: Podcast()))
    }

    @Test func buildDatesDoNotCount() {
        var podcast = Podcast()

        podcast.lastBuildAt = Timestamp(epochSeconds: 1)
        podcast.publishedAt = Timestamp(epochSeconds: 2)

        #expect(PodcastContentHash.make(of: podcast) == PodcastContentHash.make(of: Podcast()))
    }

    @Test func everyFieldIsAmongThoseTried() {
        // The two build dates are tried in a test of their own
        #expect(Mirror(reflecting: Podcast()).children.count == Self.changes.count + 2)
    }

    @Test func aTextThatMovesToAnotherFieldCounts() {
        var (first, second) = (Podcast(), Podcast())

        first.subtitle = "words"
        second.summary = "words"

        #expect(PodcastContentHash.make(of: first) != PodcastContentHash.make(of: second))
    }

    private static let changes: [@Sendable (inout Podcast) -> Void] = [
        { $0.id = "a" }, { $0.title = "a" }, { $0.link = "a" }, { $0.description = "a" }, { $0.subtitle = "a" },
        { $0.summary = "a" }, { $0.language = "a" }, { $0.copyright = "a" }, { $0.generator = "a" },
        { $0.author = "a" }, { $0.authorEmail = "a" }, { $0.owner = Mailbox(name: "a", email: nil) },
        { $0.artworkURL = "a" }, { $0.categories = [["a"]] }, { $0.keywords = ["a"] }, { $0.type = .serial },
        { $0.explicit = false }, { $0.complete = true }, { $0.block = true }, { $0.newFeedURL = "a" },
        { $0.guid = "a" }, { $0.medium = "a" }, { $0.locked = FeedLock(value: true, owner: nil) },
        { $0.funding = [Funding(url: "a", text: nil)] },
        { $0.persons = [Person(name: "a", role: nil, group: nil, imageURL: nil, href: nil)] },
        { $0.socialInteractions = [SocialInteraction(uri: "a")] },
        { $0.license = License(identifier: "a") }, { $0.location = [Location(name: "a")] },
        { $0.value = [Value(type: "a")] }, { $0.trailers = [Trailer(url: "a")] },
        { $0.podroll = [RemoteItem(feedGUID: "a")] }, { $0.updateFrequency = UpdateFrequency(text: "a") },
        { $0.podping = false }, { $0.publisher = RemoteItem(feedGUID: "a") },
        { $0.txts = [TaggedText(text: "a")] }, { $0.images = [SizedImage(url: "a")] },
        { $0.blocks = [BlockRule(block: true)] }, { $0.chat = [Chat(server: "a")] },
        { $0.remoteItems = [RemoteItem(feedGUID: "a")] },
        { $0.liveItems = [LiveItem(status: "live", startsAt: nil, endsAt: nil, item: Episode())] },
        { $0.ttlMinutes = 1 }, { $0.skipHours = [1] }, { $0.skipDays = ["Monday"] }, { $0.updatePeriodSeconds = 1 },
        { $0.cloud = Cloud(port: 1) }, { $0.selfURL = "a" }, { $0.hubURLs = ["a"] },
        { $0.nextPageURL = "a" }, { $0.previousArchiveURL = "a" }, { $0.archiveComplete = true },
        { $0.extensions = ["a": []] },
    ]
}
