import PodcastModel

extension MatchWork {
    /// Suppresses what is left of the deleted episodes of a feed that has moved: what the move would find if they were
    /// stored still (identity C4 20, C6 36).
    ///
    /// Where nearly all was deleted, the few that are stored show neither that the feed has moved nor what the new host
    /// does to titles and dates. So the document is matched once more with the deleted ones among the stored. Of that
    /// counts what all have in common, and what only the move finds: the file or the title of a deleted episode may be
    /// those of a new one. Slots that ever new ones fill are none of them.
    mutating func suppressWhatMovesAsIfStored(_ deleted: [DeletedEpisode], unknownCount: Int) {
        let deleted = deleted.filter { !$0.isUndatedSlot }
        guard !deleted.isEmpty, !claims.pending.isEmpty, !document.isPart, unknownCount * 5 >= itemCount * 4 else {
            return
        }
        let all = deletedEpisodes.all.filter { !$0.isUndatedSlot }
        let stored = StoredEpisodes(
            identities: rows + all.enumerated().map { EpisodeIdentity($1, id: -Int64($0) - 1) },
            aliases: formerKeys.aliases
        )
        var work = MatchWork(incoming: incoming, stored: stored, document: document)
        _ = work.matchStored()
        guard work.hostMove.isFound, !work.hasFoundNextEditions else { return }
        hostMove = work.hostMove
        suppressWhatHasMoved(deleted)
        let unlisted = Set(deleted.map { ExactText($0.key) })
        for item in claims.pending where hostMove.items.contains(item) {
            guard let row = work.claims.row(of: item) else { continue }
            let detail = work.claims.detail(of: item)
            if row >= rows.count {
                let key = all[row - rows.count].key
                guard unlisted.contains(ExactText(key)), mayBeDeleted(item) else { continue }
                settle(item, asDeleted: key, because: detail)
            } else if !claims.isClaimed(row) {
                claims.add(row, for: item, by: .titleAndDate, detail: detail)
            }
        }
        claims.dropSettled()
    }

    /// Whether most of what was found is newer than all that was known, and no tool has dated it: programmes have one
    /// title each in the morning and in the evening.
    private var hasFoundNextEditions: Bool {
        guard hostMove.habits.redatedHour == nil else { return false }
        return areNextEditions(claims.foundByContent.map(\.item))
    }
}

extension EpisodeIdentity {
    /// A deleted episode as if it were stored, and had been listed until now.
    fileprivate init(_ deleted: DeletedEpisode, id: Int64) {
        self.init(
            id: id,
            key: deleted.key,
            keyKind: deleted.key.hasPrefix(SyntheticKey.prefix) ? .hash : .guid,
            contentHash: 0,
            canonicalEnclosure: deleted.canonicalEnclosure,
            canonicalTitle: deleted.canonicalTitle,
            publishedAt: deleted.publishedAt,
            durationSeconds: deleted.durationSeconds,
            page: deleted.page,
            absentSince: nil,
            removedAt: nil
        )
    }
}
