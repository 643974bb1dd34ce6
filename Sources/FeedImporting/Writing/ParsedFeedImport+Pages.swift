import FeedLoading
import Persistence
import PodcastModel

/// The later pages of the feed.
extension ParsedFeedImport {
    /// What a dry run says of pages that it does not read.
    static let morePages = ImportWarning(
        kind: "more-pages",
        detail: "the feed has more pages; an import reads them all, a dry run only the first"
    )

    /// Whether the pages were to be read from the first one on, and that is the only one.
    var hasNoPagesAnyMore: Bool {
        request.beginsAnew && parsed.response.finalURL != nil && !parsed.isDelta && parsed.document.complete
    }

    /// The walk through the later pages, if one is due, or one that was interrupted.
    func walk(_ sight: MoveSight, after counts: ImportCounts) -> PageWalk? {
        guard let url = parsed.response.finalURL, !parsed.isDelta else { return nil }
        let beginsAnew = request.beginsAnew
        let pending = beginsAnew ? nil : request.refreshState?.pendingPage
        let podcast = parsed.document.podcast
        let isAllNew = counts.inserted > 0 && counts.updated + counts.rekeyed + counts.unchanged == 0
        let walk = PageWalk(
            from: podcast,
            at: url,
            knownArchive: sight.knownArchive,
            isFirstImport: !sight.isKnown,
            // A new archive or a page of news, and others that are missing behind those that are known: only all of
            // them leave no gap.
            isRequested: request.backfills || beginsAnew
                || pending != nil
                    && (podcast.hasArchive(after: sight.knownArchive) || isAllNew && !podcast.hasArchives),
            isAllNew: isAllNew,
            limit: tools.pageLimit
        )
        let closesGap = request.refreshState?.pendingPageClosesGap == true
        return walk
            ?? pending.flatMap {
                PageWalk(from: $0, of: podcast, at: url, closesGap: closesGap, limit: tools.pageLimit)
            }
    }
}
