import PodcastModel
import Testing

@testable import Persistence

struct FetchedResultsGroupTests {
    /// A row of one kind or another.
    private enum LibraryRow: FetchedRow {
        case subscription(Subscription)
        case episode(StoredEpisode)

        var id: Int64 {
            switch self {
            case .subscription(let subscription): subscription.id
            case .episode(let episode): episode.id
            }
        }
    }

    private let atOnce = MonitorTiming { _ in }

    private func group(_ store: TestStore) throws -> FetchedResultsGroup<LibraryRow> {
        try FetchedResultsGroup(
            [
                "episodes": FetchRequest.episodes(EpisodeQuery()).map { LibraryRow.episode($0) },
                "subscriptions": FetchRequest.subscriptions().map { LibraryRow.subscription($0) },
            ],
            in: store.manager,
            timing: atOnce
        )
    }

    @Test func tellsTogetherWhatChangedTogether() async throws {
        let store = try await TestStore(inMemory: true)
        var changes = try group(store).makeAsyncIterator()
        let first = try await changes.next()

        try await store.add(episodes: [Samples.incoming(1)])
        let second = try await changes.next()
        try await store.context.save { unit throws(PersistenceError) in try unit.episodes.delete(1, at: TestStore.now) }
        let third = try await changes.next()

        #expect(first?.keys.sorted() == ["episodes", "subscriptions"])
        #expect(second?.mapValues(\.results.count) == ["episodes": 1, "subscriptions": 1])
        // The subscription counts its episodes, so that it is another row now.
        #expect(third?.mapValues(\.results.count) == ["episodes": 0, "subscriptions": 1])
        #expect(third?["subscriptions"]?.rows.count == 1)
    }

    @Test func takesRequestsInAndOutWhileItRuns() async throws {
        let store = try await TestStore(inMemory: true)
        try await store.add(episodes: [Samples.incoming(1)])
        let group = try group(store)
        var changes = group.makeAsyncIterator()
        _ = try await changes.next()

        group.replaceRequest("episodes", with: nil)
        let second = try await changes.next()
        group.replaceRequest("one", with: FetchRequest.episode(id: 1).map { .episode($0) })
        let third = try await changes.next()

        #expect(second?.mapValues(\.results.count) == ["episodes": 0])
        #expect(third?.mapValues(\.results.count) == ["one": 1])
    }

    @Test func watchesOneRowFromBeforeItIsThereUntilItIsGone() async throws {
        let store = try await TestStore(inMemory: true)
        let added = try await store.add()
        let monitor = try FetchedObjectMonitor(.episode(id: 1), in: store.manager, timing: atOnce)
        var rows = monitor.makeAsyncIterator()
        let context = store.context

        let none = try await rows.next()
        try await context.save { unit throws(PersistenceError) in
            _ = try unit.episodes.insert(
                Samples.incoming(1),
                podcastID: added.podcast,
                at: TestStore.now,
                isBacklog: false
            )
        }
        let inserted = try await rows.next()
        try await context.save { unit throws(PersistenceError) in
            guard let stored = try unit.episodes.episode(id: 1) else { return }
            try unit.episodes.update(stored, with: Samples.incoming(1, title: "Renamed"), at: TestStore.now)
        }
        let updated = try await rows.next()
        try await context.save { unit throws(PersistenceError) in try unit.episodes.delete(1, at: TestStore.now) }
        let deleted = try await rows.next()

        #expect(none == .some(nil))
        #expect(inserted??.episode.title == "Episode 1")
        #expect(updated??.episode.title == "Renamed")
        #expect(deleted == .some(nil))
    }
}
