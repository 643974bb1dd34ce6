import Dispatch
import Foundation
import Logging
import PodcastModel
import Synchronization
import Testing
import TestSupport

@testable import ImporterApp
@testable import Persistence

struct ChangeReaderTests {
    private let now = Timestamp(epochSeconds: 1_793_491_200)

    /// Subscribes to feeds; each is a change.
    private func add(_ numbers: ClosedRange<Int>, trims: Bool = false, to store: PersistenceManager) async throws {
        try await store.newBackgroundContext().save { [now] unit throws(PersistenceError) in
            for number in numbers {
                let wish = NewSubscription(feedURL: "https://\(number).example/")
                _ = try unit.subscriptions.subscribe(to: wish, at: now)
            }
            if trims { _ = try unit.changes.trim(before: now.adding(seconds: 1), at: now) }
        }
    }

    private func store() async throws -> PersistenceManager {
        let store = PersistenceManager(
            configuration: PersistenceConfiguration(location: .memory),
            logger: Logger(label: "test")
        )
        try await store.loadPersistentStore()
        return store
    }

    @Test func aNewConsumerBeginsWithTheFirstChangeWhateverNumberAnotherProgramHasGivenOne() async throws {
        // Given
        let store = try await store()
        try await add(1...3, to: store)
        try await store.newBackgroundContext().save { unit throws(PersistenceError) in
            _ = try unit.execute("UPDATE change SET sequence = \(Int64.min) WHERE sequence = 1")
        }
        let (deliveries, delivery) = AsyncStream.makeStream(of: Int64.self)
        let output = open("/dev/null", O_WRONLY)
        defer { close(output) }
        let reader = ChangeReader(
            persistence: store,
            reading: ChangeReading(consumer: "me"),
            output: ChangeOutput(fileDescriptor: output) { changes in
                for change in changes { delivery.yield(change.sequence) }
                return []
            },
            now: { [now] in now }
        )

        // When
        try await reader.run()
        delivery.finish()

        // Then
        var delivered: [Int64] = []
        for await number in deliveries { delivered.append(number) }
        #expect(delivered == [2, 3])
        try await store.close()
    }

