import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C4 22: episodes without dates of a publisher who moves to another host.
struct UndatedMoveTests {
    private static let oldHost = "https://old.example/show/"
    private static let newHost = "https://new.example/media/a/"

    private func show(_ number: Int, title: String? = nil, name: String? = nil, isDated: Bool = true) -> Episode {
        .item(
            guid: "guid-\(number)",
            title: title ?? "Talk about \(number)",
            enclosure: Self.oldHost + (name ?? "\(number)") + ".mp3",
            date: isDated ? .day(7 * number) : nil,
            duration: 1800 + number
        )
    }

    /// The same at the new host, which keeps the names of the files unless others are given.
    private func moved(_ shows: [Episode], name: (Episode) -> String? = { _ in nil }) -> [Episode] {
        shows.withGUIDs { "moved-\($0)" }.map { show in
            var show = show
            let kept = show.enclosures[0].url.replacing(Self.oldHost, with: Self.newHost)
            show.enclosures[0].url = name(show).map { Self.newHost + $0 } ?? kept
            return show
        }
    }

    private func store(of shows: [Episode]) -> ModelStore {
        var store = ModelStore()
        store.importDocument(shows, at: .day(100))
        return store
    }

    @Test func c4Rule22WithoutADateTheFileNameIsEnoughIfNoOtherHasIt() {
        let shows = (1...8).map { show($0, isDated: $0 != 4) }
        var store = store(of: shows)
        let plan = store.importDocument(moved(shows), at: .day(101))
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem == (1...8).map(Int64.init))
    }

    @Test(arguments: [true, false])
    func c4Rule22AFeedWhereNothingIsDatedMayMove(wasDated: Bool) {
        // Given a feed that has no dates, or none any more
        let undated = (1...8).map { show($0, isDated: false) }
        var store = store(of: wasDated ? (1...8).map { show($0) } : undated)
        store.importDocument(undated, at: .day(101))

        // When
        let plan = store.importDocument(moved(undated), at: .day(102))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem == (1...8).map(Int64.init))
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule22NamesAndTitlesOfEveryDayAreNoMove() {
        // Given a show without dates that uses the same titles and names for each day's files
        func day(_ number: Int) -> [Episode] {
            (1...8).map { show($0, name: "day-\(number)/\($0)", isDated: false) }.withGUIDs { "\($0)-of-\(number)" }
        }
        var store = store(of: day(1))

        // When
        let plan = store.importDocument(day(2), at: .day(101))

        // Then
        #expect(!plan.isHostMigration)
        #expect(plan.inserted.count == 8)
    }

    @Test(arguments: [(seconds: 0, isKnown: true), (1, false)])
    func c4Rule22WithoutADateAndUnderAnotherNameTheLengthHasToBeTheSame(seconds: Int, isKnown: Bool) {
        // Given files that all have one name at the new host
        let shows = (1...8).map { show($0, isDated: $0 != 4) }
        var store = store(of: shows)
        var items = moved(shows) { _ in "audio.mp3" }
        for index in items.indices { items[index].enclosures[0].url += "?id=\(index)" }
        items[3].durationSeconds? += seconds

        // When
        let plan = store.importDocument(items, at: .day(101))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.map(\.position) == (isKnown ? [] : [3]))
    }

    @Test(arguments: [(host: newHost, isKnown: true), (oldHost, false)])
    func c4Rule22LengthsToTheSecondAtAnotherHostTellAMove(host: String, isKnown: Bool) {
        // Given a feed without dates
        let shows = (1...8).map { show($0, isDated: false) }
        var store = store(of: shows)

        // When all get other guids and other names of their files
        let items = moved(shows) { "\($0.durationSeconds ?? 0)/audio.mp3" }.map { item in
            var item = item
            item.enclosures[0].url.replace(Self.newHost, with: host)
            return item
        }
        let plan = store.importDocument(items, at: .day(101))

        // Then
        #expect(plan.isHostMigration == isKnown)
        #expect(plan.inserted.count == (isKnown ? 0 : 8))
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule22ATitleAloneIsNotEnough() {
        // Given one without a date whose file has another name and no length
        var shows = (1...8).map { show($0, isDated: $0 != 4) }
        shows[3].durationSeconds = nil
        var store = store(of: shows)

        // When
        let plan = store.importDocument(moved(shows) { $0.title == shows[3].title ? "other.mp3" : nil }, at: .day(101))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.map(\.position) == [3])
    }

    @Test func c4Rule22AFileNameThatSeveralHaveSaysNothing() {
        // Given two without dates, under one title and one name
        var shows = (1...8).map { show($0) }
        for index in [3, 4] { shows[index] = show(index + 1, title: "News", name: "\(index)/audio", isDated: false) }
        var store = store(of: shows)

        // When
        let plan = store.importDocument(moved(shows), at: .day(101))

        // Then
        #expect(plan.inserted.map(\.position) == [3, 4])
        #expect(store.breaches.isEmpty)
    }
}
