import PodcastModel

extension MatchWork {
    /// Unknown items and missing rows of one title and one second, if the publisher has moved to a host that states
    /// other lengths for at least half of all such pairs (identity C4 17, 20).
    ///
    /// Where they are the exception, another length means another episode: the trailer and the episode of a day.
    func pairsOfOtherLengths(_ context: EvidenceContext) -> [(item: Int, row: Int)] {
        guard !claims.pending.isEmpty else { return [] }
        let pairs = unsettledPairs(sharing: .bareTitleAtMoment).filter { item, row in
            incoming[item].isOfKind(of: rows[row]) && context.numbersAgree(item: item, row: row)
        }
        let all = pairs + foundAtOneSecond
        let others = all.count { !context.isAsLong(item: $0.item, row: $0.row) }
        return others >= Self.fewestItems && others * 2 >= all.count ? pairs : []
    }

    /// Unknown items and missing rows dated to the same second, as no others are, with titles that are alike, if the
    /// publisher has moved and four fifths of what can be recognised agree so (identity C4 20).
    ///
    /// At least half of these seconds have to tell something: shows that are published at the same time every day have
    /// all times in common, and two shows of one house may give their episodes like titles.
    func pairsOfSeconds(_ context: EvidenceContext) -> [(item: Int, row: Int)] {
        guard !claims.pending.isEmpty else { return [] }
        let pairs = pairsAtOneSecond().filter { item, row in
            context.haveTitlesAlike(item: item, row: row) && context.fitsAtOneSecond(item: item, row: row)
        }
        let all = pairs + foundAtOneSecond
        let telling = all.count { context.isTellingTime(item: $0.item, row: $0.row) }
        let isMove =
            all.count * 5 >= expectedCount * 4 && telling >= Self.fewestItems && telling * 2 >= all.count
        return isMove ? pairs : []
    }

    /// Unknown items and missing rows dated to a second that tells, whatever their titles, if the publisher has moved
    /// and four fifths of what can be recognised are dated as before: what is left has got another title along with the
    /// move.
    ///
    /// Not where a deleted episode is dated so as well, since it may be that one.
    func pairsOfTellingSeconds(_ context: EvidenceContext) -> [(item: Int, row: Int)] {
        guard !claims.pending.isEmpty, foundAtOneSecond.count * 5 >= expectedCount * 4 else { return [] }
        let deleted = Set(unlistedDeleted.compactMap(\.publishedAt))
        return pairsAtOneSecond().filter { item, row in
            context.isTellingTime(item: item, row: row) && context.fits(item: item, row: row)
                && rows[row].publishedAt.map(deleted.contains) != true
        }
    }

    /// The pairs of an unknown item and a missing row that are dated to one second, as no other item and no other row is.
    func pairsAtOneSecond() -> [(item: Int, row: Int)] { unsettledPairs(sharing: .moment) }

    /// The recognised items whose times are as before, each with its row.
    var foundAtOneSecond: [(item: Int, row: Int)] {
        claims.foundByContent.filter { item, row in
            rows[row].publishedAt != nil && incoming[item].episode.publishedAt == rows[row].publishedAt
        }
    }
}
