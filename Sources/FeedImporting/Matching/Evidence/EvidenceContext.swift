import PodcastModel

/// The evidence for or against an item being a stored episode that depends on
/// dates, and on which other items and rows have the same file, title or page.
final class EvidenceContext {
    private let incoming: [IncomingEpisode]
    private let rows: [EpisodeIdentity]
    private let aliases: [ExactText: Int64]
    private let document: MatchDocument
    /// When the oldest of the items was published whose episodes were known before any evidence was looked at.
    private let oldestKnown: Timestamp?
    /// The items without those that are part of another one: twice the same is one.
    private let distinct: [IncomingEpisode]
    private lazy var aliasCounts = aliases.values.occurrences
    private lazy var oldestDate = incoming.compactMap(\.episode.publishedAt).min()
    private lazy var newestStored = NewestStored(rows, now: document.now)
    private lazy var areMostNewer = distinct.count { isNewerThanStored($0) } * 2 > distinct.count
    private lazy var itemsWithEnclosure = counts(distinct.map(\.canonicalEnclosure))
    private lazy var rowsWithEnclosure = counts(rows.map(\.canonicalEnclosure))
    private lazy var itemsWithFileAndTitle = counts(
        distinct.map { EvidenceKey($0.canonicalEnclosure, $0.canonicalTitle) }
    )
    private lazy var rowsWithFileAndTitle = counts(
        rows.map { EvidenceKey($0.canonicalEnclosure, $0.canonicalTitle) }
    )
    private lazy var itemsWithPage = counts(distinct.map(\.canonicalPage))
    private lazy var rowsWithPage = counts(rows.map(\.canonicalPage))
    private lazy var itemsWithTitle = counts(distinct.map(\.canonicalTitle))
    private lazy var rowsWithTitle = counts(rows.map(\.canonicalTitle))
    private lazy var itemsWithBareTitle = counts(distinct.map { CanonicalTitle.withoutNumber($0.canonicalTitle) })
    private lazy var itemsAtTimeOfDay = counts(distinct.map { $0.episode.publishedAt?.secondOfDay })
    private lazy var rowsAtTimeOfDay = counts(rows.map { $0.publishedAt?.secondOfDay })
    private lazy var rowsWithBareTitle = counts(rows.map { CanonicalTitle.withoutNumber($0.canonicalTitle) })

    init(
        incoming: [IncomingEpisode],
        merged: Set<Int> = [],
        known: [Int] = [],
        rows: [EpisodeIdentity],
        aliases: [ExactText: Int64],
        document: MatchDocument
    ) {
        self.incoming = incoming
        distinct = merged.isEmpty ? incoming : incoming.indices.filter { !merged.contains($0) }.map { incoming[$0] }
        self.rows = rows
        self.aliases = aliases
        self.document = document
        oldestKnown = known.compactMap { incoming[$0].episode.publishedAt }.min()
    }

    /// Why an equal media file means an equal episode; nil if it does not.
    ///
    /// The row's key has left the document, so the file alone is enough as long
    /// as no other episode has it (identity C4 17), and it is no rerun. Of one page of several, or
    /// of a document that was cut off, it is not known which keys have left: the
    /// original of a rerun may be on the next page. And a feed of a single item leaves nothing else listed whenever it
    /// goes on: there a file with another title is that of the next episode as well, `latest.mp3`, unless the time is
    /// the same.
    func enclosureEvidence(item: Int, row: Int) -> String? {
        if isSlot(item: item, row: row) {
            guard haveOneBareTitle(item: item, row: row), hasBareTitleAlone(item: item, row: row),
                !isSlotOfOneTitle(item: item, row: row)
            else { return nil }
        }
        if distinct.count == 1 {
            return areAtOneMoment(item: item, row: row) ? "the media file and the time are the same" : nil
        }
        if let seconds = secondsApart(item: item, row: row), seconds <= 86_400 {
            return "the media file is the same, the dates are less than a day apart"
        }
        guard isAlone(item), !document.isPart, !isRerun(item: item, row: row) else { return nil }
        return "the media file is the same, the stored episode is no longer listed"
    }

    /// Whether an item with the file of an episode that had left the feed before comes as the newest one.
    ///
    /// What comes before its date was only planned then.
    private func isRerun(item: Int, row: Int) -> Bool {
        guard rows[row].absentSince != nil, let date = incoming[item].episode.publishedAt,
            rows[row].publishedAt.map({ $0 < date }) ?? true
        else { return false }
        return newestStored.isReached(by: date)
    }

