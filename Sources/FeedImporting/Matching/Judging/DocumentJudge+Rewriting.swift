import PodcastModel

extension DocumentJudge {
    /// So many items under the guids of others are no accident, if they are that share of the rewritten ones.
    private static let fewestKnown = 2
    private static let knownShare = 8

    /// The items that would make other episodes of known ones: both another title and another file, or, where all have
    /// one title, the file and the time of another.
    func rewritten(_ tally: Tally) -> [Int] {
        guard tally.edited > 0 else { return [] }
        let rows = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
        lazy var rowsOfOthers = rowsByFileAndTime()
        return plan.decisions.compactMap { decision in
            guard case .match(let id, .edit) = decision.action, let row = rows[id] else { return nil }
            let item = incoming[decision.position]
            if row.canonicalTitle == item.canonicalTitle {
                let other = Self.fileAndTime(of: item).flatMap { rowsOfOthers[$0] }
                return other.map { $0 != id } ?? false ? decision.position : nil
            }
            let isFoundByTitle = decision.by == .titleAndDate
            return Self.isRewritten(row, by: item, isFoundByTitle: isFoundByTitle) ? decision.position : nil
        }
    }

    /// Whether both the title and the file of an episode would be replaced, or, of a text, both title and time.
    ///
    /// It stays the same episode if the date is the same and the new title only adds something to the old one, such as
    /// a number in front or the name of the show behind it, or writes its number otherwise: publishers do that when
    /// they move their files. What was found by its title under another guid may have another date as well: by that the
    /// matcher has gone already.
    private static func isRewritten(
        _ row: EpisodeIdentity,
        by item: IncomingEpisode,
        isFoundByTitle: Bool
    ) -> Bool {
        let (old, new) = (row.canonicalTitle, item.canonicalTitle)
        guard old != new else { return false }
        let areTexts = row.canonicalEnclosure == nil && item.canonicalEnclosure == nil
        guard !areTexts else { return isOtherText(row, than: item) }
        guard row.canonicalEnclosure != item.canonicalEnclosure else { return false }
        let isDatedAlike = row.publishedAt != nil && row.publishedAt == item.episode.publishedAt
        guard isDatedAlike || isFoundByTitle else { return true }
        guard CanonicalTitle.numbersAgree(old, new) else { return true }
        if CanonicalTitle.areOneInAnotherButForNumbers(old, new) { return false }
        return CanonicalTitle.withoutNumber(old) != CanonicalTitle.withoutNumber(new)
    }

    /// Whether two texts under one guid have other dates: with other titles, and no file to compare, they are two.
    private static func isOtherText(_ row: EpisodeIdentity, than item: IncomingEpisode) -> Bool {
        guard let old = row.publishedAt, let new = item.episode.publishedAt else { return false }
        return !new.isSameMoment(as: old)
    }

    /// The episodes that alone have a file at a time.
    private func rowsByFileAndTime() -> [EvidenceKey: Int64] {
        var rows: [EvidenceKey: Int64?] = [:]
        for row in stored {
            guard let key = row.canonicalEnclosure.flatMap({ EvidenceKey($0, moment: row.publishedAt) }) else {
                continue
            }
            rows.updateValue(rows[key] == nil ? row.id : nil, forKey: key)
        }
        return rows.compactMapValues { $0 }
    }

    private static func fileAndTime(of item: IncomingEpisode) -> EvidenceKey? {
        item.canonicalEnclosure.flatMap { EvidenceKey($0, moment: item.episode.publishedAt) }
    }

    /// Whether some of the items are known under other guids: then a guid says where in the document an item stands.
    ///
    /// They are by a file of their own, by title and file, or by title and time if the files are on another host now.
    /// What came since nobody knows, and of what has replaced a show nothing is: so few will do.
    func haveChangedPlaces(_ rewritten: [Int]) -> Bool {
        var files: Set<EvidenceKey> = []
        var moments: Set<EvidenceKey> = []
        for row in stored {
            if let file = EvidenceKey(row.canonicalEnclosure, row.canonicalTitle) { files.insert(file) }
            if let moment = EvidenceKey(row.canonicalTitle, moment: row.publishedAt) { moments.insert(moment) }
        }
        let rowsOfFile = stored.compactMap(\.canonicalEnclosure).occurrences
        let itemsOfFile = incoming.compactMap(\.canonicalEnclosure).occurrences
        let known = rewritten.count { position in
            let item = incoming[position]
            if let own = item.canonicalEnclosure, rowsOfFile[own] == 1, itemsOfFile[own] == 1 { return true }
            let file = EvidenceKey(item.canonicalEnclosure, item.canonicalTitle)
            let moment = EvidenceKey(item.canonicalTitle, moment: item.episode.publishedAt)
            return file.map(files.contains) == true || moment.map(moments.contains) == true
        }
        return known >= Self.fewestKnown && known * Self.knownShare >= rewritten.count
    }
}
