package import Persistence
package import PodcastModel

/// The leases of runs whose process has ended without giving anything back, as
/// after a crash (http polling A5 55).
///
/// A leased feed does not count as due, so nobody would refresh these before their
/// leases run out.
package struct AbandonedLeases: Sendable {
    private let turns: TurnFile?
    private let persistence: PersistenceManager

    /// - Parameters:
    ///   - turns: where runs show that they are there; nil if that cannot be told, and so nobody is gone.
    ///   - persistence: the store, loaded.
    package init(turns: TurnFile?, persistence: PersistenceManager) {
        self.turns = turns
        self.persistence = persistence
    }

    /// Ends the leases, so that their feeds are due when they would be without them.
    ///
    /// - Parameters:
    ///   - now: the moment; leases that have ended by then are nobody's anyway.
    ///   - owner: an owner whose leases are kept although no run shows that it is alive, such as the caller; nil for
    ///     none.
    /// - Throws: ``PersistenceError``.
    package func end(at now: Timestamp, except owner: String? = nil) async throws {
        guard let turns else { return }
        let owners = try await persistence.mainContext().perform { unit throws(PersistenceError) in
            try Self.owners(at: now, turns: turns, in: unit)
        }
        let gone = owners.filter { $0 != owner }
        guard !gone.isEmpty else { return }
        try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            for owner in gone { try unit.leases.endAll(of: owner) }
        }
    }

    /// Who has leases and is certainly gone.
    ///
    /// - Parameters:
    ///   - now: the moment; leases that have ended by then are nobody's anyway.
    ///   - turns: where runs show that they are there.
    ///   - unit: reads the store.
    /// - Returns: the owners.
    /// - Throws: ``PersistenceError``.
    package static func owners(
        at now: Timestamp,
        turns: TurnFile,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> [String] {
        try unit.leases.owners(at: now).filter { turns.isGone(run: $0) }
    }
}
