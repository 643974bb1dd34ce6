import PodcastModel
import Testing

@testable import Persistence

struct GroupCommitTests {
    @Test func aFailingSaveIsUndoneAloneAmongThoseThatShareACommit() async throws {
        let store = try await TestStore()
        let added = try await store.add()

        let failures = await withTaskGroup(of: Bool.self) { group in
            for number in 1...40 {
                group.addTask {
                    do {
                        let context = try store.manager.newBackgroundContext()
                        try await context.save { unit throws(PersistenceError) in
                            try unit.episodes.insert(Samples.incoming(number), podcastID: added.podcast, at: TestStore.now, isBacklog: false)
                            if number % 4 == 0 { throw .notFound(entity: "test", id: Int64(number)) }
                        }
                        return false
                    } catch {
                        return true
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }

        #expect(failures == 10)
        #expect(try await store.integers("SELECT count(*) FROM episode") == [30])
        #expect(try await store.integers("SELECT max(sequence) - min(sequence) + 1 - count(*) FROM change") == [0])
    }
}
