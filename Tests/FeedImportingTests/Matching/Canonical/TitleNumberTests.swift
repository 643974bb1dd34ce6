import Testing

@testable import FeedImporting

struct TitleNumberTests {
    @Test(
        arguments: [
            ("#12 - the rest", "the rest", nil, 12), ("ep. 12: the rest", "the rest", nil, 12),
            ("episode #12 the rest", "the rest", nil, 12), ("12: the rest", "the rest", nil, 12),
            ("s1e5: the rest", "the rest", 1, 5), ("s01e05 the rest", "the rest", 1, 5),
            ("s1 e5 - the rest", "the rest", 1, 5), ("s1:ep. 5 | the rest", "the rest", 1, 5),
            ("season 1, episode 5: the rest", "the rest", 1, 5), ("staffel 1, folge 5: the rest", "the rest", 1, 5),
        ] as [(String, String, Int?, Int)]
    )
    func splitsANumberFromATitle(title: String, rest: String, season: Int?, episode: Int) throws {
        let split = try #require(CanonicalTitle.splittingNumber(of: title))
        #expect(split.rest == rest)
        #expect(split.number == TitleNumber(season: season, episode: episode))
    }

    @Test(arguments: [
        "12 angry men", "1234567: the rest", "s1e5", "s1e5:", "s1: the rest", "season 1 the rest", "stories 1: e5",
        "e3 2026 in review", "s4 exams", "episode", "#", "", "s",
        // Marks that belong to the character before them.
        "12\u{20E3}: the rest", "#\u{20E3} 12: the rest", "s\u{301}1e5: the rest", "12\u{301}: the rest",
    ])
    func leavesOtherTitlesWhole(title: String) {
        #expect(CanonicalTitle.withoutNumber(title) == title)
    }

    @Test func numbersOfOneWayToCountMustBeEqual() {
        let titles = ["s1e5: a", "s1e6: a", "s2e5: a", "#5: a", "#6: a", "a"].map { $0 + " title" }
        let agreeing = titles.map { first in titles.map { CanonicalTitle.numbersAgree(first, $0) } }
        #expect(
            agreeing == [
                [true, false, false, true, true, true], [false, true, false, true, true, true],
                [false, false, true, true, true, true], [true, true, true, true, false, true],
                [true, true, true, false, true, true], [true, true, true, true, true, true],
            ]
        )
    }
}
