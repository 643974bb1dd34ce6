import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C7 41, C9 50: episodes whose stored date is not the one that their feed gives them.
struct KeptDatesTests {
    /// Twelve episodes of one title; `redated` are the same after the run of a tool.
    private static let shows = (1...12).map { number in
        var show = Episode.weekly(number)
        show.title = "Daily news"
        return show
    }
    private static let redated = shows.enumerated().map { dated($1, minute: $0) }

    /// A store that did not believe the tool.
    private static func keeping() -> ModelStore {
        var store = ModelStore()
        store.importDocument(shows, at: .day(90))
        store.importDocument(redated, at: .day(91))
        return store
    }

    private static func dated(_ show: Episode, day: Int = 91, minute: Int) -> Episode {
        var show = show
        show.publishedAt = .day(day, minute: minute)
        show.publishedRaw = show.publishedAt?.rfc3339
        return show
    }

    private static func expectAllKept(in store: ModelStore, _ comment: Comment? = nil) {
        #expect(store.rows.map(\.episode.publishedAt) == shows.map(\.publishedAt), comment)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [true, false])
    func c7Rule41AMoveIsRecognisedByTheDatesOfTheToolAndByThoseBeforeIt(hasToolsDates: Bool) {
        var store = Self.keeping()

        let plan = store.importDocument((hasToolsDates ? Self.redated : Self.shows).movedElsewhere(), at: .day(92))

        #expect(plan.inserted.isEmpty && plan.isHostMigration)
        Self.expectAllKept(in: store)
    }

    @Test func c7Rule41ANewHostMayDateThemTogetherOnceMore() {
        // Given
        let shows = (1...12).map { Episode.weekly($0) }
        var store = ModelStore()
        store.importDocument(shows, at: .day(90))
        store.importDocument(shows.enumerated().map { Self.dated($1, minute: $0) }, at: .day(91))

        // When
        let moved = shows.movedElsewhere().enumerated().map { Self.dated($1, day: 95, minute: $0) }
        let plan = store.importDocument(moved, at: .day(96))

        // Then
        #expect(plan.inserted.isEmpty && plan.isHostMigration)
        Self.expectAllKept(in: store)
    }

    @Test func c7Rule41AnEpisodeThatIsPublishedAnewIsRecognisedByTheDateOfTheTool() {
        var store = Self.keeping()
        var shows = Self.redated
        (shows[4].guid, shows[4].enclosures[0].url) = ("again", "https://cdn.example.com/again.mp3")

        let plan = store.importDocument(shows, at: .day(92))

        #expect(plan.inserted.isEmpty)
        Self.expectAllKept(in: store)
    }

    @Test func c7Rule41ADeletedEpisodeIsRecognisedByTheDateOfTheTool() {
        // Given
        var store = Self.keeping()
        store.delete(store.rows[4].id)

        // When
        let plan = store.importDocument(Self.redated.movedElsewhere(), at: .day(92))

        // Then
        #expect(plan.inserted.isEmpty && store.rows.count == 11)
    }

    @Test func c7Rule41ADateThatWasNotBelievedIsNotBelievedLater() {
        // Given a feed that lists but two of them any more, and others
        var store = Self.keeping()
        let next = (14...20).map { Episode.weekly($0) }
        store.importDocument(Self.redated.suffix(2) + next, at: .day(141))

        // When those two are edited
        let edited = Self.redated.suffix(2).map { show in
            var show = show
            show.description = "Corrected"
            return show
        }
        store.importDocument(edited + next, at: .day(142))

        // Then
        #expect(store.rows.prefix(12).map(\.episode.publishedAt) == Self.shows.map(\.publishedAt))
        #expect(store.rows[11].episode.description == "Corrected")
    }

    @Test func c7Rule41AnotherDateOfOneOfThemIsBelieved() {
        // Given
        var store = Self.keeping()
        var shows = Self.redated

        // When its publisher says when it was
        shows[4].publishedAt = .day(36)
        store.importDocument(shows, at: .day(92))

        // Then that is its date, and the one by which it is known
        #expect(store.rows[4].episode.publishedAt == .day(36))
        #expect(store.rows[4].identity.keptPublishedAt == nil && store.rows[4].identity.publishedAt == .day(36))
        #expect(store.rows.count { $0.identity.keptPublishedAt != nil } == 11)
    }

    @Test func c7Rule41ASeasonThatWasPlannedMayBePublishedAtOnce() {
        // Given a season that is announced with the days on which its episodes are to come, beside older ones
        let shows = (1...12).map { Episode.weekly($0) }
        var store = ModelStore()
        store.importDocument(shows, at: .day(30))

        // When all of it is published
        let atOnce = shows.enumerated().map { $0 < 4 ? $1 : Self.dated($1, day: 31, minute: $0) }
        let plan = store.importDocument(atOnce, at: .day(31))

        // Then
        #expect(plan.decisions.allSatisfy { !$0.keepsStoredDate })
        #expect(store.rows.map(\.episode.publishedAt) == atOnce.map(\.publishedAt))
    }

    @Test func c7Rule41PlansThatStayCountAmongTheEpisodes() {
        // Given three episodes, and nine that are announced for the coming weeks
        let shows = (1...12).map { Episode.weekly($0) }
        var store = ModelStore()
        store.importDocument(shows, at: .day(22))

        // When two of the three are corrected to one day
        let corrected = shows.enumerated().map { $0 == 1 || $0 == 2 ? Self.dated($1, day: 20, minute: $0) : $1 }
        let plan = store.importDocument(corrected, at: .day(22))

        // Then no tool did that
        #expect(plan.decisions.allSatisfy { !$0.keepsStoredDate })
        #expect(store.rows.map(\.episode.publishedAt) == corrected.map(\.publishedAt))
    }

    @Test func c7Rule41AToolThatLeavesPlansAloneIsNotBelieved() {
        // Given eight episodes, and twelve that are announced
        let shows = (1...20).map { Episode.weekly($0) }
        var store = ModelStore()
        store.importDocument(shows, at: .day(57))

        // When a tool dates the eight
        store.importDocument(shows.enumerated().map { $0 < 8 ? Self.dated($1, day: 57, minute: $0) : $1 }, at: .day(57))

        // Then
        #expect(store.rows.map(\.episode.publishedAt) == shows.map(\.publishedAt))
    }
}
