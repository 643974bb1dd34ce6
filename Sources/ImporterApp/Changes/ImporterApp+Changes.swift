import FeedImporting
import Persistence
package import PodcastModel

extension ImporterApp {
    /// Writes the change log to an output; SIGINT and SIGTERM end it between
    /// two deliveries.
    ///
    /// Without a consumer the store is only read. Under the name of one nobody
    /// else can read meanwhile: both would deliver the same changes.
    package func readChanges(_ reading: ChangeReading, to output: ChangeOutput) async throws(ImporterAppError) {
        try await withStore(reading.consumer == nil ? .reading : .changing) { persistence in
            let turns = try reading.consumer.flatMap { try self.turn(ofConsumer: $0) }
            defer { if let consumer = reading.consumer { turns?.release(consumer: consumer) } }
            let reader = ChangeReader(persistence: persistence, reading: reading, output: output, now: Self.now)
            do {
                try await Interruption.cancelling { try await reader.run() }
            } catch PersistenceError.interrupted {
                // Told to stop: what is not delivered yet is for the next reader.
            }
        }
    }

    /// Takes the name of a consumer, until it is given back to the file that is
    /// returned; nil if turns cannot be taken, which is logged.
    private func turn(ofConsumer name: String) throws(ImporterAppError) -> TurnFile? {
        guard let turns = turnFile(besideStore: try storePath) else { return nil }
        guard turns.claim(consumer: name) else {
            throw ImporterAppError(
                .busy,
                "another process reads the changes as \(name); end it, or choose another name"
            )
        }
        return turns
    }

    /// Everybody whose place in the change log the store remembers.
    package func changeConsumers() async throws(ImporterAppError) -> [ChangeConsumerReport] {
        try await withStore(.reading) { persistence in
            try await persistence.mainContext().perform { unit throws(PersistenceError) in
                let last = try unit.changes.lastSequence()
                return try unit.changes.consumers().map { consumer in
                    ChangeConsumerReport(
                        name: consumer.name,
                        sequence: consumer.sequence,
                        unread: max(0, last - consumer.sequence),
                        updatedAt: consumer.updatedAt
                    )
                }
            }
        }
    }

    /// Forgets consumers, all or, if one of them is not known, none.
    package func forgetChangeConsumers(_ names: [String]) async throws(ImporterAppError) {
        try await withStore(.changing) { persistence in
            let missing = try await persistence.newBackgroundContext().save {
                unit throws(PersistenceError) -> String? in
                for name in names where try unit.changes.consumer(name) == nil { return name }
                for name in names { try unit.changes.removeConsumer(name) }
                return nil
            }
            guard let missing else { return }
            throw ImporterAppError(
                .notFound,
                "\(missing): nobody of that name reads the changes; see `podimport changes consumers`"
            )
        }
    }
}

/// Somebody whose place in the change log the store remembers.
package struct ChangeConsumerReport: Sendable, Encodable {
    package let name: String
    /// The last change that was delivered.
    package let sequence: Int64
    /// How many have come since.
    package let unread: Int64
    package let updatedAt: Timestamp
}
