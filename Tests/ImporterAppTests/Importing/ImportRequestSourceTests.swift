import FeedImporting
import Foundation
import Persistence
import Testing

@testable import ImporterApp

struct ImportRequestSourceTests {
    @Test(arguments: [ImportRun.Selection.all, .due])
    func aFeedThatIsRemovedBeforeItsTurnIsNoneOfTheRun(selection: ImportRun.Selection) async throws {
        // Given the list of a run
        let (app, folder) = try ImporterApp.withStoreOfItsOwn()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await app.withStore(.making) { persistence in
            let now = ImporterApp.now()
            try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                for name in ["a", "b", "c"] {
                    let new = NewSubscription(feedURL: "https://show.example/\(name)")
                    _ = try unit.subscriptions.subscribe(to: new, at: now)
                }
            }
            let source = try ImportRequestSource(
                run: ImportRun(selection: selection),
                app: app,
                credentials: try app.checkedCredentials(),
                persistence: persistence
            )
            #expect(source.total == 3)

            // When one of its feeds is removed
            try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                try unit.subscriptions.unsubscribe(2, purges: true, at: now)
            }

            // Then
            var names: Set<String> = []
            for try await request in source.requests { names.insert(request.name) }
            #expect(names == ["https://show.example/a", "https://show.example/c"])
            #expect(source.removedCount == 1)
        }
    }
}