    /// Whether an item with file and title of an episode that had slid out of the feed comes as the newest one.
    ///
    /// One that was missing from among others was taken out, and is published anew. And where most items come as the
    /// newest, a tool has dated an archive to its own run.
    func isRerunOfOldOne(item: Int, row: Int) -> Bool {
        guard let oldestKnown, let date = rows[row].publishedAt, date < oldestKnown else { return false }
        return !areMostNewer && isRerun(item: item, row: row)
    }

    /// Whether an item is newer than all that is stored, and most items are: programmes that come every hour under
    /// their titles, say, of which the last edition has left the feed.
    func mayBeNextEdition(_ item: Int) -> Bool { isNewerThanStored(incoming[item]) && areMostNewer }

    private func isNewerThanStored(_ item: IncomingEpisode) -> Bool {
        item.episode.publishedAt.map { newestStored.isPassed(by: $0) } ?? false
    }

    /// Whether the file's address is reused for each new episode, so that it
    /// identifies none: the dates differ, and others have the address too or the
    /// row has already been taken over twice.
    ///
    /// In such a feed the newest item would otherwise take, each time, the row
    /// of the item that has just left the document.
    func isSlot(item: Int, row: Int) -> Bool {
        areApart(item: item, row: row) && (!isAlone(item) || aliasCounts[rows[row].id, default: 0] >= 2)
    }

    /// The same as ``isSlot(item:row:)`` where the titles are equal as well, be it but for a number that has come or
    /// gone.
    ///
    /// A row that was taken over twice then more likely belongs to a feed that
    /// gives its episodes new guids and dates in every document, unless the feed
    /// has a single item, such as the latest news. Without dates all that counts
    /// is whether several items or rows have both file and title.
    func isSlotOfOneTitle(item: Int, row: Int) -> Bool {
        if secondsApart(item: item, row: row) == nil { return !isAloneWithTitle(item) }
        return distinct.count == 1
            ? isSlot(item: item, row: row) : areApart(item: item, row: row) && !isAlone(item)
    }

    /// Whether one item and one row have the media file of an item, and no others.
    private func isAlone(_ item: Int) -> Bool {
        guard let enclosure = incoming[item].canonicalEnclosure else { return false }
        return itemsWithEnclosure[enclosure] == 1 && rowsWithEnclosure[enclosure] == 1
    }

    /// Whether no two items nor two rows have the media file and the title of an item.
    private func isAloneWithTitle(_ item: Int) -> Bool {
        guard let key = EvidenceKey(incoming[item].canonicalEnclosure, incoming[item].canonicalTitle) else {
            return false
        }
        return itemsWithFileAndTitle[key] == 1 && rowsWithFileAndTitle[key] == 1
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
        return time % 3600 != 0 && itemsAtTimeOfDay[time] == 1 && rowsAtTimeOfDay[time] == 1
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
        return distinct.count > 1 && itemsWithPage[new] == 1 && rowsWithPage[old] == 1
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
        itemsWithTitle[incoming[item].canonicalTitle] == 1 && rowsWithTitle[rows[row].canonicalTitle] == 1
    }

    /// The same of titles without the numbers in front of them, which have to agree.
    func hasBareTitleAlone(item: Int, row: Int) -> Bool {
        itemsWithBareTitle[CanonicalTitle.withoutNumber(incoming[item].canonicalTitle)] == 1
            && rowsWithBareTitle[CanonicalTitle.withoutNumber(rows[row].canonicalTitle)] == 1
            && numbersAgree(item: item, row: row)
    }

    /// Whether the titles are one, but for a number in front that has come or gone.
    private func haveOneBareTitle(item: Int, row: Int) -> Bool {
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

    private func areApart(item: Int, row: Int) -> Bool {
        secondsApart(item: item, row: row).map { $0 >= SameEpisode.momentSeconds } ?? false
    }

    /// Whether both have dates, less than an hour apart.
    func areAtOneMoment(item: Int, row: Int) -> Bool {
        secondsApart(item: item, row: row).map { $0 < SameEpisode.momentSeconds } ?? false
    }

    private func secondsApart(item: Int, row: Int) -> Int64? { shift(item: item, row: row).map(abs) }

    private func counts<Key: Hashable>(_ keys: [Key?]) -> [Key: Int] {
        keys.compactMap(\.self).occurrences
    }
}
