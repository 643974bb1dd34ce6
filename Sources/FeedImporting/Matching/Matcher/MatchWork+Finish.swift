import PodcastModel

extension MatchWork {
    /// Makes the plan of what was decided for each item and row.
    mutating func finish() -> MatchPlan {
        let dates = datesAsStored(of: claims.pairs)
        // A date that is yet to come is a plan: who publishes a season at once, rather than week by week, gives it up.
        // What is planned as before counts among the episodes that no tool has dated.
        let believed = dates.filter { $0.old == $0.new || !EpisodeDates.isFuture($0.old, at: document.now) }
        let redated = DateRewrite.itemsToKeep(pairs: believed, warnings: &warnings)
        let keptDates = redated.union(itemsDatedAsBefore())
        var newest = NewestDate(
            rows: rows,
            deleted: deletedEpisodes.all,
            incoming: incoming,
            document: document,
            isHostMigration: hostMove.isFound,
            redatedHour: hostMove.habits.redatedHour,
            redatedArchive: RedatedArchive(pairs: dates, redated: redated, itemCount: incoming.count)
        )
        let replacing = itemsThatReplace()
        var decisions: [MatchDecision] = []
        decisions.reserveCapacity(incoming.count)
        for item in incoming.indices {
            var decision = decision(for: item, newest: &newest)
            if !replacing.isEmpty, replacing.contains(item) { decision.action = .insert(isBacklog: true) }
            if !keptDates.isEmpty, keptDates.contains(item) { decision.keepsStoredDate = true }
            decisions.append(decision)
        }
        letKeysFollow(&decisions)
        let guidsAreUnreliable = areGuidsVolatile()
        warnOfMigration(decisions)
        warnOfTheFuture()
        warnOfDeleted(decisions)
        let absences = absences(redated: redated)
        return MatchPlan(
            decisions: decisions,
            absences: absences.decisions,
            removalsDue: absences.removalsDue,
            tombstoneRenewals: deletedEpisodes.renewals(by: decisions, of: incoming),
            warnings: warnings.bounded(),
            isHostMigration: hostMove.isFound,
            guidsAreUnreliable: guidsAreUnreliable
        )
    }
}

extension MatchWork {
    private mutating func decision(for item: Int, newest: inout NewestDate) -> MatchDecision {
        // One of several with a guid may not use its own key: a row has it.
        let key = otherKeys.isEmpty ? nil : otherKeys[item]?.key
        let kind = otherKeys.isEmpty ? nil : otherKeys[item]?.kind
        let reason = claims.reason(for: item) ?? .new
        var decision = MatchDecision(
            position: item,
            action: .suppress,
            key: key ?? incoming[item].episode.key,
            keyKind: kind ?? incoming[item].episode.keyKind,
            by: reason,
            detail: claims.detail(of: item)
        )
        if let row = claims.row(of: item) {
            complete(&decision, with: rows[row])
        } else if reason == .tombstone {
            decision.formerKey = deletedEpisodes.formerKeys[item]
            decision.forgetsFormerKey = deletedEpisodes.isKeyVolatile(decision)
        } else if reason == .duplicate {
            let original = claims.original(of: item)
            decision.action = .duplicate(of: original)
            decision.keepsStoredGUID = hasManyGUIDs(original)
        } else {
            decision.action = .insert(isBacklog: newest.isBacklog(item))
        }
        return decision
    }

    /// Unknown items without dates in the place of an archive that is missing: if they are believed, they are no news.
    private func itemsThatReplace() -> Set<Int> {
        let missing = claims.unclaimedRows.filter { rows[$0].absentSince == nil }
        guard missing.count >= MassReplacement.fewest else { return [] }
        let unknown = incoming.indices.filter { claims.row(of: $0) == nil && (claims.reason(for: $0) ?? .new) == .new }
        guard unknown.count >= MassReplacement.fewest,
            unknown.contains(where: { incoming[$0].episode.publishedAt == nil })
                || missing.contains(where: { rows[$0].publishedAt == nil })
        else { return [] }
        let items = MassReplacement.undatedItems(
            unknown: unknown.map { ($0, incoming[$0]) },
            missing: missing.map { rows[$0] }
        )
        return MassReplacement.isMass(lost: items.count, matched: claims.count) ? Set(items) : []
    }

    private mutating func complete(_ decision: inout MatchDecision, with row: EpisodeIdentity) {
        decision.action = .match(episodeID: row.id, change: change(of: decision.position, row: row))
        decision.isReturn = row.absentSince != nil
        decision.wasRemoved = row.removedAt != nil
        if decision.key.isExactly(row.key) { return }
        // The plain guid may pass from item to item; known rows keep their keys.
        let isVolatileFile = isVolatileFile(decision, row)
        decision.keepsStoredGUID = isVolatileGUID(decision, row)
        if decision.by == .sharedKey || isVolatileFile || decision.keepsStoredGUID {
            decision.key = row.key
            decision.keyKind = row.keyKind
        } else {
            decision.formerKey = row.key
        }
    }

