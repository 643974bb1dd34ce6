import PodcastModel

extension MatchWork {
    /// Undoes matches by guid where the newest item has nothing but the guid of an episode that leaves the feed: some
    /// tools number in a circle, by weekdays say (identity C2 10).
    ///
    /// It has neither title nor file nor time of that episode, and is newer than all that is stored; the episode had
    /// left the feed before, or is older than all others that are listed but for one. A title that several have counts
    /// for nothing: that is how news are called. One that is published anew under its guid, with all else changed, is
    /// doubled by that, which can be deleted; an episode that is overwritten is lost. Most known items may be such
    /// strangers where nobody has asked for a while, but not where something else may be the reason: then nothing is
    /// undone, and ``DocumentJudge`` holds the document. And where hardly anything else is listed or known a known guid
    /// is the episode, whatever has changed (identity C4 17): there is no circle to be seen. On a later page nothing is
    /// the newest.
    mutating func matchCircularGuids() {
        guard !document.isLaterPage else { return }
        let strangers = newestStrangers()
        guard !strangers.isEmpty else { return }
        let others = claims.distinctItems.filter { strangers[$0] == nil }
        let isMass = strangers.count >= Self.fewestItems && strangers.count * 2 > claims.count
        if isMass {
            guard areOfOneCircle(strangers, beside: others) else { return }
        } else {
            guard others.count + claims.unclaimedCount >= Self.fewestItems else { return }
        }
        let oldest = oldestThatStays(of: others, isMass: isMass)
        for (item, row) in strangers.sorted(by: { $0.key < $1.key }) where isLeaving(row, before: oldest) {
            claims.release(item)
            giveOwnKey(item, base: incoming[item].episode.key)
        }
        claims.findPending()
    }

    /// The date before which episodes leave the feed; nil if all do.
    ///
    /// A single older one may be pinned, a trailer say. A season that is numbered anew may come alone, or beside that;
    /// and where most items are strangers, what had left the feed before says nothing.
    private func oldestThatStays(of others: [Int], isMass: Bool) -> Timestamp? {
        let listed = others.compactMap { claims.row(of: $0).flatMap { rows[$0].publishedAt } }.sorted()
        if listed.count > 1 { return listed[1] }
        if listed.isEmpty, !isMass { return claims.unclaimedRows.compactMap { rows[$0].publishedAt }.min() }
        let missing = claims.unclaimedRows.filter { rows[$0].absentSince == nil }
            .compactMap { rows[$0].publishedAt }.min()
        guard let missing else { return isMass ? nil : listed.first }
        return max(missing, listed.first ?? missing)
    }

    /// Whether most known items are strangers for no other reason than that the guids have come round.
    ///
    /// Guids that are counted from the top give known episodes and their files those of others, and a tool may have
    /// dated all to its own run.
    private func areOfOneCircle(_ strangers: [Int: Int], beside others: [Int]) -> Bool {
        guard others.allSatisfy({ !isMismatched($0) }) else { return false }
        let files = Set(rows.compactMap(\.canonicalEnclosure))
        guard strangers.keys.allSatisfy({ incoming[$0].canonicalEnclosure.map(files.contains) == false }) else {
            return false
        }
        let pairs = strangers.compactMap { item, row -> DateRewrite.Pair? in
            guard let old = rows[row].publishedAt, let new = incoming[item].episode.publishedAt else { return nil }
            return DateRewrite.Pair(item: item, old: old, new: new)
        }
        return DateRewrite.itemsNearEachOther(pairs).isEmpty
    }

    /// The items newer than all that is stored that have nothing but the guid of a known episode, with its row.
    private func newestStrangers() -> [Int: Int] {
        let newest = NewestStored(rows, now: document.now)
        var strangers: [Int: Int] = [:]
        var titles: [String: Int]?
        for (item, rowIndex) in claims.pairs where claims.reason(for: item) == .guid {
            let row = rows[rowIndex]
            guard let date = incoming[item].episode.publishedAt, newest.isPassed(by: date),
                row.publishedAt.map({ $0 < date }) ?? true
            else { continue }
            let likeness = EpisodeLikeness(incoming[item], row)
            guard !likeness.isStranger else {
                strangers[item] = rowIndex
                continue
            }
            guard likeness.isStrangerButForTitle else { continue }
            let counts = titles ?? rows.map(\.canonicalTitle).occurrences
            titles = counts
            if counts[row.canonicalTitle, default: 0] >= Self.fewestItems { strangers[item] = rowIndex }
        }
        return strangers
    }

    /// Whether an episode had left the feed, or is older than what else is listed.
    private func isLeaving(_ row: Int, before oldest: Timestamp?) -> Bool {
        if rows[row].absentSince != nil { return true }
        guard let oldest, let date = rows[row].publishedAt else { return oldest == nil }
        return date < oldest
    }
}
