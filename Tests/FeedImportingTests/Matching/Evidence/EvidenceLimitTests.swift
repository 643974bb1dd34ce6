import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C4 17, 18, 21: how far evidence goes, and where it ends because others have it too.
struct EvidenceLimitTests {
    private static let others = (30...40).map { Episode.weekly($0) }

    private func store(of items: [Episode]) -> ModelStore {
        var store = ModelStore()
        store.importDocument(items + Self.others, at: .day(300))
        return store
    }

    /// Why the first item of the next document is the episode it is.
    private func reason(after items: [Episode], _ next: [Episode], isComplete: Bool = true) -> MatchReason {
        var store = store(of: items)
        let plan = store.importDocument(next + Self.others, at: .day(301), isComplete: isComplete)
        #expect(store.breaches.isEmpty)
        return plan.decisions[0].by
    }

    private func item(
        _ guid: String,
        _ title: String,
        file: String? = "fixed",
        at date: Timestamp?,
        page: String? = nil
    ) -> Episode {
        let url = file.map { "https://h.example/\($0).mp3" }
        return .item(guid: guid, title: title, enclosure: url, date: date, link: page.map { "https://s.example/\($0)" })
    }

    // MARK: - Files

    @Test(arguments: [("#4 - Talk about 4", MatchReason.enclosure), ("Talk about something else", .new)])
    func aFileIsThatOfItsTitleHoweverOftenItsGuidHasChanged(title: String, by: MatchReason) {
        // Given an episode that has had two guids before
        var show = Episode.weekly(4)
        var store = store(of: [show])
        for (day, guid) in [(301, "second"), (302, "third")] {
            show.guid = guid
            store.importDocument([show] + Self.others, at: .day(day))
        }

        // When another one comes with another time, and with a number in front of the title
        (show.guid, show.title) = ("fourth", title)
        show.publishedAt = show.publishedAt?.adding(seconds: 5 * 3600)
        let plan = store.importDocument([show] + Self.others, at: .day(303))

        // Then
        #expect(plan.decisions[0].by == by)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: ["Renamed", "First"])
    func aFileThatSeveralHaveIsEvidenceWithinTheHour(title: String) {
        let second = item("b", "Second", at: .day(8))
        let changed = item("new", title, at: .day(1, minute: 30))
        #expect(reason(after: [item("a", "First", at: .day(1)), second], [changed, second]) == .enclosure)
    }

    @Test func c4Rule18AFileThatSeveralHaveSaysLessThanTitleAndTime() {
        // Given one that leaves the feed, and one of the same minute with a file of its own
        let (first, third) = (item("a", "First", at: .day(1)), item("c", "Third", at: .day(8)))
        let second = item("b", "Second", file: "own", at: .day(1, minute: 1))

        // When that gets the file that the first has, as others do
        let next = item("new", "Second", at: .day(1, minute: 1))
        #expect(reason(after: [first, second, third], [next, third]) == .titleAndDate)
    }

    @Test func aFileThatAnotherItemHasNowIsNone() {
        let first = item("a", "First", at: .day(1))
        let moved = item("b", "Second", at: .day(8))
        #expect(
            reason(
                after: [first, item("b", "Second", file: "own", at: .day(8))],
                [item("new", "X", at: .day(90)), moved]
            )
                == .new
        )
    }

