import Testing

@testable import Persistence

/// What an importer remembers of items is kept for each feed as it is.
struct ItemMemoryStoreTests {
    @Test func isKeptReplacedAndForgotten() async throws {
        // Given
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription

        // When
        let found = try await store.context.save { unit throws(PersistenceError) -> [[UInt8]?] in
            var found = [try unit.refreshes.itemMemory(of: id)]
            for bytes in [[0, 1, 255], [], nil, [7]] as [[UInt8]?] {
                try unit.refreshes.setItemMemory(bytes, of: id)
                found.append(try unit.refreshes.itemMemory(of: id))
            }
            return found
        }

        // Then
        #expect(found == [nil, [0, 1, 255], [], nil, [7]])
    }

    @Test func isGoneWithTheSubscription() async throws {
        // Given
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription

        // When
        let count = try await store.context.save { unit throws(PersistenceError) in
            try unit.refreshes.setItemMemory([1], of: id)
            try unit.execute("DELETE FROM subscription WHERE id = \(id)")
            return try unit.fetchInteger("SELECT count(*) FROM itemMemory")
        }

        // Then
        #expect(count == 0)
    }
}
