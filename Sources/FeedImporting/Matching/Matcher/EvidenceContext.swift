import PodcastModel

/// What speaks for or against an item being a stored episode, apart from the
/// texts that are equal.
final class EvidenceContext {
    private let incoming: [IncomingEpisode]
    private let rows: [EpisodeIdentity]
    private let aliases: [ExactText: Int64]
    private let document: MatchDocument
    /// The items without those that are part of another one: twice the same is one.
    private let distinct: [IncomingEpisode]
    private lazy var aliasCounts = aliases.values.occurrences
    private lazy var oldestDate = incoming.compactMap(\.episode.publishedAt).min()
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
    private lazy var rowsWithBareTitle = counts(rows.map { CanonicalTitle.withoutNumber($0.canonicalTitle) })

    init(
        incoming: [IncomingEpisode],
        merged: Set<Int> = [],
        rows: [EpisodeIdentity],
        aliases: [ExactText: Int64],
        document: MatchDocument
    ) {
        self.incoming = incoming
        distinct = merged.isEmpty ? incoming : incoming.indices.filter { !merged.contains($0) }.map { incoming[$0] }
        self.rows = rows
        self.aliases = aliases
        self.document = document
    }

    /// Why an equal media file means an equal episode; nil if it does not.
    ///
    /// The row has left the document, so the file alone is enough, as long as
    /// no other episode is served by it (identity C4 17). Of a page, or of what
    /// was cut off, nobody knows what has left: the original of a rerun may be
    /// on the next page.
    func enclosureEvidence(item: Int, row: Int) -> String? {
        guard !isSlot(item: item, row: row) else { return nil }
        if let seconds = secondsApart(item: item, row: row), seconds <= 86_400 {
            return "the media file is the same, the dates are less than a day apart"
        }
        guard isAlone(item), !document.isPart else { return nil }
        return "the media file is the same, the stored episode is no longer listed"
    }

    /// Whether the address is a place where ever new episodes are put: others
    /// have it too, or the row has already been taken over twice, and this item
    /// has another date.
    ///
    /// Else the newest item of such a feed would take the row of the one that
    /// has just left the document, each time.
    func isSlot(item: Int, row: Int) -> Bool {
        areApart(item: item, row: row) && (!isAlone(item) || aliasCounts[rows[row].id, default: 0] >= 2)
    }

    /// The same where the titles are equal.
    ///
    /// Then a row that was taken over twice is rather one of a feed that makes
    /// guids and dates anew each time, unless the feed has only this item: the
    /// latest news. Without dates there is only that several have both.
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

    /// Whether neither length nor kind of media speak against it (identity C4 17).
    func fits(item: Int, row: Int) -> Bool {
        let row = rows[row]
        return incoming[item].fits(seconds: row.durationSeconds, canonicalEnclosure: row.canonicalEnclosure)
    }

    /// Whether title and day, which are equal, mean an equal episode.
    ///
    /// Some shows use one title every day or every hour, and the oldest item
    /// leaves the document as the newest comes: so the times must agree,
    /// unless the title is the only one of its kind and its row was replaced
    /// in the midst of a whole document.
    func isSameDay(item: Int, row: Int) -> Bool {
        guard let seconds = secondsApart(item: item, row: row) else { return false }
        if seconds < SameEpisode.momentSeconds { return true }
        guard !document.isPart, hasTitleAlone(item: item, row: row), let date = rows[row].publishedAt else {
            return false
        }
        return isInWindow(date)
    }

    /// Whether an item with a guid of several episodes is a row that has it, edited.
    ///
    /// The guid alone does not say so: time or title have to agree, and nothing
    /// to say otherwise. A row that was listed until now is rather edited than
    /// replaced; one that had left is not.
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
    /// A feed of one item may show its latest under one title and one page for ever.
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

    /// Whether one of the titles is the other with something before or behind it.
    func haveTitlesInCommon(item: Int, row: Int) -> Bool {
        CanonicalTitle.areOneInAnother(incoming[item].canonicalTitle, rows[row].canonicalTitle)
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

    private func secondsApart(item: Int, row: Int) -> Int64? { shift(item: item, row: row).map(abs) }

    private func counts<Key: Hashable>(_ keys: [Key?]) -> [Key: Int] {
        keys.compactMap(\.self).occurrences
    }
}

extension EpisodeIdentity {
    /// The address of its page in canonical form, if it has no guid or no media file.
    var canonicalPage: String? { page.flatMap(CanonicalLink.make) }
}

extension IncomingEpisode {
    /// The keys that its file and its page would give it without a guid.
    var enclosureKey: SyntheticKey.Made? { canonicalEnclosure.map(SyntheticKey.enclosure) }
    var linkKey: SyntheticKey.Made? { episode.link.flatMap(CanonicalLink.make).map(SyntheticKey.link) }

    /// The address of its page in canonical form, if it has no guid or no media file.
    var canonicalPage: String? {
        guard canonicalEnclosure == nil || episode.keyKind != .guid else { return nil }
        return episode.link.flatMap(CanonicalLink.make)
    }
}
