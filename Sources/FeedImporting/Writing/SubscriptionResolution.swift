import FeedLoading
import Persistence
import PodcastModel

/// Which subscription a document belongs to.
struct SubscriptionResolution {
    let parsed: ParseFeedOperation.Output
    let request: FeedImportRequest
    let now: Timestamp

    /// The subscription of the feed: the stored one, or a new one made here,
    /// with its first episodes.
    ///
    /// - Returns: its number.
    /// - Throws: ``PersistenceError``.
    func id(in unit: UnitOfWork) throws(PersistenceError) -> Int64 {
        if let state = request.refreshState, state.state != .unfollowed || !request.isToBeFollowed {
            if request.provenance == .user, state.provenance != .user {
                try unit.subscriptions.noteNamedByUser(state.feedURL, of: state.subscriptionID)
            }
            if let address = answeredWithoutTLS {
                try unit.subscriptions.settleScheme(of: state.subscriptionID, by: address, at: now)
            }
            return parsed.isDiscovered ? try settle(state, in: unit) : state.subscriptionID
        }
        guard parsed.isDiscovered, let page = request.source.feedURL,
            try unit.refreshes.state(forFeedURL: feedURL) == nil
        else { return try subscribe(to: feedURL, in: unit) }
        // By way of the page, which is known as a former address from then on.
        let id = try subscribe(to: page, in: unit)
        _ = try unit.subscriptions.move(id, to: feedURL, cause: .user, at: now)
        return id
    }

    private func subscribe(to feedURL: String, in unit: UnitOfWork) throws(PersistenceError) -> Int64 {
        let newSubscription = NewSubscription(
            feedURL: feedURL,
            title: parsed.document.podcast.title,
            credentials: credentials(for: feedURL),
            isFollowed: request.isToBeFollowed,
            provenance: request.provenance
        )
        return try unit.subscriptions.subscribe(to: newSubscription, at: now).id
    }

    /// The credentials that were given, if they are for this address: what a
    /// web page leads to may be of another origin (http polling A6 63).
    private func credentials(for feedURL: String) -> FeedCredentials? {
        request.source.feedURL == feedURL || request.alternative?.string == feedURL || !parsed.isDiscovered
            ? request.credentials : nil
    }

    /// The http address that answered for a feed of which nobody has written https (identity C8 45); nil if https did,
    /// be it by a redirect.
    private var answeredWithoutTLS: String? {
        guard let address = request.addressWithoutTLS, address.string == parsed.source.feedURL else { return nil }
        if let end = parsed.response.finalURL, end.scheme == "https", end.canonicalHost == address.canonicalHost {
            return nil
        }
        return address.string
    }

    /// Gives a subscription to a web page the address of the feed that was found
    /// on it; the subscription there is already, if that is followed.
    private func settle(_ state: RefreshState, in unit: UnitOfWork) throws(PersistenceError) -> Int64 {
        switch try unit.subscriptions.move(state.subscriptionID, to: feedURL, cause: .user, at: now) {
        case .moved:
            return state.subscriptionID
        case .duplicate(let other):
            return try unit.subscriptions.markDuplicate(state.subscriptionID, of: other, at: now)
        }
    }

    /// The address under which the store knows the feed.
    var feedURL: String {
        if parsed.isDiscovered, let found = parsed.source.feedURL { return found }
        return request.refreshState?.feedURL ?? request.identity ?? parsed.source.feedURL
            ?? StandardInputAddress.make(of: parsed.document.podcast)
    }
}
