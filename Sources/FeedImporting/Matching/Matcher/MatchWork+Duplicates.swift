import PodcastModel

extension MatchWork {
    /// Merges unknown items into items of the same document that have the same
    /// media file, title and moment under another guid: a public and a
    /// member's copy, say (identity C2 11).
    ///
    /// A media file alone is not enough: one may serve several episodes. Nor
    /// are file and title: hourly news may have one address for all.
    mutating func mergeDuplicates() {
        // By address first: nearly every item is alone with its own, and its
        // title need not be looked at.
        let (pendingByFile, knownByFile) = itemsSharingFiles()
        var mergedCounts: [Int: Int] = [:]
        for (file, pending) in pendingByFile {
            // Of one file there may be thousands.
            let known = Dictionary(grouping: knownByFile[file] ?? [], by: { incoming[$0].canonicalTitle })
            for (title, items) in Dictionary(grouping: pending, by: { incoming[$0].canonicalTitle }) {
                // Known items first, then from the latest: what is first is kept.
                var kept = known[title] ?? []
                guard items.count + kept.count > 1 else { continue }
                kept.sort { isLater($0, than: $1) }
                for item in items.sorted(by: { isLater($0, than: $1) }) {
                    if let original = nearest(to: item, in: kept) {
                        let detail = "the same file, title and date as item \(original + 1)"
                        claims.merge(item, into: original, detail: detail)
                        mergedCounts[original, default: 0] += 1
                    } else {
                        kept.append(item)
                    }
                }
            }
        }
        for (original, count) in mergedCounts.sorted(by: { $0.key < $1.key }) { warn(of: original, count: count) }
        claims.dropSettled()
    }

    /// The unknown items whose media file another item has too, and the known
    /// items that have one of these files.
    private func itemsSharingFiles() -> (pending: [String: [Int]], known: [String: [Int]]) {
        var latest: [String: Int] = [:]
        latest.reserveCapacity(claims.pending.count)
        var shared: [String: [Int]] = [:]
        for item in claims.pending {
            guard let file = file(of: item) else { continue }
            if let first = latest.updateValue(item, forKey: file) { shared[file, default: [first]].append(item) }
        }
        var known: [String: [Int]] = [:]
        if claims.count > 0, !latest.isEmpty {
            for (item, _) in claims.pairs {
                guard let file = file(of: item), let unknown = latest[file] else { continue }
                known[file, default: []].append(item)
                if shared[file] == nil { shared[file] = [unknown] }
            }
        }
        return (shared, known)
    }

    private func file(of item: Int) -> String? {
        incoming[item].canonicalEnclosure.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Something was decided: it may be wrong, so it is told.
    private mutating func warn(of original: Int, count: Int) {
        let title = incoming[original].episode.title.prefix(80)
        let detail =
            "\(count + 1) items are the same episode “\(title)” under different guids: same file, title and date"
        warnings.append(ImportWarning(kind: .duplicateItem, detail: detail))
    }

    private func nearest(to item: Int, in kept: [Int]) -> Int? {
        // Each list is in order of time, so the nearest are at its ends; lists
        // of thousands with one look do not arise from mistakes.
        kept.suffix(8).first { isSameMoment(item, $0) } ?? kept.prefix(8).first { isSameMoment(item, $0) }
    }

    private func isSameMoment(_ first: Int, _ second: Int) -> Bool {
        guard let left = incoming[first].episode.publishedAt, let right = incoming[second].episode.publishedAt else {
            // One address and one title for ever new episodes, of which only the guids tell that they are several.
            let areGuids = incoming[first].episode.keyKind == .guid && incoming[second].episode.keyKind == .guid
            let areUndated =
                incoming[first].episode.publishedAt == nil && incoming[second].episode.publishedAt == nil
            return !(areGuids && areUndated)
        }
        return left.isSameMoment(as: right)
    }
}
