import Foundation
import PodcastModel
import Testing

@testable import ImporterApp
@testable import Persistence

struct ChangeTrimmingTests {
    /// What is left of changes that were made so many days ago, by what are 90 days for the settings.
    private func left(ofDaysAgo days: [Int64]) async throws -> [Int64] {
        let (app, folder) = try ImporterApp.withStoreOfItsOwn()
        let now = ImporterApp.now()
        let left = try await app.withStore { persistence in
            let context = try persistence.newBackgroundContext()
            try await context.save { unit throws(PersistenceError) in
                for number in days {
                    let wish = NewSubscription(feedURL: "https://\(number).example/")
                    _ = try unit.subscriptions.subscribe(to: wish, at: now.adding(seconds: -number * 86_400))
                }
            }
            try await app.trimChanges(persistence)
            return try await context.perform { unit throws(PersistenceError) in
                try unit.changes.changes(since: 0, limit: 100).map { now.seconds(since: $0.at) / 86_400 }
            }
        }
        try FileManager.default.removeItem(atPath: folder)
        return left
    }

    @Test func changesThatAreOlderThanTheSettingsKeepThemAreDeleted() async throws {
        #expect(try await left(ofDaysAgo: [300, 100, 80, 1]) == [80, 1])
    }

    @Test func aClockThatIsAheadDeletesOnlyWhatIsOldForTheNewestAsWell() async throws {
        // As if it were two hundred days later than it is
        #expect(try await left(ofDaysAgo: [500, 300, 280, 201, 200]) == [280, 201, 200])
    }
}
