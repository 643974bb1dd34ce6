import PodcastModel

/// The evidence for or against an item being a stored episode that depends on
/// dates, and on which other items and rows have the same file, title or page.
final class EvidenceContext {
    let incoming: [IncomingEpisode]
    let rows: [EpisodeIdentity]
    private let deleted: [DeletedEpisode]
    let document: MatchDocument
    /// When the oldest of the items was published whose episodes were known before any evidence was looked at.
    private let oldestKnown: Timestamp?
    /// The items without those that are part of another one: twice the same is one.
    let distinct: [IncomingEpisode]
    var formerKeys: FormerKeys
    private lazy var oldestDate = incoming.compactMap(\.episode.publishedAt).min()
    private(set) lazy var newestStored = NewestStored(rows, now: document.now)
    private lazy var newestKnown = NewestStored(rows, deleted, now: document.now)
    private lazy var areMostNewer = newestKnown.isPassed(byMostOf: distinct.map(\.episode.publishedAt))
    private(set) lazy var files = counts(of: { $0.canonicalEnclosure }, and: { $0.canonicalEnclosure })
    private(set) lazy var filesWithTitles = counts(
        of: { EvidenceKey(.fileAndTitle, of: $0) },
        and: { EvidenceKey(.fileAndTitle, of: $0) }
    )
    private lazy var pages = counts(of: { $0.canonicalPage }, and: { $0.canonicalPage })
    private lazy var titles = counts(of: { $0.canonicalTitle }, and: { $0.canonicalTitle })
    private lazy var bareTitles = counts(
        of: { CanonicalTitle.withoutNumber($0.canonicalTitle) },
        and: { CanonicalTitle.withoutNumber($0.canonicalTitle) }
    )
    private lazy var timesOfDay = counts(
        of: { $0.episode.publishedAt?.secondOfDay },
        and: { $0.publishedAt?.secondOfDay }
    )

    init(
        incoming: [IncomingEpisode],
        merged: Set<Int> = [],
        known: [Int] = [],
        rows: [EpisodeIdentity],
        formerKeys: FormerKeys,
        deleted: [DeletedEpisode] = [],
        document: MatchDocument
    ) {
        self.incoming = incoming
        distinct = merged.isEmpty ? incoming : incoming.indices.filter { !merged.contains($0) }.map { incoming[$0] }
        self.rows = rows
        self.formerKeys = formerKeys
        self.deleted = deleted
        self.document = document
        oldestKnown = known.compactMap { incoming[$0].episode.publishedAt }.min()
    }

    /// Whether an item is newer than all that is stored or was deleted, and most items are, or the row was taken over
    /// again and again.
    ///
    /// They may be programmes that come every hour under their titles, of which the last edition has left the feed. A
    /// single item may be a correction of the last, unless others have that title as well; so may one of which there are
    /// older ones beside it that stay. The third time it is none.
    func mayBeNextEdition(_ item: Int, of row: Int) -> Bool {
        guard let date = incoming[item].episode.publishedAt, newestKnown.isPassed(by: date) else { return false }
        return (distinct.count == 1 ? !hasTitleAlone(item: item, row: row) : areMostNewer)
            || formerKeys.count(of: rows[row].id) >= 2
    }

    /// Whether the lengths and kinds of media are compatible (identity C4 17).
    func fits(item: Int, row: Int) -> Bool {
        incoming[item].fits(rows[row])
    }

    /// The same of an item and a row of one second.
    ///
    /// Where that tells enough the stated lengths do not matter: one host writes minutes, another measures, a third
    /// puts advertisements in between.
    func fitsAtOneSecond(item: Int, row: Int) -> Bool {
        incoming[item].isOfKind(of: rows[row])
            && (isAsLong(item: item, row: row) || isTellingTime(item: item, row: row))
    }

    /// Whether the stated lengths are less than ten minutes apart.
    func isAsLong(item: Int, row: Int) -> Bool { incoming[item].isAsLong(as: rows[row].durationSeconds) }

    /// Whether both are dated to one second, and at that time of day nothing else is published.
    ///
    /// Dates without times, full hours and times at which a show always comes say nothing but the day: a trailer and
    /// its episode may have them in common.
    func isTellingTime(item: Int, row: Int) -> Bool {
        guard let new = incoming[item].episode.publishedAt, new == rows[row].publishedAt else { return false }
        let time = new.secondOfDay
        return time % 3600 != 0 && timesOfDay.isAlone(time)
    }

    /// Whether an equal title and day mean an equal episode.
    ///
    /// Some shows use one title every day or every hour, and their oldest item
    /// leaves the document as the newest comes. So the times must agree within
    /// the hour, unless no other item or row has the title and the row's date is
    /// inside the window of a whole document. The oldest one listed may be dated a little later than it was, if known
    /// ones come after it.
    func isSameDay(item: Int, row: Int) -> Bool {
        guard let seconds = secondsApart(item: item, row: row) else { return false }
        if seconds < SameEpisode.momentSeconds { return true }
        guard !document.isPart, hasTitleAlone(item: item, row: row), let date = rows[row].publishedAt else {
            return false
        }
        if isInWindow(date) { return true }
        guard let oldestKnown, rows[row].absentSince == nil, let new = incoming[item].episode.publishedAt else {
            return false
        }
        return new == oldestDate && new < oldestKnown
    }