    @Test func norIsAFileThatAnotherEpisodeHad() {
        let first = item("a", "First", at: .day(1))
        let moved = item("b", "Second", file: "own", at: .day(8))
        #expect(
            reason(after: [first, item("b", "Second", at: .day(8))], [item("new", "X", at: .day(90)), moved]) == .new
        )
    }

    @Test(arguments: [("Old", "News"), ("News", "Old")])
    func withoutDatesAFileAndATitleThatAnotherHasOrHadAreNone(before: String, after: String) {
        let first = item("a", "News", at: nil)
        let next = [item("new", "News", at: nil), item("b", after, at: nil)]
        #expect(reason(after: [first, item("b", before, at: nil)], next) == .new)
    }

    @Test(arguments: [(Int64(86_400), MatchReason.enclosure), (86_401, .new)])
    func inAPartOfAFeedAFileIsEvidenceWithinADay(seconds: Int64, expected: MatchReason) {
        let changed = item("new", "Renamed", at: Timestamp.day(1).adding(seconds: seconds))
        #expect(reason(after: [item("a", "First", at: .day(1))], [changed], isComplete: false) == expected)
    }

    @Test(arguments: [
        (hasGUID: false, hadGUID: false, day: Int?.none, before: Int?.none, expected: MatchReason.enclosure),
        (true, false, nil, nil, .new), (false, true, nil, nil, .new),
        (false, false, 9, nil, .new), (false, false, nil, 9, .new),
    ])
    func onlyWithoutGuidAndDateAFileMayHaveGainedItsQuery(
        hasGUID: Bool,
        hadGUID: Bool,
        day: Int?,
        before: Int?,
        expected: MatchReason
    ) {
        let file = "https://h.example/download.mp3"
        let old = Episode.item(guid: hadGUID ? "a" : nil, title: "T", enclosure: file, date: before.map { .day($0) })
        let new = Episode.item(
            guid: hasGUID ? "b" : nil,
            title: "T",
            enclosure: file + "?id=7",
            date: day.map { .day($0) }
        )
        #expect(reason(after: [old], [new]) == expected)
    }

    @Test(arguments: [
        (day: 300, title: "Classic: First", expected: MatchReason.new), (300, "First", .enclosure),
        (100, "Corrected", .enclosure),
        // At the time of the newest that is stored: in a feed of days without times there are two of one day.
        (280, "Classic: First", .new),
    ])
    func whatHadLeftTheFeedComesAgainAsARerun(day: Int, title: String, expected: MatchReason) {
        // Given one that has slid out of the window
        var store = store(of: [item("a", "First", at: .day(1))])
        store.importDocument(Self.others, at: .day(301))

        // When its file comes again
        let again = item("new", title, at: .day(day))
        let plan = store.importDocument([again] + Self.others, at: .day(302))

        // Then it is a new episode where it comes as the newest one, under another title
        #expect(plan.decisions[0].by == expected)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [250, 9000])
    func c5Rule30OneThatIsDatedAheadMakesNoRerunTheOriginal(day: Int) {
        // Given one that has slid out of the window, and one that stays
        let other = item("b", "Start here", file: "start", at: .day(day))
        var store = store(of: [item("a", "First", at: .day(1)), other])
        store.importDocument([other] + Self.others, at: .day(301))

        // When the file of the former comes again
        let again = item("new", "Classic: First", at: .day(302))
        let plan = store.importDocument([again, other] + Self.others, at: .day(302))

        // Then
        #expect(plan.decisions[0].by == .new)
        #expect(store.breaches.isEmpty)
    }

    @Test func whatWasPlannedAndComesBeforeItsDateIsNoRerun() {
        var store = store(of: [item("a", "First", at: .day(400))])
        store.importDocument(Self.others, at: .day(301))
        let plan = store.importDocument([item("new", "First of all", at: .day(302))] + Self.others, at: .day(302))
        #expect(plan.decisions[0].by == .enclosure)
        #expect(store.rows.count == Self.others.count + 1)
    }

    // MARK: - Titles

    @Test(arguments: [(59, MatchReason.titleAndDate), (60, .new)])
    func inAPartOfAFeedATitleIsEvidenceWithinTheHour(minutes: Int, expected: MatchReason) {
        let changed = item("new", "First", file: "other", at: .day(1, minute: minutes))
        #expect(reason(after: [item("a", "First", at: .day(1))], [changed], isComplete: false) == expected)
    }

    @Test(arguments: [(59, MatchReason.titleAndDate), (60, .new)])
    func aTitleIsEvidenceWithinTheHourAcrossMidnightToo(minutes: Int, expected: MatchReason) {
        let evening = Timestamp.day(1, hour: 23, minute: 30)
        let changed = item("new", "First", file: "other", at: evening.adding(seconds: Int64(minutes) * 60))
        #expect(reason(after: [item("a", "First", at: evening)], [changed]) == expected)
    }

    @Test(arguments: [("Second", "First"), ("First", "Second")])
    func aTitleOfOneDayThatAnotherHasOrHadIsNone(before: String, after: String) {
        let oldest = item("o", "Oldest", file: "o", at: .day(0))
        let first = item("a", "First", file: "a", at: .day(1, hour: 8))
        let changed = item("new", "First", file: "other", at: .day(1, hour: 16))
        func second(_ title: String) -> Episode { item("b", title, file: "b", at: .day(8)) }
        #expect(
            reason(after: [first, second("Second"), oldest], [changed, second("Second"), oldest]) == .titleAndDate
        )
        #expect(reason(after: [first, second(before), oldest], [changed, second(after), oldest]) == .new)
    }

    @Test(arguments: [0, 300])
    func aBlankTitleIsNone(minutes: Int) {
        let changed = item("new", " ", file: "other", at: .day(1, minute: minutes))
        #expect(reason(after: [item("a", " ", at: .day(1))], [changed]) == .new)
    }

    @Test(arguments: [(90, MatchReason.titleAndDate), (300, .titleAndDate), (1440, .new)])
    func aTitleOfTheOldestOneListedIsEvidenceOnItsDay(minutes: Int, expected: MatchReason) {
        let before = item("a", "First", file: "old", at: .day(1))
        let after = item("new", "First", file: "new", at: .day(1, minute: minutes))
        #expect(reason(after: [before], [after]) == expected)
    }

    @Test func butNotOfOneThatHadLeftTheFeed() {
        // Given
        var store = store(of: [item("a", "First", file: "old", at: .day(1))])
        store.importDocument(Self.others, at: .day(301))

        // When
        let after = item("new", "First", file: "new", at: .day(1, minute: 90))
        let plan = store.importDocument([after] + Self.others, at: .day(302))

        // Then
        #expect(plan.decisions[0].by == .new)
    }

    @Test(arguments: [
        ("First [corrected]", 7, 33, true, MatchReason.titleAndDate),
        ("12 - First | The Show", 7, 33, true, .titleAndDate),
        ("Another", 7, 33, true, .new), ("First [corrected]", 7, 0, true, .new),
        ("First [corrected]", 7, 33, false, .new),
    ])
    func aSecondIsEvidenceIfItTellsAndTheTitleIsPartOfTheOther(
        title: String,
        hour: Int,
        minute: Int,
        isComplete: Bool,
        expected: MatchReason
    ) {
        let date = Timestamp.day(220, hour: hour, minute: minute)
        let next = item("new", title, file: "new", at: date)
        let reason = reason(after: [item("a", "First", file: "old", at: date)], [next], isComplete: isComplete)
        #expect(reason == expected)
    }

    @Test func butNotIfADeletedOneIsDatedSo() {
        // Given two of one second, one of them deleted here
        let date = Timestamp.day(220, hour: 7, minute: 33)
        let both = [item("a", "First", file: "a", at: date), item("b", "First, the second part", file: "b", at: date)]
        var store = store(of: both)
        store.delete(2)

        // When one of them comes under another guid, and the other one does not
        let next = item("new", "First, the second part [corrected]", file: "new", at: date)
        let plan = store.importDocument([next] + Self.others, at: .day(301))

        // Then
        #expect(plan.decisions[0].by == .new)
    }

    @Test func aTitleWithAnotherNumberIsNone() {
        let first = item("a", "#7: On birds", at: .day(1))
        #expect(reason(after: [first], [item("new", "On birds", file: "other", at: .day(1))]) == .titleAndDate)
        #expect(reason(after: [first], [item("new", "#8: On birds", file: "other", at: .day(1))]) == .new)
    }

    // MARK: - Pages

    @Test(arguments: [("own", "shared"), ("shared", "own")])
    func withoutDatesAPageThatAnotherHasOrHadIsNone(before: String, after: String) {
        let first = item("a", "First", file: nil, at: nil, page: "shared")
        let changed = item("new", "First", file: nil, at: nil, page: "shared")
        func second(_ page: String) -> Episode { item("b", "Second", file: nil, at: nil, page: page) }
        #expect(reason(after: [first, second("own")], [changed, second("own")]) == .page)
        #expect(reason(after: [first, second(before)], [changed, second(after)]) == .new)
    }

    @Test(arguments: [(2399, MatchReason.page), (2400, .new)])
    func withoutDatesAPageOfALongerEpisodeIsNone(seconds: Int, expected: MatchReason) {
        var first = item("a", "First", file: nil, at: nil, page: "1")
        var changed = item("new", "First", file: nil, at: nil, page: "1")
        (first.durationSeconds, changed.durationSeconds) = (1800, seconds)
        #expect(reason(after: [first], [changed]) == expected)
    }
}
