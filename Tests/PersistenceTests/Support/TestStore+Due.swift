import PodcastModel

@testable import Persistence

extension TestStore {
    /// Feeds that are due so many seconds from now, in order of their numbers.
    static func withFeeds(dueIn seconds: [Int64]) async throws -> TestStore {
        let store = try await TestStore(inMemory: true)
        try await store.context.save { unit throws(PersistenceError) in
            for (number, wait) in seconds.enumerated() {
                let id = try unit.subscriptions.subscribe(
                    to: NewSubscription(feedURL: "https://example.com/\(number)"),
                    at: now
                ).id
                try unit.refreshes.postpone(id, until: now.adding(seconds: wait), reasons: [])
            }
        }
        return store
    }

    /// In how many seconds the feeds are due, in order of their numbers.
    func dueTimes() async throws -> [Int64] {
        let times = try await integers("SELECT nextDueAt FROM subscription ORDER BY id")
        return times.map { $0 - Self.now.epochSeconds }
    }
}
