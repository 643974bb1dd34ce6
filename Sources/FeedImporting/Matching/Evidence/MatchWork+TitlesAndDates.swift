import PodcastModel

/// Episodes that their titles and dates tell, and their lengths where several have both.
extension MatchWork {
    /// Matches by title and date; a title alone is no evidence, since some shows use one title every day.
    mutating func matchTitlesAndDates(_ context: EvidenceContext) {
        let (incoming, rows) = (incoming, rows)
        claimUnique(
            by: .titleAndDate,
            item: { EvidenceKey(incoming[$0].canonicalTitle, moment: incoming[$0].episode.publishedAt) },
            row: { EvidenceKey(rows[$0].canonicalTitle, moment: rows[$0].publishedAt) },
            accept: { context.fitsAtOneSecond(item: $0, row: $1) ? "the title and the time are the same" : nil }
        )
        matchVersions(context)
        suppressDeletedAtTheirTimes()
        // Many hosts write no seconds.
        claimUnique(
            by: .titleAndDate,
            item: { EvidenceKey(incoming[$0].canonicalTitle, minute: incoming[$0].episode.publishedAt) },
            row: { EvidenceKey(rows[$0].canonicalTitle, minute: rows[$0].publishedAt) },
            accept: { context.fits(item: $0, row: $1) ? "the title and the minute are the same" : nil }
        )
        claimUnique(
            by: .titleAndDate,
            item: { EvidenceKey(incoming[$0].canonicalTitle, day: incoming[$0].episode.publishedAt) },
            row: { EvidenceKey(rows[$0].canonicalTitle, day: rows[$0].publishedAt) },
            accept: { item, row in
                let isSame = context.fits(item: item, row: row) && context.isSameDay(item: item, row: row)
                return isSame && !context.mayBeNextEdition(item) ? "the title and the day are the same" : nil
            }
        )
        // What is published anew shortly after midnight: these days last from noon to noon.
        claimUnique(
            by: .titleAndDate,
            item: { EvidenceKey(incoming[$0].canonicalTitle, noonOf: incoming[$0].episode.publishedAt) },
            row: { EvidenceKey(rows[$0].canonicalTitle, noonOf: rows[$0].publishedAt) },
            accept: { item, row in
                let isSame = context.fits(item: item, row: row) && context.areAcrossMidnight(item: item, row: row)
                return isSame && !context.mayBeNextEdition(item)
                    ? "the title is the same, the times are less than an hour apart" : nil
            }
        )
        claimUnique(
            by: .titleAndDate,
            item: {
                let title = CanonicalTitle.withoutNumber(incoming[$0].canonicalTitle)
                return EvidenceKey(title, moment: incoming[$0].episode.publishedAt)
            },
            row: { EvidenceKey(CanonicalTitle.withoutNumber(rows[$0].canonicalTitle), moment: rows[$0].publishedAt) },
            accept: { item, row in
                let isSame =
                    context.fitsAtOneSecond(item: item, row: row) && context.numbersAgree(item: item, row: row)
                return isSame ? "the title but for its number, and the time are the same" : nil
            }
        )
        matchLengths(context)
        matchSecondsAndPartsOfTitles(context)
    }

    /// Matches episodes that have got another guid, another file and a longer or shorter title at once, if each is dated
    /// to the second of a row that was listed until now.
    ///
    /// That second has to tell, unless the titles of most have become so: of two servers that take turns one may write
    /// the name of the show behind them. Not where a deleted episode is dated so as well, since it may be that one.
    private mutating func matchSecondsAndPartsOfTitles(_ context: EvidenceContext) {
        guard !pending.isEmpty, !document.isPart, unclaimedRows.contains(where: { rows[$0].absentSince == nil }) else {
            return
        }
        let deleted = Set(unlistedDeleted.compactMap(\.publishedAt))
        let pairs = pairsAtOneSecond().filter { item, row in
            rows[row].absentSince == nil && context.haveTitlesInCommon(item: item, row: row)
                && context.fits(item: item, row: row) && rows[row].publishedAt.map(deleted.contains) != true
        }
        guard !pairs.isEmpty else { return }
        let isHabit = haveTitlesOfKnownChanged(context)
        for (item, row) in pairs where isHabit || context.isTellingTime(item: item, row: row) {
            let detail = "the time is the same, as no other's is, and of the titles one is part of the other"
            claim(row, for: item, by: .titleAndDate, detail: detail)
        }
        dropSettled()
    }

    /// Whether most of the items that are known, and three at least, have longer or shorter titles than before at the
    /// same seconds.
    private func haveTitlesOfKnownChanged(_ context: EvidenceContext) -> Bool {
        let known = incoming.indices.filter { rowOfItem[$0] >= 0 }.map { (item: $0, row: rowOfItem[$0]) }
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
        guard !pending.isEmpty else { return }
        let pairs = pairsByLength(
            pending.map { item in
                let title = CanonicalTitle.withoutNumber(incoming[item].canonicalTitle)
                return (item, EvidenceKey(title, moment: incoming[item].episode.publishedAt))
            },
            unclaimedRows.map { row in
                let title = CanonicalTitle.withoutNumber(rows[row].canonicalTitle)
                return (row, EvidenceKey(title, moment: rows[row].publishedAt))
            },
            deleted: { EvidenceKey(CanonicalTitle.withoutNumber($0.canonicalTitle), moment: $0.publishedAt) }
        )
        for (item, row) in pairs where rows[row].absentSince == nil && !isListedEarlier(row, asOtherThan: item) {
            guard context.fits(item: item, row: row), context.numbersAgree(item: item, row: row) else { continue }
            let detail = "the title and the time are the same, and of several so dated the length"
            claim(row, for: item, by: .titleAndDate, detail: detail)
        }
        dropSettled()
    }

    /// The pairs that their lengths tell from others with the same key, be these deleted ones.
    func pairsByLength(
        _ items: [(index: Int, key: EvidenceKey?)],
        _ rows: [(index: Int, key: EvidenceKey?)],
        deleted: (DeletedEpisode) -> EvidenceKey?
    ) -> [(item: Int, row: Int)] {
        EvidenceKey.pairsByLength(
            items: items.map { index, key in
                EvidenceKey.Member(index: index, key: key, seconds: incoming[index].episode.durationSeconds)
            },
            rows: rows.map { index, key in
                EvidenceKey.Member(index: index, key: key, seconds: self.rows[index].durationSeconds)
            }
                + unlistedDeleted.map { EvidenceKey.Member(index: -1, key: deleted($0), seconds: $0.durationSeconds) }
        ).filter { $0.row >= 0 }
    }
}
