import PodcastModel
import Testing

@testable import FeedImporting

struct DocumentAgreementTests {
    @Test func halfOfWhatWouldChangeMustBeInBoth() {
        let held = (1...4).map { Episode.weekly($0) }
        let slid = (3...6).map { Episode.weekly($0) }
        let other = (4...7).map { Episode.weekly($0) }
        #expect(Self.confirms(.massReplacement, held, slid))
        #expect(!Self.confirms(.massReplacement, held, other))
        #expect(Self.confirms(.massReplacement, held, other, positions: [0]))
        #expect(!Self.confirms(.massRemoval, held, other))
        #expect(!Self.confirms(.massRemoval, [], other))
        #expect(!Self.confirms(.massRemoval, held, held, positions: []))
    }

    @Test func anItemIsTheSameByItsKeyOrByItsFileButNeverByAKeyAlone() {
        let rekeyed = (1...4).map { Self.weekly($0, guid: "new-\($0)") }
        let moved = (1...4).map { Self.weekly($0, file: "https://new.example/\($0).mp3") }
        let reused = (1...4).map { Self.weekly($0 + 10, guid: "guid-\($0)") }
        let held = (1...4).map { Episode.weekly($0) }
        #expect(Self.confirms(.massReplacement, held, rekeyed))
        #expect(Self.confirms(.massReplacement, held, moved))
        #expect(!Self.confirms(.massReplacement, held, reused))
        let articles = [Episode.item(guid: "guid-1", title: "On 1")]
        #expect(!Self.confirms(.massReplacement, articles, [.item(guid: "guid-1", title: "On 2")]))
        // Of what is rewritten, the guid is what was known.
        #expect(!Self.confirms(.massEdit, held, rekeyed))
        #expect(Self.confirms(.massEdit, held, moved))
    }

    @Test(arguments: [
        ("Cooking", "https://a.example/", "g", "Garden", "https://b.example/", "G", true),
        ("Cooking", "https://a.example/", "g", "Cooking", "https://a.example/", "h", false),
        ("Cooking", "https://a.example/", nil, "COOKING", "https://b.example/", "h", true),
        ("Cooking", "https://a.example/", nil, "Garden", "http://www.a.example", nil, true),
        ("Cooking 1", nil, nil, "Cooking 22", nil, nil, true),
        ("1", nil, nil, "22", nil, nil, false),
        ("Cooking", nil, nil, "Garden", nil, nil, false),
        (nil, nil, nil, nil, nil, nil, false),
    ])
    func twoStrangersAreOneShowByGuidNameOrSite(
        title: String?,
        link: String?,
        guid: String?,
        otherTitle: String?,
        otherLink: String?,
        otherGUID: String?,
        isOne: Bool
    ) {
        var (podcast, other) = (Podcast(), Podcast())
        (podcast.title, podcast.link, podcast.guid) = (title, link, guid)
        (other.title, other.link, other.guid) = (otherTitle, otherLink, otherGUID)
        #expect(Self.confirms(.anotherShow, [.weekly(1)], [.weekly(2)], podcast, other) == isOne)
        #expect(Self.confirms(.anotherShow, [.weekly(1)], [.weekly(1)], podcast, other))
    }

    private static func confirms(
        _ reason: HoldReason,
        _ held: [Episode],
        _ new: [Episode],
        _ heldPodcast: Podcast = Podcast(),
        _ newPodcast: Podcast = Podcast(),
        positions: [Int]? = nil
    ) -> Bool {
        let agreement = DocumentAgreement(held: side(heldPodcast, held), new: side(newPodcast, new))
        return agreement.confirms(
            HoldFinding(reason: reason, detail: "", positions: positions ?? Array(new.indices))
        )
    }

    private static func side(_ podcast: Podcast, _ episodes: [Episode]) -> DocumentAgreement.Side {
        var episodes = episodes
        _ = EpisodeKeys.assign(to: &episodes, feedURL: nil, channelLink: nil)
        return DocumentAgreement.Side(podcast: podcast, items: IncomingEpisode.list(from: episodes))
    }

    private static func weekly(_ number: Int, guid: String? = nil, file: String? = nil) -> Episode {
        var episode = Episode.weekly(number)
        if let guid { episode.guid = guid }
        if let file { episode.enclosures = [Enclosure(url: file, type: "audio/mpeg")] }
        return episode
    }
}
