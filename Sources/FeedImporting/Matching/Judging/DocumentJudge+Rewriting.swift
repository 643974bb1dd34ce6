import PodcastModel

extension DocumentJudge {
    /// So many items under the guids of others are no accident, if they are that share of the rewritten ones.
    private static let fewestKnown = 2
    private static let knownShare = 8
    private static let secondsOfDay: Int64 = 86_400

    /// The items that would make other episodes of known ones: both another title and another file, or, where all have
    /// one title, the file and the time of another, or nearly, or another file and the second of another.
    func rewritten(_ tally: Tally) -> [Int] {
        guard tally.edited > 0 else { return [] }
        let rows = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
        lazy var rowsOfOthers = rowsAlone(with: .fileAtMoment)
        let movedOn = itemsAtSecondsOfOthers(rows).union(itemsNearOwnersOfFiles(rows))
        let seconds = secondsOfStored
        return plan.decisions.compactMap { decision in
            guard case .match(let id, .edit) = decision.action, let row = rows[id] else { return nil }
            let item = incoming[decision.position]
            if row.canonicalTitle == item.canonicalTitle {
                let other = EvidenceKey(.fileAtMoment, of: item).flatMap { rowsOfOthers[$0] }
                let isOther = other.map { $0 != id } ?? false
                return isOther || movedOn.contains(decision.position) ? decision.position : nil
            }
            let isDatedAlike = row.publishedAt != nil && Self.hasDate(of: row, item, among: seconds)
            let isFound = isDatedAlike || decision.by == .titleAndDate
            return Self.isRewritten(row, by: item, isFoundByTitleOrDate: isFound) ? decision.position : nil
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
        isFoundByTitleOrDate: Bool
    ) -> Bool {
        let (old, new) = (row.canonicalTitle, item.canonicalTitle)
        guard old != new else { return false }
        let areTexts = row.canonicalEnclosure == nil && item.canonicalEnclosure == nil
        guard !areTexts else { return isOtherText(row, than: item) }
        guard row.canonicalEnclosure != item.canonicalEnclosure else { return false }
        guard isFoundByTitleOrDate else { return true }
        guard CanonicalTitle.numbersAgree(old, new) else { return true }
        if CanonicalTitle.areOneInAnotherButForNumbers(old, new) { return false }
        return CanonicalTitle.withoutNumber(old) != CanonicalTitle.withoutNumber(new)
    }

    /// Whether an item has the date of an episode, or both have none.
    ///
    /// Many hosts write no seconds, so the minute will do, but not where the item has the very second of another
    /// episode: a script may have put a whole archive online within a minute.
    private static func hasDate(
        of row: EpisodeIdentity,
        _ item: IncomingEpisode,
        among seconds: Set<Timestamp>
    ) -> Bool {
        if row.publishedAt == item.episode.publishedAt { return true }
        guard let date = item.episode.publishedAt, !seconds.contains(date) else { return false }
        return row.publishedAt?.minute == date.minute
    }

    /// Whether two texts under one guid have other dates: with other titles, and no file to compare, they are two.
    private static func isOtherText(_ row: EpisodeIdentity, than item: IncomingEpisode) -> Bool {
        guard let old = row.publishedAt, let new = item.episode.publishedAt else { return false }
        return !new.isSameMoment(as: old)
    }

    /// The items that have another file than the episode of their guid, and the second of another one of that title.
    ///
    /// Where most of them are that far from the episodes of their guids, all times have moved by one amount, and that of
    /// the neighbour says nothing: guids that are counted anew make steps as unequal as the times are.
    private func itemsAtSecondsOfOthers(_ rows: [Int64: EpisodeIdentity]) -> Set<Int> {
        var shifts: [Int: (id: Int64, seconds: Int64)] = [:]
        for decision in plan.decisions {
            guard case .match(let id, .edit) = decision.action, let row = rows[id] else { continue }
            let item = incoming[decision.position]
            guard item.canonicalTitle == row.canonicalTitle, let file = item.canonicalEnclosure,
                let oldFile = row.canonicalEnclosure, file != oldFile,
                let date = item.episode.publishedAt, let oldDate = row.publishedAt, date != oldDate
            else { continue }
            shifts[decision.position] = (id, date.seconds(since: oldDate))
        }
        guard !shifts.isEmpty else { return [] }
        let owners = rowsAlone(with: .titleAtMoment)
        let others = shifts.filter { position, shift in
            let owner = EvidenceKey(.titleAtMoment, of: incoming[position]).flatMap { owners[$0] }
            return owner.map { $0 != shift.id } ?? false
        }
        let counts = others.values.map(\.seconds).occurrences
        let summerTime = [-MatchWork.summerTimeSeconds, 0, MatchWork.summerTimeSeconds]
        let isOneShift = counts.keys.contains { shift in
            summerTime.reduce(0) { $0 + counts[shift + $1, default: 0] } * 2 > others.count
        }
        return isOneShift ? [] : Set(others.keys)
    }

    /// The items that have the file of another one of their title and are dated nearer to it than to the episode of
    /// their guid, by a day at most, if nearly all that have the files of others are.
    ///
    /// Times may all have moved, or be days only. Where files move on from episode to episode the guids have the dates.
    private func itemsNearOwnersOfFiles(_ rows: [Int64: EpisodeIdentity]) -> Set<Int> {
        lazy var owners = rowsAlone(with: .file)
        var count = 0
        var near: Set<Int> = []
        for decision in plan.decisions {
            guard case .match(let id, .edit) = decision.action, let row = rows[id] else { continue }
            let item = incoming[decision.position]
            guard item.canonicalTitle == row.canonicalTitle, item.canonicalEnclosure != row.canonicalEnclosure,
                let file = EvidenceKey(.file, of: item), let owner = owners[file], owner != id
            else { continue }
            count += 1
            guard let date = item.episode.publishedAt, let own = row.publishedAt,
                let other = rows[owner]?.publishedAt
            else { continue }
            let distance = abs(date.seconds(since: other))
            let isNear = distance <= Self.secondsOfDay && distance < abs(date.seconds(since: own))
            if isNear { near.insert(decision.position) }
        }
        return near.count * 5 >= count * 4 ? near : []
    }

    private var secondsOfStored: Set<Timestamp> { Set(stored.compactMap(\.publishedAt)) }

    /// The episodes that alone have something.
    private func rowsAlone(with kind: EvidenceKind) -> [EvidenceKey: Int64] {
        var rows: [EvidenceKey: Int64?] = [:]
        for row in stored {
            guard let key = EvidenceKey(kind, of: row) else { continue }
            rows.updateValue(rows[key] == nil ? row.id : nil, forKey: key)
        }
        return rows.compactMapValues { $0 }
    }

    /// Whether some of the items are known under other guids: then a guid says where in the document an item stands.
    ///
    /// They are by a file of their own, by title and file, or by title and time if the files are on another host now.
    /// What came since nobody knows, and of what has replaced a show nothing is: so few will do.
    func haveChangedPlaces(_ rewritten: [Int]) -> Bool {
        let files = Set(stored.compactMap { EvidenceKey(.fileAndTitle, of: $0) })
        let moments = Set(stored.compactMap { EvidenceKey(.titleAtMoment, of: $0) })
        let rowsOfFile = stored.compactMap(\.canonicalEnclosure).occurrences
        let itemsOfFile = incoming.compactMap(\.canonicalEnclosure).occurrences
        let known = rewritten.count { position in
            let item = incoming[position]
            if let own = item.canonicalEnclosure, rowsOfFile[own] == 1, itemsOfFile[own] == 1 { return true }
            return EvidenceKey(.fileAndTitle, of: item).map(files.contains) == true
                || EvidenceKey(.titleAtMoment, of: item).map(moments.contains) == true
        }
        return known >= Self.fewestKnown && known * Self.knownShare >= rewritten.count
            || areMostKnownByTitles(rewritten)
    }

    /// Whether at least half of the items have a title of their own that is that of another episode, or the second of
    /// another, of the two titles of which one is part of the other.
    ///
    /// So it is where guids are counted anew as the files move and all titles or dates are written differently. Not with
    /// one that has the date of the episode of its guid: there only the numbers in titles are counted anew.
    private func areMostKnownByTitles(_ rewritten: [Int]) -> Bool {
        let rows = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
        let rowsOfTitle = rowsAlone(with: .title)
        let rowsOfSecond = rowsAlone(with: .moment)
        let titles = incoming.map(\.canonicalTitle).occurrences
        let seconds = secondsOfStored
        let known = rewritten.count { position in
            let item = incoming[position]
            guard let id = plan.decisions[position].episodeID, let own = rows[id],
                !Self.hasDate(of: own, item, among: seconds)
            else { return false }
            let byTitle = EvidenceKey(.title, of: item).flatMap { rowsOfTitle[$0] }
            if let byTitle, titles[item.canonicalTitle] == 1 { return byTitle != id }
            let bySecond = EvidenceKey(.moment, of: item).flatMap { rowsOfSecond[$0] }
            guard let bySecond, bySecond != id, let other = rows[bySecond] else { return false }
            return CanonicalTitle.areOneInAnotherButForNumbers(item.canonicalTitle, other.canonicalTitle)
        }
        return known >= Self.fewestKnown && known * 2 >= rewritten.count
    }
}
