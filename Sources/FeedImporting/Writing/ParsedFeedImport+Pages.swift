import FeedLoading
import Persistence
import PodcastModel

/// The later pages of the feed.
extension ParsedFeedImport {
    /// What a dry run says of pages that it does not read.
    static let morePages = ImportWarning(
        kind: .morePages,
        detail: "the feed has more pages; an import reads them all, a dry run only the first"
    )

    /// What the import of a document says that was held back.
    static let pagesToCome = ImportWarning(
        kind: .morePages,
        detail: "the feed has more pages, which the next refresh reads"
    )

    /// Whether the pages were to be read from the first one on, and that is the only one.
    var hasNoPagesAnyMore: Bool {
        request.beginsAnew && parsed.response.finalURL != nil && !parsed.isDelta && parsed.document.complete
    }

    /// The walk through the later pages, if one is due, or one that was interrupted.
    ///
    /// What is new may go on behind a first page that ends with it, whatever that lists before: an old episode may be
    /// pinned to its top.
    func walk(_ sight: MoveSight, after counts: ImportCounts, endsWithNews: Bool) -> PageWalk? {
        guard let url = firstPage, !parsed.isDelta else { return nil }
        let beginsAnew = request.beginsAnew
        let pending = beginsAnew ? nil : request.refreshState?.pendingPage
        let podcast = parsed.document.podcast
        let isAllNew = counts.inserted > 0 && counts.updated + counts.rekeyed + counts.unchanged == 0
        let leavesGap = isAllNew || endsWithNews
        let walk = PageWalk(
            from: podcast,
            at: url,
            knownArchive: sight.knownArchive,
            isFirstImport: !sight.isKnown,
            // A new archive or a page that ends with news, and others that are missing behind those that are known:
            // only all of them leave no gap.
            isRequested: request.backfills || beginsAnew
                || pending != nil
                    && (podcast.hasArchive(after: sight.knownArchive) || leavesGap && !podcast.hasArchives),
            leavesGap: leavesGap,
            limit: tools.pageLimit
        )
        let closesGap = request.refreshState?.pendingPageClosesGap == true
        return walk
            ?? pending.flatMap {
                PageWalk(from: $0, of: podcast, at: url, closesGap: closesGap, limit: tools.pageLimit)
            }
    }

    /// Where the document was found; of one that was held back nobody knows more than where its feed is asked.
    private var firstPage: FeedURL? {
        if let url = parsed.response.finalURL { return url }
        guard isAccepted, case .http(let url) = parsed.source else { return nil }
        return url
    }

    /// Notes where the next refresh goes on, if a walk is due or was interrupted; true if so.
    func notePages(
        _ sight: MoveSight,
        after conclusion: FeedImportUnit.Conclusion,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Bool {
        guard case .done(let stored) = conclusion, case .imported(let counts) = stored.outcome,
            let podcast = stored.podcastID, let walk = walk(sight, after: counts, endsWithNews: stored.endsWithNews)
        else { return false }
        try unit.refreshes.setPendingPage(at: walk, ofPodcast: podcast)
        return true
    }
}
