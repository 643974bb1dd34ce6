import PodcastModel

extension MatchWork {
    /// Notes that the publisher has moved to another host: most guids are new, but most episodes are known
    /// (identity C4 20).
    ///
    /// The new host may list the whole archive where the old one listed only the last episodes, so half of those that
    /// were listed is enough.
    ///
    /// Of a move that goes on, one title is enough whose time has moved by exactly as much as those before.
    mutating func noteMigration(unknownCount: Int, _ context: EvidenceContext) {
        let total = itemCount
        guard unknownCount * 5 >= total * 4 else { return }
        let shifts = earlierMove.shifts
        hostMove.isFound = !shifts.isEmpty && pairsOfTitles(context).contains { shifts.contains($0.shift) }
        guard !hostMove.isFound, total >= Self.fewestItems else { return }
        let half = expectedCount
        let found = claims.foundByContent.count { earlierMove.mayGoOn(with: incoming[$0.item], as: rows[$0.row]) }
        func isMove(with count: Int) -> Bool {
            (found + count) * 2 >= half && (earlierMove.items.isEmpty || found + count >= Self.fewestItems)
        }
        hostMove.isFound = isMove(with: 0) || MoveSign.allCases.contains { isMove(with: count(of: $0, context)) }
    }

    /// Matches episodes whose dates or titles the new host has all changed in the same way.
    mutating func matchMoved(_ context: EvidenceContext) {
        for sign in MoveSign.allCases { claim(pairs(of: sign, context), detail: sign.detail) }
        hostMove.shifts = usualShifts(context)
        hostMove.habits = moveHabits()
    }
}

extension MatchWork {
    /// With fewer items than this nothing is said about the document as a whole.
    static let fewestItems = 3
    static let summerTimeSeconds: Int64 = 3600

    /// How many episodes can be recognised if the publisher has moved: those that were listed, or the items if they are
    /// fewer.
    ///
    /// Those that an earlier document of the move has brought are none of them.
    var expectedCount: Int {
        let listedCount = rows.indices.count { row in
            rows[row].absentSince == nil && claims.item(of: row).map(earlierMove.items.contains) != true
        }
        return min(itemCount, max(listedCount, Self.fewestItems))
    }

    /// How many items there are without those that say nothing of a move.
    var itemCount: Int { claims.distinctCount - earlierMove.items.count }

    /// The pairs of an unknown item and a missing row that have something in common which no other item and no other
    /// row has, settled or not.
    func unsettledPairs(sharing kind: EvidenceKind) -> [(item: Int, row: Int)] {
        EvidenceKey.uniquePairs(
            items: claims.distinctItems.map { ($0, EvidenceKey(kind, of: incoming[$0])) },
            rows: rowsInQuestion.map { ($0, EvidenceKey(kind, of: rows[$0])) }
        ).filter { !claims.isSettled($0.item) && !claims.isClaimed($0.row) }
    }

    /// Whether most of the items are newer than all that is stored or was deleted.
    ///
    /// Then they are rather the next editions of programmes that come every few hours under their titles, all of them
    /// as much later: what a move dates otherwise is an archive, of which hardly more than the last is newer.
    func areNextEditions(_ items: [Int]) -> Bool {
        NewestStored(rows, deletedEpisodes.all, now: document.now)
            .isPassed(byMostOf: items.map { incoming[$0].episode.publishedAt })
    }

    /// An unknown item and a missing row of one title.
    struct TitlePair {
        let row: Int
        let dates: DateRewrite.Pair

        var item: Int { dates.item }
        var shift: Int64 { dates.new.seconds(since: dates.old) }
        var isWithinZones: Bool { abs(shift) <= SameEpisode.zoneSeconds }
    }

    private mutating func claim(_ pairs: [(item: Int, row: Int)], detail: String) {
        for pair in pairs
        where !isListedEarlier(pair.row, asOtherThan: pair.item)
            && earlierMove.mayGoOn(with: incoming[pair.item], as: rows[pair.row])
        {
            claims.add(pair.row, for: pair.item, by: .titleAndDate, detail: detail)
            hostMove.items.insert(pair.item)
        }
        claims.dropSettled()
    }

    /// How many dates have moved by the same time, or by an hour more or less because of summer time.
    func countOfEqualShifts(_ context: EvidenceContext) -> Int {
        let pairs = pairsOfTitles(context).filter(\.isWithinZones)
        guard let usual = Self.mostFrequent(pairs.map(\.shift).occurrences) else { return 0 }
        let moved = pairs.filter { abs($0.shift - usual) <= Self.summerTimeSeconds }
        return areNextEditions(moved.map(\.item)) ? 0 : moved.count
    }

    private static func mostFrequent(_ counts: [Int64: Int]) -> Int64? {
        counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    }

