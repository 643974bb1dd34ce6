import FeedLoading
import Persistence
import PodcastModel

/// Where a refresh says that its feed has moved to, if it says so.
struct MoveCandidate: Hashable, Sendable {
    let from: FeedURL
    let target: FeedURL
    let cause: MoveCause
    /// Whether the target is known to be in a private network.
    let isPrivate: Bool

    /// Finds the move that a refresh speaks of (http polling A4 46a, 48, 49).
    ///
    /// A permanent redirect counts for more than what the feed says of itself; its own address (atom:link rel=self)
    /// never counts. One that gives up https is no move (A4 46e), and counts for less than any: it is refused, so that
    /// this is told.
    ///
    /// - Parameters:
    ///   - feedURL: the stored address.
    ///   - response: the answer; nil if none came over HTTP.
    ///   - announced: itunes:new-feed-url and its like.
    ///   - isProxied: whether a proxy was asked, whose address says nothing.
    init?(from feedURL: String, response: FeedResponse?, announced: String?, isProxied: Bool = false) {
        // A file does not move, and nothing moves there.
        guard let from = FeedURL(ifValid: feedURL) else { return nil }
        if let target = response?.permanentURL {
            guard target != from else { return nil }
            self.init(from: from, target: target, cause: .redirect, address: isProxied ? nil : response?.remoteAddress)
            return
        }
        if let announced, let target = FeedURL(ifValid: announced), !Self.isSame(target, as: from) {
            self.init(from: from, target: target, cause: .newFeedURL, address: nil)
        } else if let target = response?.permanentDowngrade {
            self.init(from: from, target: target, cause: .redirect, address: nil)
        } else {
            return nil
        }
    }

    /// Finds the move that the redirects speak of on whose end nothing came; nil if the first was not permanent.
    ///
    /// - Parameters:
    ///   - feedURL: the stored address.
    ///   - redirects: all redirects, in order.
    init?(from feedURL: String, redirects: [RedirectHop]) {
        guard let from = FeedURL(ifValid: feedURL), let target = redirects.prefix(while: \.isPermanent).last?.location,
            target != from
        else { return nil }
        self.init(from: from, target: target, cause: .redirect, address: nil)
    }

    /// The way back to an address that a feed had before; nil if either is none, or if it would give up https: whoever
    /// keeps the server from being reached for a week would be asked in the clear (http polling A4 46e).
    init?(from feedURL: String, backTo former: String) {
        guard let from = FeedURL(ifValid: feedURL), let target = FeedURL(ifValid: former),
            from.scheme == target.scheme || target.scheme == "https"
        else { return nil }
        self.init(from: from, target: target, cause: .undo, address: nil)
    }

    init(from: FeedURL, target: FeedURL, cause: MoveCause, address: String?) {
        self.from = from
        self.target = target
        self.cause = cause
        isPrivate = target.host != from.host && Self.isPrivate(target, address: address) && !Self.isPrivate(from)
    }

    /// Whether an address leads into a private network, as far as that can be
    /// seen from it, or from where its last answer came from.
    static func isPrivate(_ url: FeedURL, address: String? = nil) -> Bool {
        [address.flatMap { IPAddress($0) }, IPAddress(host: url.host)].compactMap(\.self).contains {
            AddressPolicy().rule(against: $0, host: "") != nil
        }
    }

    /// Whether the new address redirects to where the feed is, which would only be asked by way of it, or announces in
    /// its turn that the feed is there: nobody can tell which of two that point at each other is out of date (http
    /// polling A4 48).
    ///
    /// - Parameters:
    ///   - end: where the new address redirects to; itself if it does not.
    ///   - announced: what the document there says of its own address.
    /// - Returns: whether it does; never where the new address is the same with https.
    func leadsBack(to end: FeedURL?, announcing announced: String?) -> Bool {
        guard target.dedupKey != from.dedupKey else { return false }
        let next = MoveCandidate(from: target.string, response: nil, announced: announced)?.target
        return [end, next].contains { $0?.dedupKey == from.dedupKey }
    }

    /// Feeds commonly name themselves in another spelling; only https for
    /// http is a move.
    private static func isSame(_ target: FeedURL, as from: FeedURL) -> Bool {
        target.dedupKey == from.dedupKey && !MoveRule.isUpgrade(from: from, to: target)
    }
}

extension FeedResponse {
    /// Where the server itself redirects for good, if that is out of https: no run of permanent redirects goes on
    /// there.
    var permanentDowngrade: FeedURL? {
        guard permanentURL == nil, let first = redirects.first, first.isPermanent, first.location.scheme == "http"
        else {
            return nil
        }
        return first.location
    }
}
