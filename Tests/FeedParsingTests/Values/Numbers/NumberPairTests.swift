import Testing

@testable import FeedParsing

struct NumberPairTests {
    @Test(arguments: [
        ("S1E5", 1, 5), ("s01e05", 1, 5), ("S2 E12", 2, 12), ("S02.E03", 2, 3), ("Season 2, Episode 3", 2, 3),
        ("S1:Ep. 5", 1, 5), ("1x05", 1, 5), ("Staffel 2 Folge 3", 2, 3), ("5 of 10", 5, 5), ("5/10", 5, 5),
        ("Episode 5 of 10", 5, 5), ("#5 of 10", 5, 5), ("Part 2/3", 2, 2), ("2 von 3", 2, 2),
    ])
    func readsTheNumberThatIsMeant(text: String, season: Int, episode: Int) throws {
        // When
        let fields = ["itunes:season", "itunes:episode", "podcast:season", "podcast:episode"]
        let item = try item(fields.map { "<\($0)>\(text)</\($0)>" }.joined())

        // Then the text, which says more than the number, is kept
        #expect(item.itunesSeason == season)
        #expect(item.itunesEpisode == episode)
        #expect(item.podcast.seasonNumber == season)
        #expect(item.podcast.episodeNumber == Double(episode))
        #expect(item.extensions.map(\.value) == Array(repeating: text, count: 4))
    }

    @Test(arguments: [
        "", "5", "1.5", "1,234", "12-1", "5-6", "10/5", "S1", "S1E5E6", "S0E5", "S1E0", "5 10", "5 and 6", "E5S1",
        "S1E5 (live)", "2024/05/06", "a1b2", "-1/2", "1.5 of 10",
    ])
    func isNilWhenItIsNotClear(text: String) {
        #expect(ASCIIText.withBytes(of: text) { NumberPair($0)?.number } == nil)
    }

    @Test func aDecimalEpisodeMayHaveAWordBeforeIt() throws {
        #expect(try item("<podcast:episode>Ep. 5</podcast:episode>").podcast.episodeNumber == 5)
        #expect(try item("<podcast:episode>5.5</podcast:episode>").podcast.episodeNumber == 5.5)
        #expect(try item("<podcast:episode>Ep. 5.5</podcast:episode>").podcast.episodeNumber == nil)
    }
}
