package import FeedLoading
import Foundation
import Persistence
package import PodcastModel

/// One feed to import, and what is known of it.
package struct FeedImportRequest: Sendable {
    /// The feed as results name it: what the user wrote, or the stored address.
    package var name: String
    package var source: FeedSource
    /// The address the document belongs to when that is not the source's own:
    /// for files and standard input that stand for a web feed.
    package var identity: String?
    /// Who chose the source's address.
    package var provenance: AddressProvenance
    /// What to try when https was only a guess and does not answer.
    package var alternative: FeedURL?
    package var credentials: FeedCredentials?
    /// Credentials kept elsewhere, for feeds without any of their own; they are
    /// sent, but never stored.
    package var sharedCredentials: FeedCredentials?
    /// Whether there are some that are not sent, for they would go without TLS.
    package var withholdsCredentials = false
    /// What the store remembers of the feed; nil if it does not know it.
    package var refreshState: RefreshState?
    /// Whether a feed that is not followed yet is to be subscribed.
    package var subscribes = true
    /// Whether to read the document even if it seems unchanged.
    package var force = false
    /// Whether a web page may stand for the feed it leads to: only where a feed
    /// is added (http polling A11).
    package var discovers = false
    /// Whether only to say what would be done; nothing is written then.
    package var isDryRun = false
    /// How the transfer is carried out.
    @Boxed package var options: TransferOptions
    /// What is sent to be answered by 304; settled when the import begins.
    var conditions = HTTPValidators()
    /// Whether HTTP/2 is tried again, which has failed a week ago; settled when the import begins.
    var triesHTTP2Again = false
    /// Whether somebody asked for this very feed: then a host that could not
    /// be reached is tried all the same.
    package var isNamed = false
    /// Whether all pages of a paged feed are to be read, not only the first;
    /// goes with `force`, for an unchanged first page tells nothing of them.
    package var backfills = false
    private var fixedWindowKey: String?
    /// Whether the source was a pipe when it was named; it may be gone when that is asked.
    private let isPipe: Bool
    /// Whether it has waited already for another process that is importing
    /// the feed.
    var hasWaited = false
    /// Whether this is a later page of a feed.
    var isPage = false
    /// A subscription to another address of the feed, which has brought nothing yet and is its duplicate.
    var duplicate: (id: Int64, feedURL: String)?
    /// Whether to leave the feed alone if it is no longer due when its turn
    /// comes: it was refreshed meanwhile.
    package var isOnlyIfDue = false
    /// What to do if another process is importing the feed.
    package var whenLeased = WhenLeased.postpone

    /// What to do about a feed that another process is working on.
    package enum WhenLeased: Sendable {
        /// Wait until it is free.
        case wait
        /// Report it as busy.
        case fail
        /// Leave it to the other one.
        case postpone
    }

    package init(
        name: String,
        source: FeedSource,
        provenance: AddressProvenance = .others,
        identity: String? = nil,
        alternative: FeedURL? = nil,
        credentials: FeedCredentials? = nil,
        refreshState: RefreshState? = nil,
        options: TransferOptions = TransferOptions()
    ) {
        self.name = name
        self.source = source
        self.provenance = provenance
        self.identity = identity
        self.alternative = alternative
        self.credentials = credentials
        self.refreshState = refreshState
        self.options = options
        isPipe = Self.status(of: source)?.kind == .pipe
    }

    /// What tells two requests for one feed: only one is in flight at a time.
    var windowKey: String {
        fixedWindowKey ?? refreshState?.feedURL ?? identity ?? source.feedURL ?? source.redacted
    }

    /// Keeps the key as it is, whatever is learned of the feed from now on:
    /// another process may have moved it meanwhile.
    mutating func fixWindowKey() {
        fixedWindowKey = windowKey
    }

    /// Keeps the key of another request for the same feed.
    mutating func fixWindowKey(as other: FeedImportRequest) {
        fixedWindowKey = other.windowKey
    }

    /// Whether the answer to this request is also that to another one of the
    /// same feed (http polling A5 55).
    func isAnswered(with other: FeedImportRequest) -> Bool {
        // Another subscription may be asked at the address that this one had until just now.
        refreshState?.subscriptionID == other.refreshState?.subscriptionID && source == other.source
            && credentials == other.credentials && identity == other.identity
            && subscribes == other.subscribes && force == other.force
    }

    /// What its feed is asked with: what was given with it, what the store has, or what is kept elsewhere.
    var credentialsToSend: FeedCredentials? { credentials ?? refreshState?.credentials ?? sharedCredentials }

    /// What was given with a feed that the store knows, and is to be stored when the server has accepted it.
    var newCredentials: FeedCredentials? {
        guard let credentials, let state = refreshState, subscribes, source.feedURL == state.feedURL,
            credentials != state.credentials
        else { return nil }
        return credentials
    }

    /// Whether its feed is to be followed from now on, if it is not yet: what has no address cannot be asked again, and
    /// a pipe would be waited for until somebody writes to it.
    var isToBeFollowed: Bool { subscribes && (source.feedURL != nil && !isPipe || identity != nil) }

    /// Whether its pages are read from the first one on, for the walk through them cannot go on where it was
    /// interrupted (``PageWalk/beginsAnew(afterTrouble:)``), or was at an address that the feed has left.
    var beginsAnew: Bool { refreshState.map { $0.pendingPage == $0.feedURL } ?? false }

    /// Whether its document is read even if it seems unchanged: somebody wants that, or its pages are read from the
    /// first one on, which is not asked for twice for that.
    var readsAgain: Bool { force || beginsAnew && refreshState?.state != .held }

    /// Which items of its document have to be read.
    ///
    /// Those that are known need not be, unless somebody wants to see what they would change, or the document before
    /// is held back.
    ///
    /// - Parameter persistence: the store, which remembers them.
    /// - Returns: what is to be read.
    func itemReading(_ persistence: PersistenceManager) -> ItemReading {
        if isDryRun || isPage { return .all }
        guard !readsAgain, let refreshState, refreshState.podcastID != nil, refreshState.state != .held else {
            return .unknown(nil)
        }
        guard let digest = refreshState.itemBlockDigest else { return .unknown(nil) }
        return .unknown(digest, ItemMemoryLookup(of: refreshState.subscriptionID, in: persistence))
    }

    /// The size of a file in bytes; nil for other sources, and for a file that
    /// cannot be looked at, whose load will say what is wrong with it.
    var fileSize: Int? { Self.status(of: source).map { Int($0.size) } }

    private static func status(of source: FeedSource) -> FileStatus? {
        guard case .file(let path) = source else { return nil }
        return FileStatus(path: path)
    }
}

extension FeedSource {
    /// The host that has to be asked; nil for what is here already.
    package var host: String? {
        guard case .http(let url) = self else { return nil }
        return url.canonicalHost
    }
}