    @Test(.timeLimit(.minutes(10)), arguments: [nil, "me"])
    func aFollowerThatTheLogHasLeftBehindEnds(consumer: String?) async throws {
        // Given a follower that has read everything
        let store = try await store()
        try await add(1...3, to: store)
        let (deliveries, delivery) = AsyncStream.makeStream(of: [Int64].self)
        let output = open("/dev/null", O_WRONLY)
        defer { close(output) }
        let reader = ChangeReader(
            persistence: store,
            reading: ChangeReading(since: 2, consumer: consumer, follows: true),
            output: ChangeOutput(fileDescriptor: output) { changes in
                delivery.yield(changes.map(\.sequence))
                return []
            },
            now: { [now] in now }
        )
        let reading = Task { try await reader.run() }
        var iterator = deliveries.makeAsyncIterator()
        #expect(await iterator.next() == [3])

        // When it is forgotten, and changes come and go before it reads them
        if let consumer {
            try await until { try await position(of: consumer, in: store) == 3 }
            try await store.newBackgroundContext().save { unit throws(PersistenceError) in
                _ = try unit.changes.removeConsumer(consumer)
            }
        }
        try await add(4...6, trims: true, to: store)

        // Then it says so, and delivers nothing that has a gap before it
        let error = await #expect(throws: ImporterAppError.self) { try await reading.value }
        #expect(
            error?.message == "--since 3: changes before 6 are no longer kept; read the store anew, then go on from 6"
        )
        delivery.finish()
        #expect(await iterator.next() == nil)
    }

    @Test(.timeLimit(.minutes(10)))
    func whatTheReaderOfAPipeHasLeftThereIsDeliveredAgain() async throws {
        // Given a reader that takes a part of a delivery
        let store = try await store()
        try await add(1...3, to: store)
        let first = try SilentPipe()
        let reading = Task { try await reader(of: store, to: first.writer).run() }
        try await until { first.count >= 6 }
        first.take(2)

        // When it ends
        close(first.reader)
        let error = await #expect(throws: ImporterAppError.self) { try await reading.value }

        // Then another one gets all of it, and it is done when that has taken it
        #expect(error?.kind == .outputClosed)
        #expect(try await position(of: "me", in: store) == 0)
        let second = try SilentPipe()
        let again = Task { try await reader(of: store, to: second.writer).run() }
        try await until { second.count >= 6 }
        #expect(try await position(of: "me", in: store) == 0)
        second.take(6)
        try await again.value
        #expect(try await position(of: "me", in: store) == 3)
        close(first.writer)
        _ = second.finish()
        try await store.close()
    }

    @Test(arguments: [O_APPEND, O_TRUNC])
    func nothingIsDeliveredToAFileThatWasDeleted(mode: Int32) async throws {
        // Given a reader of whom a file has the first changes
        let store = try await store()
        try await add(1...3, to: store)
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        let output = open(path, O_WRONLY | O_CREAT | mode | O_CLOEXEC, 0o600)
        defer { close(output) }
        let reader = reader(of: store, to: output)
        try await reader.run()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "1\n2\n3\n")

        // When
        #expect(unlink(path) == 0)
        try await add(4...6, to: store)
        let error = await #expect(throws: ImporterAppError.self) { try await reader.run() }

        // Then the others are for whoever reads on
        #expect(error?.kind == .storage)
        #expect(try await position(of: "me", in: store) == 3)
        try await store.close()
    }

    @Test(.timeLimit(.minutes(10)))
    func aFollowerWaitsForAsLongAsAnotherProcessHoldsTheStore() async throws {
        // Given a consumer that follows, and waits for the store but shortly
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = PersistenceConfiguration(location: .file(path: folder.appendingPathComponent("s").path))
        configuration.busyTimeoutSeconds = 0.01
        let store = PersistenceManager(configuration: configuration, logger: Logger(label: "test"))
        try await store.loadPersistentStore()
        let other = PersistenceManager(configuration: configuration, logger: Logger(label: "other"))
        try await other.loadPersistentStore()
        try await add(1...3, to: store)
        let output = open("/dev/null", O_WRONLY)
        defer { close(output) }
        let attempts = Mutex(0)
        let hasEnded = Mutex(false)
        let (isLocked, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let reader = ChangeReader(
            persistence: store,
            reading: ChangeReading(consumer: "me", follows: true),
            output: ChangeOutput(fileDescriptor: output) { changes in
                guard changes.contains(where: { $0.sequence == 4 }) else { return [] }
                // Another process takes the store before the delivery is noted.
                DispatchQueue.global().async {
                    try? other.newBackgroundContext().saveAndWait { _ throws(PersistenceError) in
                        isLocked.signal()
                        gate.wait()
                    }
                }
                isLocked.wait()
                return []
            },
            now: { [now] in
                attempts.withLock { $0 += 1 }
                return now
            }
        )
        let reading = Task {
            defer { hasEnded.withLock { $0 = true } }
            try await reader.run()
        }
        try await until { try await position(of: "me", in: store) == 3 }
        let before = attempts.withLock(\.self)

        // When that takes longer than a save waits
        try await add(4...4, to: store)
        try await until { attempts.withLock(\.self) > before + 2 || hasEnded.withLock(\.self) }
        gate.signal()

        // Then the delivery is noted afterwards
        try await until { try await position(of: "me", in: store) == 4 || hasEnded.withLock(\.self) }
        let isOver = hasEnded.withLock(\.self)
        #expect(!isOver)
        #expect(try await position(of: "me", in: store) == 4)
        reading.cancel()
        try await reading.value
        try await other.close()
        try await store.close()
    }

    /// A reader that writes the number of each change as a line.
    private func reader(of store: PersistenceManager, to output: Int32) -> ChangeReader {
        ChangeReader(
            persistence: store,
            reading: ChangeReading(consumer: "me"),
            output: ChangeOutput(fileDescriptor: output) { Array($0.map { "\($0.sequence)\n" }.joined().utf8) },
            now: { [now] in now }
        )
    }

    private func position(of consumer: String, in store: PersistenceManager) async throws -> Int64? {
        try await store.mainContext().perform { unit throws(PersistenceError) in
            try unit.changes.consumer(consumer)?.sequence
        }
    }
}