    /// Whether they are dated to two days (UTC), but less than an hour apart.
    func areAcrossMidnight(item: Int, row: Int) -> Bool {
        guard let new = incoming[item].episode.publishedAt, let old = rows[row].publishedAt else { return false }
        return new.utcDay != old.utcDay && new.isSameMoment(as: old)
    }

    /// Whether an item is an edited version of a row that has the same guid, where several episodes have that guid.
    ///
    /// The guid alone does not prove it: time or title must agree, and file and
    /// page must not differ. A row that was listed until now has more likely been
    /// edited than replaced; a row that had left the document has not.
    func isRatherEdited(item: Int, row: Int) -> Bool {
        let wasListed = rows[row].absentSince == nil
        let seconds = secondsApart(item: item, row: row)
        if let seconds, seconds < SameEpisode.momentSeconds {
            return wasListed || !haveOtherFiles(item: item, row: row)
        }
        guard wasListed, !haveOtherFiles(item: item, row: row), !haveOtherPages(item: item, row: row),
            incoming[item].canonicalTitle == rows[row].canonicalTitle
        else { return false }
        guard seconds != nil, let new = incoming[item].episode.publishedAt, let old = rows[row].publishedAt else {
            return true
        }
        // The oldest one listed may be dated a little later than it was; what comes behind it rather takes the place of
        // one that has just left the document.
        return isInWindow(old) || (new.utcDay == old.utcDay && oldestDate == new)
    }

    /// Whether both have a media file, and not the same.
    func haveOtherFiles(item: Int, row: Int) -> Bool {
        guard let new = incoming[item].canonicalEnclosure, let old = rows[row].canonicalEnclosure else { return false }
        return new != old
    }

    /// Whether no other item has the item's page, and no other row the row's, in a feed of several.
    ///
    /// A feed of a single item may publish each new episode under the same title and page.
    func hasPageAlone(item: Int, row: Int) -> Bool {
        guard let new = incoming[item].canonicalPage, let old = rows[row].canonicalPage else { return false }
        return distinct.count > 1 && pages.areAlone(item: new, row: old)
    }

    /// Whether both have a page instead of a media file, and not the same.
    private func haveOtherPages(item: Int, row: Int) -> Bool {
        guard incoming[item].canonicalEnclosure == nil, rows[row].canonicalEnclosure == nil,
            let new = incoming[item].canonicalPage, let old = rows[row].canonicalPage
        else { return false }
        return new != old
    }

    /// Whether older episodes are listed than one of the date.
    private func isInWindow(_ date: Timestamp) -> Bool { oldestDate.map { date >= $0 } ?? false }

    /// Whether no other item has the item's title, and no other row the row's.
    func hasTitleAlone(item: Int, row: Int) -> Bool {
        titles.areAlone(item: incoming[item].canonicalTitle, row: rows[row].canonicalTitle)
    }

    /// The same of titles without the numbers in front of them, which have to agree.
    func hasBareTitleAlone(item: Int, row: Int) -> Bool {
        let (new, old) = (incoming[item].canonicalTitle, rows[row].canonicalTitle)
        return bareTitles.areAlone(item: CanonicalTitle.withoutNumber(new), row: CanonicalTitle.withoutNumber(old))
            && numbersAgree(item: item, row: row)
    }

    /// Whether the titles are one, but for a number in front that has come or gone.
    func haveOneBareTitle(item: Int, row: Int) -> Bool {
        CanonicalTitle.withoutNumber(incoming[item].canonicalTitle)
            == CanonicalTitle.withoutNumber(rows[row].canonicalTitle)
    }

    /// Whether one of the titles is the other with something before or behind it, whatever becomes of its number.
    func haveTitlesInCommon(item: Int, row: Int) -> Bool {
        CanonicalTitle.areOneInAnotherButForNumbers(incoming[item].canonicalTitle, rows[row].canonicalTitle)
    }

    /// Whether the titles are alike over half of the shorter one.
    func haveTitlesAlike(item: Int, row: Int) -> Bool {
        CanonicalTitle.areAlike(incoming[item].canonicalTitle, rows[row].canonicalTitle)
    }

    /// By how many seconds the item is dated later; nil without dates.
    func shift(item: Int, row: Int) -> Int64? {
        guard let new = incoming[item].episode.publishedAt, let old = rows[row].publishedAt else { return nil }
        return new.seconds(since: old)
    }

    /// A number in front may have come or gone, but not changed.
    func numbersAgree(item: Int, row: Int) -> Bool {
        CanonicalTitle.numbersAgree(incoming[item].canonicalTitle, rows[row].canonicalTitle)
    }

    func areApart(item: Int, row: Int) -> Bool {
        secondsApart(item: item, row: row).map { $0 >= SameEpisode.momentSeconds } ?? false
    }

    /// Whether both have dates, less than an hour apart.
    func areAtOneMoment(item: Int, row: Int) -> Bool {
        secondsApart(item: item, row: row).map { $0 < SameEpisode.momentSeconds } ?? false
    }

    func secondsApart(item: Int, row: Int) -> Int64? { shift(item: item, row: row).map(abs) }

    private func counts<Key: Hashable>(
        of item: @escaping (IncomingEpisode) -> Key?,
        and row: @escaping (EpisodeIdentity) -> Key?
    ) -> SharedCounts<Key> {
        SharedCounts(itemKeys: { [distinct] in distinct.map(item) }, rowKeys: { [rows] in rows.map(row) })
    }
}
