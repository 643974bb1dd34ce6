import Dispatch
import Foundation
import Logging
import PodcastModel
import Synchronization
import Testing

@testable import Persistence

struct LogGrowthTests {
    /// Keeps what is logged from `notice` on.
    private struct Recorder: LogHandler {
        let lines: Mutex<[String]>.Box
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.notice

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let text = "\(event.message)"
            lines.value.withLock { $0.append("\(event.level) \(text)") }
        }
    }

    private func size(ofLogOf path: String) throws -> Int64 {
        try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int64 ?? 0
    }

    @Test func warnsOfAReaderThatKeepsTheLogFromBeingMergedAndMergesItAfterwards() async throws {
        // Given a store with room for little, and a reader that keeps its snapshot
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        let path = folder + "/store.sqlite"
        var configuration = PersistenceConfiguration(location: .file(path: path))
        configuration.logLimitBytes = 400_000
        let lines = Mutex<[String]>.Box([])
        let manager = PersistenceManager(
            configuration: configuration,
            logger: Logger(label: "test") { _ in Recorder(lines: lines) }
        )
        try await manager.loadPersistentStore()
        let (reading, isReading) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        let reader = try manager.mainContext()
        async let counts = reader.perform { unit throws(PersistenceError) in
            let before = try unit.changes.lastSequence()
            isReading.yield()
            gate.wait()
            return (before, try unit.changes.lastSequence())
        }
        for await _ in reading { break }

        // When much is written
        for number in 0..<60 { try await subscribe(to: number, in: manager) }
        let grown = try size(ofLogOf: path)
        let warnings = lines.value.withLock(\.self)
        gate.signal()

        // Then the reader had what it wanted, and somebody was told, not each time
        let (before, after) = try await counts
        #expect(before == after)
        #expect(grown > 800_000)
        #expect((1...4).contains(warnings.count))
        #expect(warnings.allSatisfy { $0.hasPrefix("warning the store's log grows") })

        // And when the reader has ended, the log is small again
        var number = 100
        while lines.value.withLock({ $0.last?.hasPrefix("notice") }) != true {
            try await subscribe(to: number, in: manager)
            number += 1
        }
        #expect(try size(ofLogOf: path) < 400_000)
        try await manager.close()
    }

    private func subscribe(to number: Int, in manager: PersistenceManager) async throws {
        try await manager.newBackgroundContext().save { unit throws(PersistenceError) in
            _ = try unit.subscriptions.subscribe(
                to: NewSubscription(feedURL: "https://x.example/\(number)"),
                at: TestStore.now
            )
        }
    }
}

extension Mutex where Value: Sendable {
    /// A lock that can be captured and stored.
    fileprivate final class Box: Sendable {
        let value: Mutex<Value>

        init(_ initial: Value) {
            value = Mutex<Value>(initial)
        }
    }
}
