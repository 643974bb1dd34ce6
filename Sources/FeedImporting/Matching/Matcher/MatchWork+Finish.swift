import PodcastModel

extension MatchWork {
    /// Writes the plan down.
    mutating func finish(aliases: [String: Int64]) -> MatchPlan {
        let keptDates = DateRewrite.itemsToKeep(pairs: datedPairs(), warnings: &warnings)
        var newest = NewestDate(rows: rows, incoming: incoming, document: document)
        var decisions: [MatchDecision] = []
        decisions.reserveCapacity(incoming.count)
        for item in incoming.indices {
            var decision = decision(for: item, newest: &newest)
            if !keptDates.isEmpty, keptDates.contains(item) { decision.keepsStoredDate = true }
            decisions.append(decision)
        }
        warnOfMigration(decisions)
        return MatchPlan(
            decisions: decisions,
            absences: absences(keptDates: keptDates),
            warnings: warnings,
            isHostMigration: isHostMigration,
            guidsAreUnreliable: areGuidsVolatile(decisions, aliases: aliases)
        )
    }
}

extension MatchWork {
    private func decision(for item: Int, newest: inout NewestDate) -> MatchDecision {
        let ownKey = incoming[item].episode.key
        let ownKind = incoming[item].episode.keyKind
        let reason = reasons[item] ?? .new
        let row = rowOfItem[item]
        if row < 0 {
            let other = otherKeys[item]
            let action: MatchAction =
                switch reason {
                case .duplicate: .duplicate(of: original(of: item))
                case .tombstone: .suppress
                default: .insert(isBacklog: newest.isBacklog(incoming[item].episode.publishedAt, isHostMigration: isHostMigration))
                }
            return MatchDecision(
                position: item, action: action, key: other?.key ?? ownKey, keyKind: other?.kind ?? ownKind,
                by: reason, detail: details[item] ?? ""
            )
        }
        let stored = rows[row]
        // One of several with a guid keeps its key; everything else goes by the document's.
        let keepsKey = reason == .sharedKey || stored.key == ownKey
        var decision = MatchDecision(
            position: item,
            action: .match(episodeID: stored.id, change: change(of: item, row: row)),
            key: keepsKey ? stored.key : ownKey,
            keyKind: keepsKey ? stored.keyKind : ownKind,
            formerKey: keepsKey ? nil : stored.key,
            by: reason,
            detail: details.isEmpty ? "" : details[item] ?? ""
        )
        decision.isReturn = stored.absentSince != nil
        decision.wasRemoved = stored.removedAt != nil
        return decision
    }

    private func change(of item: Int, row: Int) -> EpisodeChange {
        let new = incoming[item].contentHash
        let old = rows[row].contentHash
        if new == old { return .none }
        return EpisodeContentHash(value: new).hasSameContent(as: EpisodeContentHash(value: old)) ? .refresh : .edit
    }

    private func original(of item: Int) -> Int {
        var original = item
        while let next = originals[original] { original = next }
        return original
    }

    private func datedPairs() -> [DateRewrite.Pair] {
        var pairs: [DateRewrite.Pair] = []
        for item in incoming.indices where rowOfItem[item] >= 0 {
            guard let new = incoming[item].episode.publishedAt, let old = rows[rowOfItem[item]].publishedAt else { continue }
            pairs.append(DateRewrite.Pair(item: item, old: old, new: new))
        }
        return pairs
    }

    private mutating func absences(keptDates: Set<Int>) -> [AbsenceDecision] {
        let absentRows = unclaimedRows.map { rows[$0] }
        guard !absentRows.isEmpty else { return [] }
        let listedDates = incoming.indices.map { item in
            keptDates.contains(item) ? rows[rowOfItem[item]].publishedAt : incoming[item].episode.publishedAt
        }
        return AbsenceRules(document: document, listedDates: listedDates, absentRows: absentRows).decisions(warnings: &warnings)
    }

    private mutating func warnOfMigration(_ decisions: [MatchDecision]) {
        guard isHostMigration else { return }
        let rekeyed = decisions.count { $0.formerKey != nil }
        let detail = "\(rekeyed) of \(decisions.count) items have a new guid but are known episodes"
        warnings.append(ImportWarning(kind: "host-migration", detail: detail))
    }

    /// Most episodes re-keyed, and not for the first time: the guids are made
    /// anew for every document.
    private func areGuidsVolatile(_ decisions: [MatchDecision], aliases: [String: Int64]) -> Bool {
        guard isHostMigration, aliases.count >= rows.count * 2 else { return false }
        let counts = Dictionary(aliases.values.map { ($0, 1) }, uniquingKeysWith: +)
        let restless = decisions.count { decision in
            guard decision.formerKey != nil, case .match(let id, _) = decision.action else { return false }
            return counts[id, default: 0] >= 3
        }
        return restless * 2 >= decisions.count
    }
}
