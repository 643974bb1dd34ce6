import FeedLoading
import Persistence
import PodcastModel

/// What a document says of moves and pages beside the show that the store
/// knows, looked up before the document is imported over it.
struct MoveSight: Sendable {
    /// The move it speaks of, or the one that has led to it; nil if there is none.
    let candidate: MoveCandidate?
    /// Whether it is of the show that is known.
    let isSameShow: Bool
    /// Whether the feed was imported before.
    let isKnown: Bool
    /// Whether only the items tell which show it is of, and not all were read.
    let needsItems: Bool
    /// The archive that the feed led to the last time.
    let knownArchive: String?

    init(
        of parsed: ParseFeedOperation.Output,
        request: FeedImportRequest,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
        let podcast = parsed.document.podcast
        // What was found on a web page has no address of its own yet.
        let feedURL =
            parsed.isDiscovered ? nil : request.refreshState?.feedURL ?? request.identity ?? parsed.source.feedURL
        let awaited = parsed.known?.move?.candidate
        candidate =
            awaited
            ?? feedURL.flatMap {
                MoveCandidate(
                    from: $0,
                    response: parsed.response,
                    announced: podcast.newFeedURL,
                    isProxied: request.options.proxy != nil
                )
            }
        isKnown = request.refreshState?.podcastID != nil
        guard candidate != nil || podcast.previousArchiveURL != nil, let id = request.refreshState?.podcastID,
            let stored = try unit.podcasts.podcast(id: id)
        else {
            (isSameShow, needsItems, knownArchive) = (true, false, nil)
            return
        }
        knownArchive = stored.podcast.previousArchiveURL
        // The episodes are looked at only where the names do not settle it.
        if candidate == nil || ShowLikeness.isSame(podcast, as: stored) {
            (isSameShow, needsItems) = (true, false)
        } else if parsed.leavesItemsOut {
            (isSameShow, needsItems) = (false, true)
        } else {
            needsItems = false
            let identities = try unit.episodes.identities(ofPodcast: id)
            isSameShow = Self.sharesEpisode(parsed.episodes, with: identities)
        }
    }

    /// Whether a permanent redirect has led to a document of another show.
    ///
    /// A domain was sold, or a portal is in between. Nothing of it is imported,
    /// or the next refresh would take it for the show that is known.
    var leadsToAnotherShow: Bool { candidate?.cause == .redirect && !isSameShow }

    private static func sharesEpisode(_ incoming: [IncomingEpisode], with stored: [EpisodeIdentity]) -> Bool {
        let keys = Set(stored.map { ExactText($0.key) })
        let files = Set(stored.compactMap(\.canonicalEnclosure))
        return incoming.contains { item in
            keys.contains(ExactText(item.episode.key)) || item.canonicalEnclosure.map(files.contains) ?? false
        }
    }
}
