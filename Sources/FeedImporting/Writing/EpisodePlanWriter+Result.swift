import PodcastModel

extension EpisodePlanWriter {
    /// What was written, and which episode each item is.
    struct Result {
        var counts = ImportCounts()
        /// In document order; nil for items that are no episode.
        var episodeIDs: [Int64?]
        var insertedIDs: [Int64] = []
        var rekeyedIDs: [Int64] = []
        var updatedIDs: [Int64] = []
    }
}

extension EpisodePlanWriter.Result {
    mutating func rekeyed(_ id: Int64) {
        rekeyedIDs.append(id)
        counts.rekeyed += 1
    }

    mutating func updated(_ id: Int64) {
        updatedIDs.append(id)
        counts.updated += 1
    }

    /// What was done by two documents together: an episode counts once, by the greatest that has become of it.
    ///
    /// - Parameter first: what was done by the one before.
    /// - Returns: the counts of both.
    func counts(after first: Self) -> ImportCounts {
        let inserted = Set(first.insertedIDs)
        let rekeyed = Set(first.rekeyedIDs).union(rekeyedIDs).subtracting(inserted)
        let updated = Set(first.updatedIDs).union(updatedIDs).subtracting(inserted).subtracting(rekeyed)
        // What was changed before, and is as it was then.
        let settled = inserted.union(first.rekeyedIDs).union(first.updatedIDs)
            .subtracting(rekeyedIDs).subtracting(updatedIDs)
            .intersection(episodeIDs.compactMap(\.self))
        var counts = counts
        counts.inserted += inserted.count
        counts.rekeyed = rekeyed.count
        counts.updated = updated.count
        counts.unchanged -= settled.count
        return counts
    }
}
