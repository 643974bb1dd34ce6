import PodcastModel

/// A walk through the pages of a feed (RFC 5005, http polling A8): which page
/// comes next, and where the walk ends.
///
/// A plain value; a walk is made on the first import and on request. Later
/// refreshes only look at the first page, unless it ends with what is new.
struct PageWalk: Hashable, Sendable {
    /// Which links are followed.
    enum Kind: Hashable, Sendable {
        /// `next`: pages that may shift while they are read.
        case pages
        /// `prev-archive`: documents that are meant to stay as they are, up to
        /// one that was read before.
        case archives(upTo: String?)
    }

    /// In how many refreshes in a row a page may fail, for a reason that may pass, before it is given up: a day, at one
    /// an hour.
    static let failureLimit = 24

    private let kind: Kind
    /// The most pages that it visits; see ``FeedImporterConfiguration/maximumPages``.
    private let limit: Int
    /// Whether a page without anything that is new to the store ends the walk.
    ///
    /// Not if all pages were asked for: the first ones may have been read before. A page that lists nothing but what
    /// earlier ones have listed always ends a walk through pages, for some servers give the same items for whatever
    /// number is asked for, and never one through archives: the newest may repeat the first page.
    private let endsWhenNothingIsNew: Bool
    /// Whether a page with anything that the store had ends the walk, unless earlier ones have listed that, too: it only
    /// closes the gap behind a first page of news.
    let endsAtWhatIsKnown: Bool
    /// Whether it stands behind pages of news, so that what is new at `current` may be news as well.
    private(set) var isBehindNews: Bool
    private var visited: Set<FeedURL>
    /// The episodes that the pages so far have listed.
    private(set) var listed: Set<Int64> = []
    /// Where the walk is.
    private(set) var current: FeedURL
    /// How many pages there were, the first one included, as far as that is known: see ``place``.
    private(set) var pageCount = 1
    /// The feed's first page, if the walk goes on where an earlier one was interrupted.
    private var resumedFrom: FeedURL?
    /// Whether it is still at the page where it was interrupted, and the first one leads to another.
    private var isBesideTheWay = false
    /// Whether any of the later pages has brought anything that was new to the store.
    private var hasFoundNews = false

    /// Begins at a feed's first page; nil if there is no other.
    ///
    /// - Parameters:
    ///   - podcast: what the first page says.
    ///   - url: its address, redirects followed.
    ///   - knownArchive: the archive that the first page led to the last time.
    ///   - isFirstImport: whether nothing of the feed was read before.
    ///   - isRequested: whether somebody asked for all pages.
    ///   - leavesGap: whether the first page ends with what is new: what is between it and the store is on the next.
    ///   - limit: the most pages that it visits.
    init?(
        from podcast: Podcast,
        at url: FeedURL,
        knownArchive: String?,
        isFirstImport: Bool,
        isRequested: Bool,
        leavesGap: Bool,
        limit: Int
    ) {
        if let archive = podcast.previousArchiveURL {
            // What has been read since the last archive was closed may be in a new one.
            guard isFirstImport || isRequested || archive != knownArchive else { return nil }
            kind = .archives(upTo: isRequested ? nil : knownArchive)
        } else {
            guard podcast.nextPageURL != nil, isFirstImport || isRequested || leavesGap else { return nil }
            kind = .pages
        }
        endsWhenNothingIsNew = !isRequested
        endsAtWhatIsKnown = leavesGap && !isFirstImport && !isRequested
        isBehindNews = leavesGap && !isFirstImport
        self.limit = limit
        visited = [url]
        current = url
        guard goOn(after: podcast) else { return nil }
    }

    /// Goes on where a walk was interrupted; nil if nobody can go there.
    ///
    /// What is new may have moved the items by pages since, and an archive may repeat what the store has from the first
    /// page, so that one without anything new does not end it; one that closes a gap ends behind the first page of news
    /// at the earliest. Which archive was known when it began nobody remembers: those behind that are read again, once.
    ///
    /// - Parameters:
    ///   - page: the page that it was at.
    ///   - podcast: what the first page says.
    ///   - url: the first page's address, redirects followed.
    ///   - closesGap: whether it was to end at what is known.
    ///   - limit: the most pages that it visits.
    init?(from page: String, of podcast: Podcast, at url: FeedURL, closesGap: Bool, limit: Int) {
        guard let page = FeedURL(ifValid: page) else { return nil }
        kind = podcast.previousArchiveURL == nil ? .pages : .archives(upTo: nil)
        endsWhenNothingIsNew = false
        endsAtWhatIsKnown = closesGap
        isBehindNews = closesGap
        self.limit = limit
        visited = [url, page]
        current = page
        pageCount = 2
        resumedFrom = url
        isBesideTheWay = link(in: podcast).flatMap(FeedURL.init(ifValid:)).map { $0 != page } ?? false
    }

    /// What people call the page at `current`.
    ///
    /// Which one it is of all pages is not known where the walk was interrupted.
    var place: String { resumedFrom == nil ? "page \(pageCount)" : "a later page" }

