import PodcastModel
import Testing

@testable import FeedImporting

struct ShowLikenessTests {
    @Test(
        arguments: [
            (guid: "g", storedGUID: "g", title: "Garden", isSame: true),
            ("former", "g", "Garden", true), ("h", "g", "Cooking", false),
            (nil, "g", " COOKING ", true), ("g", nil, "Cooking", true), (nil, nil, "Garden", false),
            (nil, nil, nil, false),
        ] as [(guid: String?, storedGUID: String?, title: String?, isSame: Bool)]
    )
    func aShowIsTheSameByItsGuidElseByItsTitle(guid: String?, storedGUID: String?, title: String?, isSame: Bool) {
        var (podcast, stored) = (Podcast(), Podcast())
        (podcast.guid, podcast.title) = (guid, title)
        (stored.guid, stored.title) = (storedGUID, "Cooking")
        let known = StoredPodcast(id: 1, podcast: stored, formerGUIDs: ["former"])
        #expect(ShowLikeness.isSame(podcast, as: known) == isSame)
    }

    @Test(arguments: [
        (Episode.item(guid: "guid-1", title: "X"), true),
        (.item(guid: "new", title: "X", enclosure: "http://www.cdn.example.com/show/1.mp3?token=1"), true),
        (.item(guid: "new", title: "Talk about 1", enclosure: "https://other.example/1.mp3", date: .day(7)), false),
    ])
    func elseByAnItemWithAKnownGuidOrFile(item: Episode, isSame: Bool) {
        var store = ModelStore()
        store.importDocument([.weekly(1), .weekly(2)], at: .day(20))
        var podcast = Podcast()
        podcast.title = "Garden"
        var show = Podcast()
        show.title = "Cooking"
        let document = FeedDocument(
            format: "rss 2.0",
            encoding: "utf-8",
            complete: true,
            warnings: [],
            podcast: podcast,
            episodes: [item]
        )
        let known = StoredPodcast(id: 1, podcast: show)
        #expect(ShowLikeness.isSame(document, as: known, store.rows.map(\.identity)) == isSame)
    }
}
