package import PodcastModel

/// Episodes that are new.
extension EpisodeStore {
    /// Adds episodes that the podcast does not have, in order.
    ///
    /// Backlog is what a podcast's first import finds, so that nobody takes it
    /// for news. A key that another episode had before is theirs from now on.
    ///
    /// - Parameters:
    ///   - episodes: each with whether it is backlog.
    ///   - podcastID: the podcast of all of them.
    ///   - now: when they were first seen.
    /// - Returns: their numbers, in the same order.
    /// - Throws: ``PersistenceError/constraint(detail:)`` if the podcast has an
    ///   episode with one of the keys.
    package func insert(
        _ episodes: [(incoming: IncomingEpisode, isBacklog: Bool)],
        podcastID: Int64,
        at now: Timestamp
    ) throws(PersistenceError) -> [Int64] {
        guard !episodes.isEmpty else { return [] }
        let numbers = try nextNumbers(episodes.count)
        try dropAliases(episodes.lazy.map(\.incoming.episode.key), ofPodcast: podcastID)
        for start in stride(from: 0, to: episodes.count, by: RowWriters.mostRows) {
            let stretch = episodes[start..<min(start + RowWriters.mostRows, episodes.count)]
            let first = numbers.lowerBound + Int64(start)
            try insertRows(stretch, from: first, podcastID: podcastID, at: now)
            try EpisodeParts.insert(stretch.map(\.incoming), from: first, in: unit)
        }
        try unit.changes.recordInserts(ofEpisodes: numbers, podcastID: podcastID, at: now)
        return Array(numbers)
    }

    /// Numbers that no episode has or ever had, without gaps.
    private func nextNumbers(_ count: Int) throws(PersistenceError) -> ClosedRange<Int64> {
        // What is given is looked at as well, as SQLite does: others may have set the number back.
        let last = try unit.fetchInteger(
            """
            SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'episode'), 0),
              coalesce((SELECT max(id) FROM episode), 0))
            """
        )
        let (end, isBeyondAll) = last.addingReportingOverflow(Int64(count))
        guard !isBeyondAll, end < .max else { throw .numbersUsedUp(table: "episode") }
        return end - Int64(count) + 1...end
    }

    /// Inserts episodes with few statements, without their lists.
    private func insertRows(
        _ episodes: ArraySlice<(incoming: IncomingEpisode, isBacklog: Bool)>,
        from first: Int64,
        podcastID: Int64,
        at now: Timestamp
    ) throws(PersistenceError) {
        var (rest, id) = (episodes, first)
        while !rest.isEmpty {
            // Where texts wait in a file, those of one episode are enough to have in memory.
            let rowCount = unit.keepsLittleInMemory ? 1 : RowWriters.rowCount(for: rest.count)
            try insertAtOnce(rest.prefix(rowCount), from: id, podcastID: podcastID, at: now)
            rest = rest.dropFirst(rowCount)
            id += Int64(rowCount)
        }
    }

    /// Inserts as many episodes as one statement takes.
    private func insertAtOnce(
        _ episodes: ArraySlice<(incoming: IncomingEpisode, isBacklog: Bool)>,
        from first: Int64,
        podcastID: Int64,
        at now: Timestamp
    ) throws(PersistenceError) {
        let isPlain = episodes.allSatisfy { EpisodeRecord.isPlain($0.incoming) }
        let row = try unit.writer(isPlain ? .insertPlainEpisode : .insertEpisode, rowCount: episodes.count)
        var id = first
        for (incoming, isBacklog) in episodes {
            try EpisodeRecord.bind(incoming, isPlain: isPlain, firstSeenAt: now, to: row)
            row.integer(id)
            row.integer(podcastID)
            row.time(now)
            row.flag(isBacklog)
            id += 1
        }
        try row.run()
    }
}