    /// Whether the file has a new address in each document, every one of which would leave an alias, or alternates.
    ///
    /// What kept its key when it got the file keeps it with that file, though one of its former ones may be another's.
    private mutating func isVolatileFile(_ decision: MatchDecision, _ row: EpisodeIdentity) -> Bool {
        guard decision.keyKind == .enclosure, row.keyKind == .enclosure else { return false }
        return alternates(decision) || formerKeys.count(of: row.id) >= 2
            || incoming[decision.position].canonicalEnclosure == row.canonicalEnclosure
    }

    /// Whether the guid changes with each document, or alternates: of two servers one may write `http`, one `https`.
    private mutating func isVolatileGUID(_ decision: MatchDecision, _ row: EpisodeIdentity) -> Bool {
        guard decision.keyKind == .guid, row.keyKind == .guid else { return false }
        if alternates(decision) { return true }
        return (decision.by == .alias || claims.isFoundByContent(decision.position))
            && formerKeys.recentCount(of: row.id) >= FormerKeys.volatileCount
    }

    /// Whether an item's episode has had so many guids of late that none of a copy is kept for it any more.
    private mutating func hasManyGUIDs(_ item: Int) -> Bool {
        guard let row = claims.row(of: item) else { return false }
        return formerKeys.recentCount(of: rows[row].id) >= FormerKeys.endlessCount
    }

    /// Whether the key is one that the episode has given up before for the one it has now.
    private func alternates(_ decision: MatchDecision) -> Bool {
        decision.by == .alias && formerKeys.aliases[ExactText(decision.key)]?.isReturned == true
    }

    private func change(of item: Int, row: EpisodeIdentity) -> EpisodeChange {
        let new = incoming[item].contentHash
        let old = row.contentHash
        if new == old { return .none }
        return EpisodeContentHash(value: new).hasSameContent(as: EpisodeContentHash(value: old)) ? .refresh : .edit
    }

    /// The dates that the items give and those that are stored of their rows, where neither is missing.
    func datesAsStored(of pairs: [(item: Int, row: Int)]) -> [DateRewrite.Pair] {
        pairs.compactMap { item, row in
            guard let new = incoming[item].episode.publishedAt, let old = rows[row].storedPublishedAt else {
                return nil
            }
            return DateRewrite.Pair(item: item, old: old, new: new)
        }
    }

    /// The items whose dates have not been believed before, and are still the same.
    private func itemsDatedAsBefore() -> [Int] {
        claims.pairs.filter { item, row in
            rows[row].keptPublishedAt != nil && incoming[item].episode.publishedAt == rows[row].publishedAt
        }.map(\.item)
    }

    private mutating func absences(redated: Set<Int>) -> AbsenceRules.Verdict {
        let absentRows = claims.unclaimedRows.map { rows[$0] }
        guard !absentRows.isEmpty else { return AbsenceRules.Verdict() }
        let listedDates = incoming.indices.map { item in
            if redated.contains(item), let row = claims.row(of: item) { return rows[row].storedPublishedAt }
            return incoming[item].episode.publishedAt
        }
        let firstDates = incoming.indices.map { item in
            if let row = claims.row(of: item) { return rows[row].firstPublishedAt }
            return incoming[item].episode.publishedAt
        }
        return AbsenceRules(
            document: document,
            listedDates: listedDates,
            firstListedDates: firstDates,
            absentRows: absentRows,
            hasNews: incoming.indices.contains(where: isNews)
        ).verdict(warnings: &warnings)
    }

    /// Whether an item is listed that was not in the document before.
    private func isNews(_ item: Int) -> Bool {
        guard let row = claims.row(of: item) else { return claims.reason(for: item) ?? .new == .new }
        return rows[row].absentSince != nil
    }

    private mutating func warnOfMigration(_ decisions: [MatchDecision]) {
        guard hostMove.isFound else { return }
        let rekeyed = decisions.count { $0.formerKey != nil && !$0.forgetsFormerKey }
        guard rekeyed > 0 else { return hostMove.isFound = false }
        let detail = "\(rekeyed) of \(decisions.count) items have a new guid but are known episodes"
        warnings.append(ImportWarning(kind: .hostMigration, detail: detail))
    }

    /// Warns of items that are dated ahead: they are listed by when they were first seen (identity C7 39).
    private mutating func warnOfTheFuture() {
        let count = incoming.count { EpisodeDates.isFuture($0.episode.publishedAt, at: document.now) }
        guard count > 0 else { return }
        let detail =
            "\(count) of \(incoming.count) items are dated more than a day ahead; they stand where they were first seen"
        warnings.append(ImportWarning(kind: .futureDate, detail: detail))
    }

    /// Most episodes under unknown guids, and not for the first time: the guids
    /// are made anew for every document.
    private mutating func areGuidsVolatile() -> Bool {
        guard hostMove.isFound, formerKeys.aliases.count >= rows.count * FormerKeys.volatileCount / 2 else {
            return false
        }
        let volatile = incoming.indices.count { item in
            guard incoming[item].episode.keyKind == .guid, let row = claims.row(of: item),
                claims.reason(for: item) == .alias || claims.isFoundByContent(item)
            else { return false }
            return formerKeys.recentCount(of: rows[row].id) >= FormerKeys.volatileCount
        }
        return volatile * 2 >= incoming.count
    }
}
