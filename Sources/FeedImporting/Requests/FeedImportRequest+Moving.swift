import FeedLoading
import Persistence
import PodcastModel

extension FeedImportRequest {
    /// The feed of the store that is seen to move to the address of this request, or to where that leads for good,
    /// though the move is not believed yet: the address is not to be followed beside it (http polling A4 46g).
    ///
    /// Whether the document is of the same show is yet to be seen.
    ///
    /// - Parameters:
    ///   - response: the answer, with the redirects to it.
    ///   - unit: the unit of work.
    /// - Returns: the feed; nil if there is none, if nobody would ask for it any more, or if what was sent is not what
    ///   it is sent.
    /// - Throws: ``PersistenceError``.
    func feedMovingHere(_ response: FeedResponse, in unit: UnitOfWork) throws(PersistenceError) -> KnownFeed? {
        guard refreshState?.podcastID == nil, let asked = webAddress else { return nil }
        // Where nobody wrote https, http may have answered.
        let own = response.redirects.isEmpty ? response.finalURL ?? asked : asked
        for url in response.permanentAddresses.reversed() + [own] {
            for id in try unit.subscriptions.subscriptions(movingTo: url.string) {
                if let feed = try feed(id, movingTo: url, own: own, response, in: unit) { return feed }
            }
        }
        return nil
    }

    /// The web address that was asked for, or that a file is said to be of; nil if there is none.
    private var webAddress: FeedURL? {
        if case .http(let url) = source { return identity == nil ? url : nil }
        // What a file is said to be of need not be a web address.
        return identity.flatMap(FeedURL.init(ifValid:))
    }

    /// What is meant for the address that was asked for, and accepted there.
    var ownCredentials: FeedCredentials? { credentials ?? refreshState?.credentials }

    private func feed(
        _ id: Int64,
        movingTo url: FeedURL,
        own: FeedURL,
        _ response: FeedResponse,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> KnownFeed? {
        guard id != refreshState?.subscriptionID, let state = try unit.refreshes.state(id: id), state.podcastID != nil,
            let pending = try unit.refreshes.history(of: id).pendingMove,
            // What is followed under the key of a web address is one.
            let from = FeedURL(ifValid: state.feedURL)
        else { return nil }
        // Somebody may have followed the address meanwhile.
        if refreshState == nil, try unit.refreshes.state(forFeedURL: own.string) != nil { return nil }
        // Nobody would ask for the feed if a duplicate of one that is paused stopped.
        guard refreshState == nil || state.state != .paused else { return nil }
        let target = refreshState == nil ? url : own
        let candidate = MoveCandidate(
            from: from,
            target: target,
            // What the site proposes, the user has taken up.
            cause: pending.cause == .site ? .user : pending.cause,
            address: options.proxy == nil ? response.remoteAddress : nil
        )
        guard !candidate.isPrivate else { return nil }
        let isConfirmed = url.dedupKey == own.dedupKey && confirms(candidate, response)
        // What the site proposes is for the user to take up; and what is shown for a password, which the feed is not
        // sent where it is, may be another document.
        guard isConfirmed || pending.cause != .site && ownCredentials == nil else { return nil }
        guard ownCredentials != nil || state.credentials == nil else { return nil }
        var request = self
        request.duplicate = refreshState.map { ($0.subscriptionID, $0.feedURL) }
        if identity == nil { request.source = .http(from) } else { request.identity = state.feedURL }
        if own.origin != from.origin { request.credentials = nil }
        request.refreshState = state
        request.provenance = state.provenance
        return KnownFeed(request: request, move: AwaitedMove(candidate: candidate, isConfirmed: isConfirmed))
    }

    /// Whether this request makes sure of a move to its address: the user has named it, or a page that has led to it,
    /// to follow it, it is certain that it has answered in that spelling, and https is not given up by going there
    /// (http polling A4 46e).
    private func confirms(_ move: MoveCandidate, _ response: FeedResponse) -> Bool {
        guard provenance == .user, subscribes, identity == nil, alternative == nil || response.redirects.isEmpty,
            move.from.scheme == "http" || move.target.scheme == "https"
        else { return false }
        return refreshState.map { $0.feedURL == move.target.string } ?? true
    }
}