    /// Whether there were as many pages as a walk visits, and the one at `current` is for a later refresh.
    var isAtLimit: Bool { pageCount > limit }

    /// Whether the pages are to be read from the first one again, for the page at `current` is given up.
    ///
    /// The address where the walk was interrupted may be of no use any more, be it a number that has run out or that of
    /// a server that the feed has left, and what the first page leads to may be as good as ever.
    ///
    /// - Parameter isTrouble: whether it failed by something that may pass: that says something of the address only if
    ///   it is another server's.
    /// - Returns: whether it has failed where the walk was interrupted, and there is another way.
    func beginsAnew(afterTrouble isTrouble: Bool) -> Bool {
        isBesideTheWay && (!isTrouble || resumedFrom?.origin != current.origin)
    }

    /// Whether the page at `current` is the one that the first page leads to now, so that its address is none that has
    /// run out.
    var isAtSecondPage: Bool { pageCount == 2 && !isBesideTheWay }

    /// Whether it has not come to what it was interrupted at: what is known before that is what was read then.
    private var isBeforeTheGap: Bool { resumedFrom != nil && !hasFoundNews }

    /// The walk at the next page; nil if it is over.
    ///
    /// - Parameters:
    ///   - podcast: what the page says.
    ///   - ids: the episode that each of its items is; nil for those that are none.
    ///   - newCount: how many of them were new to the store.
    /// - Returns: the walk, with the next page at `current`; a walk that is at its limit ends all the same
    ///   (``isAtLimit``).
    func next(after podcast: Podcast, listing ids: [Int64?], newCount: Int) -> PageWalk? {
        var walk = self
        walk.note(listed: ids)
        walk.hasFoundNews = hasFoundNews || newCount > 0
        // Pages shift while they are read, and some feeds pin an episode to the top of each: what earlier pages have
        // listed says nothing of how far the store knows the feed.
        let ownCount = walk.listed.count - listed.count
        let repeatsEarlierPages = ownCount == 0
        let hasKnown = newCount < ownCount
        if hasKnown && !endsAtWhatIsKnown { walk.isBehindNews = false }
        switch kind {
        case .pages where repeatsEarlierPages: return nil
        case .pages where endsAtWhatIsKnown && !isBeforeTheGap && hasKnown: return nil
        // An archive of what the first page lists has nothing new, and others that are missing may be behind it.
        case .archives where repeatsEarlierPages: break
        case .pages, .archives: guard newCount > 0 || !endsWhenNothingIsNew else { return nil }
        }
        guard walk.goOn(after: podcast) else { return nil }
        // Links may lead in a circle that is longer than a walk. One that only goes on behind the limit of another, and
        // has found nothing there, is the last.
        return walk.isAtLimit && resumedFrom != nil && !walk.hasFoundNews ? nil : walk
    }

    /// Notes which episodes the first page has listed.
    ///
    /// - Parameter ids: the episode that each of its items is; nil for those that are none.
    mutating func note(listed ids: [Int64?]) {
        listed.formUnion(ids.lazy.compactMap(\.self))
    }

    /// Whether what the page at `current` says of a known episode is to be stored (http polling A8 76).
    ///
    /// Of two dated versions the newer one counts, on whichever page it is. Otherwise an earlier page of the walk takes
    /// precedence, and an archive does not change what is stored, since it is as old as its closing; a `next` page is
    /// as current as the first page.
    ///
    /// - Parameters:
    ///   - id: the episode.
    ///   - known: when what is stored of it was last changed, by its own word.
    ///   - version: when what the page says of it was.
    /// - Returns: whether it may be changed.
    func mayChange(_ id: Int64, from known: Timestamp?, to version: Timestamp?) -> Bool {
        if let known, let version, known != version { return version > known }
        return kind == .pages && !listed.contains(id)
    }

    private mutating func goOn(after podcast: Podcast) -> Bool {
        // A link that is no address ends the walk like a missing one.
        guard let url = link(in: podcast).flatMap(FeedURL.init(ifValid:)), visited.insert(url).inserted else {
            return false
        }
        current = url
        pageCount += 1
        isBesideTheWay = false
        return true
    }

    private func link(in podcast: Podcast) -> String? {
        switch kind {
        case .pages: podcast.nextPageURL
        case .archives(let known): podcast.previousArchiveURL.flatMap { $0 == known ? nil : $0 }
        }
    }
}

extension Podcast {
    /// Whether what is not in its document is in archives, not on pages.
    var hasArchives: Bool { previousArchiveURL != nil }

    /// Whether it leads to another archive than before.
    func hasArchive(after known: String?) -> Bool {
        previousArchiveURL.map { $0 != known } ?? false
    }

    /// Whether a document is one page of several: what is not on it may be on
    /// another (http polling A8 77).
    var isOnePageOfSeveral: Bool {
        !archiveComplete && (nextPageURL != nil || previousArchiveURL != nil)
    }
}
