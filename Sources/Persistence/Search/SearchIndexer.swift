package import PodcastModel

/// Keeps the full-text index of episodes up to date, behind the imports.
///
/// It follows the change log in small batches, each a unit of its own with the
/// place it has come to: it can be stopped and killed at any moment, and two
/// processes that index at once do not disturb each other. A store that has no
/// index yet, or one of an older version of the program, is read from its first
/// episode on.
package struct SearchIndexer: Sendable {
    let persistence: PersistenceManager
    let plainText: @Sendable (String) -> String
    let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - persistence: a store, loaded.
    ///   - plainText: makes text of show notes, which may be HTML.
    ///   - now: the clock.
    package init(
        persistence: PersistenceManager,
        plainText: @escaping @Sendable (String) -> String,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.persistence = persistence
        self.plainText = plainText
        self.now = now
    }

    /// Indexes whenever something was saved, a while after, so that a burst is
    /// indexed at once; ends when its task is cancelled or the store closed.
    ///
    /// It rests after each batch for as long as that took: imports go first. If
    /// more than half of the index is out of date then, it is built anew.
    package func run(pause: Pause = { try await Task.sleep(for: $0) }) async throws(PersistenceError) {
        do {
            let commits = try persistence.commits()
            try await keepUp(pause: pause)
            for await _ in commits {
                do { try await pause(Self.settling) } catch { return }
                try await keepUp(pause: pause)
            }
        } catch .interrupted {
            // Told to stop; the next one goes on from here.
        } catch .notLoaded {
            // Closed.
        }
    }

    /// The shortest rest after each batch of ``run(pause:)``.
    static let rest = Duration.milliseconds(100)
    /// How long to wait for the rest of a burst of saves.
    static let settling = Duration.seconds(2)

    /// Brings the index up to date, or forward by about so many episodes;
    /// returns how many episodes and changes are missing then.
    package func catchUp(episodeLimit: Int = .max) async throws(PersistenceError) -> Int64 {
        var count = 0
        while count < episodeLimit, !Task.isCancelled, let batch = try await nextBatch() {
            try await index(batch)
            count += max(1, batch.episodeIDs.count)
        }
        return try await lag()
    }

    /// Brings the index forward by about so many episodes if it keeps changes from before a moment in the change log.
    ///
    /// For those who search seldom, and refresh by a timer: nobody else does it there. An index that nobody has asked
    /// for is not begun.
    package func catchUp(
        whereItKeepsChangesBefore moment: Timestamp,
        episodeLimit: Int
    ) async throws(PersistenceError) {
        let isWanted = try await persistence.mainContext().perform { unit throws(PersistenceError) in
            try unit.search.keepsChanges(before: moment)
        }
        if isWanted { _ = try await catchUp(episodeLimit: episodeLimit) }
    }

    /// How many episodes and changes the index does not know of yet.
    package func lag() async throws(PersistenceError) -> Int64 {
        try await persistence.mainContext().perform { unit throws(PersistenceError) in try unit.search.lag() }
    }

    private func keepUp(pause: Pause) async throws(PersistenceError) {
        // Of what has not been written to nothing more is out of date than before.
        while try await catchUp(pause: pause), try await startAnew(ifOutdated: 2) {}
    }

    /// Brings the index up to date at leisure; returns whether there was anything to write.
    private func catchUp(pause: Pause) async throws(PersistenceError) -> Bool {
        let clock = ContinuousClock()
        var hasWritten = false
        while !Task.isCancelled {
            let start = clock.now
            guard let batch = try await nextBatch() else { return hasWritten }
            try await index(batch)
            hasWritten = true
            do { try await pause(max(Self.rest, start.duration(to: clock.now))) } catch { throw .interrupted }
        }
        return false
    }

    /// Makes the index anew if more of its documents are out of date than one of so many, and than a thousand.
    ///
    /// - Parameter share: 2 for a half.
    /// - Returns: whether it is to be built anew.
    /// - Throws: ``PersistenceError``.
    func startAnew(ifOutdated share: Int64) async throws(PersistenceError) -> Bool {
        // Nobody has to wait while they are counted.
        let isOutdated = try await persistence.mainContext().perform { unit throws(PersistenceError) in
            try unit.search.isOutdated(byMoreThanOneOf: share)
        }
        guard isOutdated else { return false }
        // Another process may have been faster.
        return try await persistence.care().makeSearchIndexAnew(at: now()) { search throws(PersistenceError) in
            try search.isOutdated(byMoreThanOneOf: share)
        }
    }

    /// Empties the index, so that it neither takes space nor keeps old changes.
    package func remove() async throws(PersistenceError) {
        do throws(PersistenceError) {
            try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                if try unit.search.exists() { try unit.search.clear() }
            }
        } catch {
            guard error.mayComeOfTheSearchIndex else { throw error }
            // Nobody wants it: what is wrong with it need not be looked for.
            try await persistence.care().makeSearchIndexAnew(at: nil)
        }
    }
}

extension SearchIndexer {
    private func nextBatch() async throws(PersistenceError) -> SearchBatch? {
        let progress = try await persistence.mainContext().perform { unit throws(PersistenceError) in
            try unit.search.progress()
        }
        let now = now()
        if progress == nil {
            try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                if try unit.search.progress() == nil { try unit.search.startAnew(at: now) }
            }
        }
        return try await persistence.mainContext().perform { unit throws(PersistenceError) in
            guard let progress = try unit.search.progress() else { return nil }
            return try SearchBatch(after: progress, in: unit)
        }
    }

    /// Writes a batch; the place is noted with its last portion, so that a
    /// batch that was cut short is begun anew.
    private func index(_ batch: SearchBatch) async throws(PersistenceError) {
        let now = now()
        var rest = batch.episodeIDs
        repeat {
            let portion = Array(rest.prefix(SearchBatch.size))
            // Read and stripped of its markup before anybody has to wait for it.
            let (documents, unread) = try await documents(of: portion)
            rest = unread + rest.dropFirst(portion.count)
            let isLast = rest.isEmpty
            try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                unit.writesEpisodes(onlyOf: nil)
                guard try unit.search.progress() == batch.before else { return }
                try unit.search.write(documents)
                if isLast { _ = try unit.search.advance(from: batch.before, to: batch.after, at: now) }
            }
        } while !rest.isEmpty
    }

    /// What the index is given of some episodes, and those that are left where the texts of all are too long.
    private func documents(
        of ids: [Int64]
    ) async throws(PersistenceError) -> (documents: [SearchStore.Document], rest: [Int64]) {
        guard !ids.isEmpty else { return ([], []) }
        let (sources, rest) = try await persistence.mainContext().perform { unit throws(PersistenceError) in
            try SearchSource.read(ids, in: unit)
        }
        return (sources.map { $0.document(plainText: plainText) }, rest)
    }
}
