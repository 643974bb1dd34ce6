import PodcastModel

/// Episodes that their titles and dates tell, and their lengths where several have both.
extension MatchWork {
    /// Matches by title and date; a title alone is no evidence, since some shows use one title every day.
    mutating func matchTitlesAndDates(_ context: EvidenceContext) {
        claimTitled(
            "the title and the time are the same",
            sharing: .titleAtMoment,
            accept: { context.fitsAtOneSecond(item: $0, row: $1) }
        )
        matchVersions(context)
        matchListedVersions("the title and the time are the same", sharing: .titleAtMoment, context)
        suppressDeletedAtTheirTimes()
        // Many hosts write no seconds.
        claimTitled(
            "the title and the minute are the same",
            sharing: .titleInMinute,
            accept: { context.fits(item: $0, row: $1) }
        )
        matchListedVersions("the title and the minute are the same", sharing: .titleInMinute, context)
        claimTitled(
            "the title and the day are the same",
            sharing: .titleOnDay,
            accept: {
                context.fits(item: $0, row: $1) && context.isSameDay(item: $0, row: $1)
                    && !context.mayBeNextEdition($0, of: $1)
            }
        )
        // What is published anew shortly after midnight: these days last from noon to noon.
        claimTitled(
            "the title is the same, the times are less than an hour apart",
            sharing: .titleFromNoonToNoon,
            accept: {
                context.fits(item: $0, row: $1) && context.areAcrossMidnight(item: $0, row: $1)
                    && !context.mayBeNextEdition($0, of: $1)
            }
        )
        claimTitled(
            "the title but for its number, and the time are the same",
            sharing: .bareTitleAtMoment,
            accept: { context.fitsAtOneSecond(item: $0, row: $1) && context.numbersAgree(item: $0, row: $1) }
        )
        matchLengths(context)
        matchSecondsAndPartsOfTitles(context)
    }

    /// One pass over the pairs of one title and one date, in the form in which these are compared.
    private mutating func claimTitled(
        _ detail: String,
        sharing kind: EvidenceKind,
        accept: (_ item: Int, _ row: Int) -> Bool
    ) {
        claimUnique(by: .titleAndDate, sharing: kind, accept: { accept($0, $1) ? detail : nil })
    }

    /// Matches episodes that have got another guid, another file and a longer or shorter title at once, if each is dated
    /// to the second of a row that was listed until now.
    ///
    /// That second has to tell, unless the titles of most have become so: of two servers that take turns one may write
    /// the name of the show behind them. Not where a deleted episode is dated so as well, since it may be that one.
    private mutating func matchSecondsAndPartsOfTitles(_ context: EvidenceContext) {
        guard !claims.pending.isEmpty, !document.isPart,
            claims.unclaimedRows.contains(where: { rows[$0].absentSince == nil })
        else { return }
        let deleted = Set(unlistedDeleted.compactMap(\.publishedAt))
        let pairs = pairsAtOneSecond().filter { item, row in
            rows[row].absentSince == nil && context.haveTitlesInCommon(item: item, row: row)
                && context.fits(item: item, row: row) && rows[row].publishedAt.map(deleted.contains) != true
        }
        guard !pairs.isEmpty else { return }
        let isHabit = haveTitlesOfKnownChanged(context)
        for (item, row) in pairs where isHabit || context.isTellingTime(item: item, row: row) {
            let detail = "the time is the same, as no other's is, and of the titles one is part of the other"
            claims.add(row, for: item, by: .titleAndDate, detail: detail)
        }
        claims.dropSettled()
    }

    /// Whether most of the items that are known, and three at least, have longer or shorter titles than before at the
    /// same seconds.
    private func haveTitlesOfKnownChanged(_ context: EvidenceContext) -> Bool {
        let known = claims.pairs
        let changed = known.count { item, row in
            incoming[item].canonicalTitle != rows[row].canonicalTitle && context.shift(item: item, row: row) == 0
                && context.haveTitlesInCommon(item: item, row: row)
        }
        return changed >= Self.fewestItems && changed * 2 > known.count
    }

    /// Matches episodes of one title and one second that their lengths tell apart: the episode of a day and its bonus.
    ///
    /// Not with those that have left the feed: where dates are days, these are the other editions of a day.
    private mutating func matchLengths(_ context: EvidenceContext) {
        guard !claims.pending.isEmpty else { return }
        let pairs = pairsByLength(
            claims.pending.map { ($0, EvidenceKey(.bareTitleAtMoment, of: incoming[$0])) },
            unclaimedInQuestion.map { ($0, EvidenceKey(.bareTitleAtMoment, of: rows[$0])) },
            sharing: .bareTitleAtMoment
        )
        for (item, row) in pairs where rows[row].absentSince == nil && !isListedEarlier(row, asOtherThan: item) {
            guard context.fits(item: item, row: row), context.numbersAgree(item: item, row: row) else { continue }
            let detail = "the title and the time are the same, and of several so dated the length"
            claims.add(row, for: item, by: .titleAndDate, detail: detail)
        }
        claims.dropSettled()
    }

    /// The pairs that their lengths tell from others with the same key, be these deleted ones.
    func pairsByLength(
        _ items: [(index: Int, key: EvidenceKey?)],
        _ rows: [(index: Int, key: EvidenceKey?)],
        sharing kind: EvidenceKind
    ) -> [(item: Int, row: Int)] {
        let deleted = unlistedDeleted.map { episode in
            EvidenceKey.Member(index: -1, key: EvidenceKey(kind, of: episode), seconds: episode.durationSeconds)
        }
        return EvidenceKey.pairsByLength(
            items: items.map { index, key in
                EvidenceKey.Member(index: index, key: key, seconds: incoming[index].episode.durationSeconds)
            },
            rows: rows.map { index, key in
                EvidenceKey.Member(index: index, key: key, seconds: self.rows[index].durationSeconds)
            } + deleted
        ).filter { $0.row >= 0 }
    }
}