    /// Unknown items and missing rows whose titles are equal, with or without the numbers in front of them, and only
    /// theirs of all, those of deleted episodes included; and by how many seconds the dates differ.
    func pairsOfTitles(_ context: EvidenceContext) -> [TitlePair] {
        guard !claims.pending.isEmpty else { return [] }
        let rows = unclaimedInQuestion
        let deleted = unlistedDeleted.map(\.canonicalTitle)
        let (titles, bareTitles) = (Set(deleted), Set(deleted.map(CanonicalTitle.withoutNumber)))
        let equal = EvidenceKey.uniquePairs(
            items: claims.pending.map { ($0, EvidenceKey(.title, of: incoming[$0])) },
            rows: rows.map { ($0, EvidenceKey(.title, of: self.rows[$0])) }
        ).filter {
            context.hasTitleAlone(item: $0.item, row: $0.row) && !titles.contains(incoming[$0.item].canonicalTitle)
        }
        let (items, taken) = (Set(equal.map(\.item)), Set(equal.map(\.row)))
        let bare = EvidenceKey.uniquePairs(
            items: claims.pending.filter { !items.contains($0) }.map { item in
                (item, EvidenceKey(.bareTitle, of: incoming[item]))
            },
            rows: rows.filter { !taken.contains($0) }.map { ($0, EvidenceKey(.bareTitle, of: self.rows[$0])) }
        ).filter {
            context.hasBareTitleAlone(item: $0.item, row: $0.row)
                && !bareTitles.contains(CanonicalTitle.withoutNumber(incoming[$0.item].canonicalTitle))
        }
        let pairs = (equal + bare).filter { earlierMove.mayGoOn(with: incoming[$0.item], as: self.rows[$0.row]) }
        return withoutOtherMedia(pairs).compactMap { item, row in
            guard let old = self.rows[row].publishedAt, let new = incoming[item].episode.publishedAt else { return nil }
            return TitlePair(row: row, dates: DateRewrite.Pair(item: item, old: old, new: new))
        }
    }

    /// The pairs whose media may be the same; of other lengths if the new host states such for at least half.
    func withoutOtherMedia(_ pairs: [(item: Int, row: Int)]) -> [(item: Int, row: Int)] {
        let pairs = pairs.filter { incoming[$0.item].isOfKind(of: rows[$0.row]) }
        let change = LengthChange(
            pairs.map { (incoming[$0.item].episode.durationSeconds, rows[$0.row].durationSeconds) }
        )
        return pairs.filter { incoming[$0.item].isAsLong(as: rows[$0.row].durationSeconds, but: change) }
    }

    /// By how many seconds the dates of recognised episodes have moved: the most frequent shift, and those within an
    /// hour of it that occur more than once.
    func usualShifts(_ context: EvidenceContext) -> [Int64] {
        Self.usualShifts(foundShifts(context))
    }

    /// By how many seconds the date of each recognised episode has moved, where a time zone explains it.
    func foundShifts(_ context: EvidenceContext) -> [Int64] {
        claims.foundByContent.compactMap { context.shift(item: $0.item, row: $0.row) }
            .filter { abs($0) <= SameEpisode.zoneSeconds }
    }

    /// The most frequent of all shifts, and those within an hour of it, if they occur more than once; no more than can
    /// have one reason, the more frequent ones.
    static func usualShifts(_ shifts: [Int64]) -> [Int64] {
        let counts = shifts.occurrences
        guard let usual = mostFrequent(counts) else { return [] }
        let near = counts.filter { $0.value > 1 && abs($0.key - usual) <= summerTimeSeconds }
        return near.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.prefix(mostShifts).map(\.key).sorted()
    }

    /// A host that writes no seconds moves times by sixty amounts, and by as many again with summer time.
    ///
    /// All items are looked through for each: thousands, which a feed may make up, would take minutes.
    static let mostShifts = 2 * 60

    /// Unknown items and missing rows dated to the same second, as no others are, with titles that have become longer
    /// or shorter: a host that writes the name of the show behind each.
    ///
    /// Where it writes no seconds, the minute counts; where several have one second, the titles tell them apart.
    func pairsOfMoments(_ context: EvidenceContext) -> [(item: Int, row: Int)] {
        guard !claims.pending.isEmpty else { return [] }
        let seconds = (pairsAtOneSecond() + pairsAtCrowdedSeconds(context)).filter { item, row in
            context.fitsAtOneSecond(item: item, row: row)
        }
        let minutes = unsettledPairs(sharing: .minute).filter { item, row in
            context.shift(item: item, row: row) != 0 && context.fits(item: item, row: row)
        }
        return (seconds + minutes).filter { context.haveTitlesInCommon(item: $0.item, row: $0.row) }
    }

    /// Unknown items and missing rows of equal titles, if a tool has given most of these items the date of its own run.
    ///
    /// Not where half of the rows were dated together as well, unless by a tool that was not believed: a show that
    /// publishes several items together each day may use the same titles every day, or every other day. Nor where one is
    /// twice as long: a season may come in the place of its teasers. And of a move that goes on, the tool would have dated
    /// also what came before: these are reruns.
    func pairsOfRedated(_ context: EvidenceContext) -> [(item: Int, row: Int)] {
        guard earlierMove.items.isEmpty else { return [] }
        let pairs = pairsOfTitles(context).filter { incoming[$0.item].mayBeAsLong(as: rows[$0.row].durationSeconds) }
        let believed = datesAsStored(of: pairs.map { ($0.item, $0.row) })
        guard !DateRewrite.wereHalfTogether(believed) else { return [] }
        let redated = DateRewrite.itemsNearEachOther(pairs.map(\.dates))
        return pairs.filter { redated.contains($0.item) }.map { ($0.item, $0.row) }
    }
}
