import GRDB
package import PodcastModel

/// A reader of the change log whose position the store remembers.
package struct ChangeConsumer: Hashable, Sendable {
    package let name: String
    /// Everything up to this number has been delivered.
    package let sequence: Int64
    package let updatedAt: Timestamp
    /// What was being delivered when the consumer was last heard of.
    package let pending: ChangeDelivery?
}

/// Changes that are about to be written to a file: with this, a process that
/// finds them after a crash can tell whether they arrived.
package struct ChangeDelivery: Hashable, Sendable {
    /// The number of the last change that is delivered.
    package let sequence: Int64
    /// Which file, so that another one is not taken for it.
    package let file: String
    /// Where in the file they begin.
    package let offset: Int64
    /// How many bytes they are.
    package let bytes: Int64

    package init(sequence: Int64, file: String, offset: Int64, bytes: Int64) {
        self.sequence = sequence
        self.file = file
        self.offset = offset
        self.bytes = bytes
    }
}

extension ChangeLogStore {
    private static let columns =
        "SELECT name, sequence, updatedAt, pendingSequence, pendingFile, pendingOffset, pendingBytes FROM consumer"

    /// All consumers whose position the store remembers, by name.
    package func consumers() throws(PersistenceError) -> [ChangeConsumer] {
        try consumers(" ORDER BY name", [])
    }

    /// One consumer; nil if the store remembers no position of it.
    package func consumer(_ name: String) throws(PersistenceError) -> ChangeConsumer? {
        try consumers(" WHERE name = ?", [name]).first
    }

    /// Notes that a consumer has dealt with everything up to a number, wherever
    /// it was before.
    package func setPosition(
        ofConsumer name: String,
        to sequence: Int64,
        at now: Timestamp
    ) throws(PersistenceError) {
        try unit.execute(
            """
            INSERT INTO consumer (name, sequence, updatedAt) VALUES (?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET sequence = excluded.sequence, updatedAt = excluded.updatedAt,
              pendingSequence = NULL, pendingFile = NULL, pendingOffset = NULL, pendingBytes = NULL
            """,
            [name, sequence, now.epochSeconds]
        )
    }

    /// Notes that a consumer has gone on from one number to another; false if
    /// it was not there any more, because somebody else reads under its name.
    package func advance(
        consumer name: String,
        from before: Int64,
        to sequence: Int64,
        at now: Timestamp
    ) throws(PersistenceError) -> Bool {
        try unit.execute(
            """
            UPDATE consumer SET sequence = ?, updatedAt = ?,
              pendingSequence = NULL, pendingFile = NULL, pendingOffset = NULL, pendingBytes = NULL
            WHERE name = ? AND sequence = ?
            """,
            [sequence, now.epochSeconds, name, before]
        ) == 1
    }

    /// Notes what will be written next, before it is; false if the consumer is
    /// not at that number any more, or something else is being written for it.
    ///
    /// What was announced is settled by ``advance(consumer:from:to:at:)``, also
    /// to the same number.
    package func announce(
        _ delivery: ChangeDelivery,
        toConsumer name: String,
        from before: Int64,
        at now: Timestamp
    ) throws(PersistenceError) -> Bool {
        try unit.execute(
            """
            UPDATE consumer SET updatedAt = ?, pendingSequence = ?, pendingFile = ?, pendingOffset = ?, pendingBytes = ?
            WHERE name = ? AND sequence = ? AND pendingSequence IS NULL
            """,
            [
                now.epochSeconds, delivery.sequence, delivery.file, delivery.offset, delivery.bytes, name, before,
            ]
        ) == 1
    }

    /// Forgets a consumer, so that it no longer keeps old changes alive; false
    /// if there is none of that name.
    @discardableResult
    package func removeConsumer(_ name: String) throws(PersistenceError) -> Bool {
        try unit.execute("DELETE FROM consumer WHERE name = ?", [name]) == 1
    }

    private func consumers(
        _ rest: String,
        _ arguments: StatementArguments
    ) throws(PersistenceError) -> [ChangeConsumer] {
        try unit.fetch(ChangeLogStore.columns + rest, arguments) { row in
            let (name, sequence, updatedAt) = (row.requiredText(), row.requiredInteger(), row.requiredTime())
            let pending = row.integer().map { number in
                ChangeDelivery(
                    sequence: number,
                    file: row.requiredText(),
                    offset: row.requiredInteger(),
                    bytes: row.requiredInteger()
                )
            }
            return ChangeConsumer(name: name, sequence: sequence, updatedAt: updatedAt, pending: pending)
        }
    }
}
