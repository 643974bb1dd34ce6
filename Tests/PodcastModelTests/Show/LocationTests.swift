import Foundation
import PodcastModel
import Testing

/// Which of several places is shown where there is room for one (feed formats H).
struct LocationTests {
    @Test(
        arguments: [
            (["creator", "subject"], "subject"), (["creator", nil], nil), (["creator", "other"], "creator"),
            (["subject", nil], "subject"),
        ] as [([String?], String?)]
    )
    func showsWhatItIsAbout(relations: [String?], shown: String?) throws {
        // Given a podcast and an episode with places
        let places = relations.map { Location(name: $0 ?? "none", rel: $0) }
        var (podcast, episode) = (Podcast(), Episode())
        (podcast.location, episode.location) = (places, places)

        for json in [try JSONEncoder().encode(podcast), try JSONEncoder().encode(episode)] {
            // When
            let output = try JSONDecoder().decode(Output.self, from: json)

            // Then
            #expect(output.location?.name == shown ?? "none")
            #expect(output.locations == places)
        }
    }

    private struct Output: Decodable {
        let location: Location?
        let locations: [Location]
    }
}
