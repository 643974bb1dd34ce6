import Persistence
import PodcastModel

/// Reads the change log and delivers it.
///
/// For a consumer whose place the store remembers, a batch is announced in the
/// store, written, and then noted as delivered. A reader that finds an
/// announcement after a crash looks into the file: the batch is there, or it is
/// taken back and written again. So each change is in the file once. A batch in
/// a pipe is noted when it has been taken out of it.
struct ChangeReader {
    let persistence: PersistenceManager
    let reading: ChangeReading
    let output: ChangeOutput
    let now: @Sendable () -> Timestamp

    /// How many changes are delivered at once.
    private static let batchSize = 500

    /// Delivers what there is, and if it follows, what comes, until its task is
    /// cancelled or nobody reads the output any more.
    func run() async throws {
        // A store of which nothing can be heard is read all the same.
        let commits = reading.follows ? try persistence.commits() : nil
        var cursor = try await start()
        var rest = reading.limit ?? Int.max
        try await deliver(from: &cursor, rest: &rest)
        // All that was asked for may have been there already.
        guard let commits, rest > 0 else { return }
        try await withThrowingTaskGroup { [cursor, rest] tasks in
            tasks.addTask { try await follow(commits, from: cursor, rest: rest) }
            // It may be long until something comes that could not be written.
            tasks.addTask { try await output.waitForReaderToLeave() }
            try await tasks.next()
            tasks.cancelAll()
        }
    }

    private func follow(_ commits: AsyncStream<Void>, from start: Int64, rest wanted: Int) async throws {
        var (cursor, rest) = (start, wanted)
        for await _ in commits {
            try await deliver(from: &cursor, rest: &rest)
            if rest == 0 { return }
        }
        // Another file is in the place of the store: nothing would come any more.
        if case .failed(let error) = persistence.state, !Task.isCancelled { throw error }
    }

    private func deliver(from cursor: inout Int64, rest: inout Int) async throws {
        while rest > 0, !Task.isCancelled {
            let (since, limit) = (cursor, min(rest, Self.batchSize))
            let (changes, bounds) = try await persistence.mainContext().perform { unit throws(PersistenceError) in
                (try unit.changes.changes(since: since, limit: limit), try ChangeLogBounds(unit))
            }
            // The log may have been trimmed since it was last read.
            try bounds.check(since)
            guard let last = changes.last else { return }
            try await deliver(changes, from: cursor)
            cursor = last.sequence
            rest -= changes.count
        }
    }

    // MARK: - Delivering

    private func deliver(_ changes: [StoreChange], from cursor: Int64) async throws {
        guard let last = changes.last else { return }
        let bytes = try output.render(changes)
        guard let consumer = reading.consumer else {
            return try await output.send(bytes)
        }
        if let file = try output.file() {
            let delivery = ChangeDelivery(
                sequence: last.sequence,
                file: file.name,
                offset: file.size,
                bytes: Int64(bytes.count)
            )
            try await note(consumer) { unit, now throws(PersistenceError) in
                try unit.changes.announce(delivery, toConsumer: consumer, from: cursor, at: now)
            }
            try output.append(bytes)
        } else {
            try await output.send(bytes)
            try await output.waitUntilTaken()
        }
        try await advance(consumer, from: cursor, to: last.sequence)
    }

    private func advance(_ consumer: String, from cursor: Int64, to sequence: Int64) async throws {
        try await note(consumer) { unit, now throws(PersistenceError) in
            try unit.changes.advance(consumer: consumer, from: cursor, to: sequence, at: now)
        }
    }

    private func note(
        _ consumer: String,
        _ body: @escaping @Sendable (UnitOfWork, Timestamp) throws(PersistenceError) -> Bool
    ) async throws {
        while true {
            let (now, context) = (now(), try persistence.newBackgroundContext())
            do {
                // What has been written must be noted, also when the reader is being stopped.
                let isNoted = try await Task {
                    try await context.save { unit throws(PersistenceError) in try body(unit, now) }
                }
                .value
                guard isNoted else {
                    throw ImporterAppError(
                        .busy,
                        "another process reads the changes as \(consumer), or has just forgotten it"
                    )
                }
                return
            } catch PersistenceError.busy where reading.follows && !Task.isCancelled {
                // Somebody compacts the store, which takes longer than a save waits: a follower has time.
            }
        }
    }

    // MARK: - Starting

    private func start() async throws -> Int64 {
        guard let consumer = reading.consumer else { return reading.since ?? 0 }
        // Before anybody looks into the file, for another may be writing to it.
        try output.lock()
        let (wish, now) = (reading.since, now())
        let (known, bounds) = try await persistence.newBackgroundContext().save {
            unit throws(PersistenceError) -> (ChangeConsumer?, ChangeLogBounds) in
            let bounds = try ChangeLogBounds(unit)
            let known = try unit.changes.consumer(consumer)
            guard known == nil, bounds.hasAll(after: wish ?? 0) else { return (known, bounds) }
            // From now on nothing is trimmed that it has not read.
            try unit.changes.setPosition(ofConsumer: consumer, to: max(wish ?? 0, bounds.first - 1), at: now)
            return (try unit.changes.consumer(consumer), bounds)
        }
        // One that is known goes on where it was, whatever a new one would begin with.
        guard let known else {
            try bounds.check(wish ?? 0)
            return 0
        }
        return try await finishPending(of: known)
    }

    /// Finds out how far a reader came that did not end as it should.
    private func finishPending(of consumer: ChangeConsumer) async throws -> Int64 {
        guard let pending = consumer.pending else { return consumer.sequence }
        var sequence = consumer.sequence
        if let file = try output.file(), file.wasNamed(pending.file) {
            if file.size >= pending.offset + pending.bytes {
                sequence = pending.sequence
            } else if file.size > pending.offset {
                try output.truncate(to: pending.offset)
            }
        }
        try await advance(consumer.name, from: consumer.sequence, to: sequence)
        return sequence
    }
}

extension ChangeLogBounds {
    /// Refuses a number after which something would be missed.
    fileprivate func check(_ since: Int64) throws(ImporterAppError) {
        if isBeyond(since) {
            throw ImporterAppError(
                .usage,
                "--since \(since): the newest change is \(last); the number is from another store, or from before a backup was restored"
            )
        }
        if isTrimmed(after: since) {
            throw ImporterAppError(
                .usage,
                "--since \(since): changes before \(first) are no longer kept; read the store anew, then go on from \(last)"
            )
        }
    }
}
