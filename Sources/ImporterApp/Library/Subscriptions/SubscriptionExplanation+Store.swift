import FeedLoading
import Persistence
import PodcastModel

extension SubscriptionExplanation {
    /// Collects what the store knows; nil if it has no such subscription.
    init?(of reference: String, in unit: UnitOfWork) throws(PersistenceError) {
        guard let subscription = try unit.subscriptions.subscription(matching: reference),
            let state = try unit.refreshes.state(id: subscription.id)
        else { return nil }
        let history = try unit.refreshes.history(of: subscription.id)
        self.subscription = subscription
        reasons = SubscriptionExplanation.reasons(
            of: subscription,
            known: try unit.refreshes.dueReasons(of: subscription.id)
        )
        validators =
            state.validators.isEmpty
            ? nil
            : Validators(
                etag: state.validators.etag,
                lastModified: state.validators.lastModified,
                receivedAt: state.validatorsAt
            )
        host = try Host(ofFeedURL: subscription.feedURL, in: unit)
        pendingMove = try history.pendingMove.map { move throws(PersistenceError) in
            Move(
                feedURL: move.feedURL,
                cause: move.cause.rawValue,
                sightings: move.sightings,
                firstSeenAt: move.firstSeenAt,
                lastSeenAt: move.lastSeenAt,
                followedBy: try unit.subscriptions.follower(of: move.feedURL, otherThan: subscription.id),
                isTakenBack: try unit.subscriptions.hasTurnedBack(from: move.feedURL, subscription: subscription.id),
                lookedAt: move.lookedAt,
                problem: move.problem
            )
        }
        documentIsCut = state.lastDocumentIsCut
        guidsAreUnreliable = state.guidsAreUnreliable
        pendingPage = state.pendingPage
        lostPage = history.lostPage
        fetches = try unit.fetches.newest(of: subscription.id)
        var matches: [EpisodeMatch] = []
        if let podcast = subscription.podcastID { matches = try unit.episodes.matches(ofPodcast: podcast) }
        self.matches = matches.map { match in
            Match(
                episode: match.episodeID,
                by: match.matchedBy,
                detail: match.detail,
                at: match.at,
                formerKey: match.formerKey
            )
        }
    }

    /// What decided, or what there is to say where nothing was decided yet.
    private static func reasons(
        of subscription: Subscription,
        known: [DueReason]
    ) -> [DueReason] {
        // An import that names it decides as for any feed, and that means nothing.
        if let other = subscription.duplicateOf {
            let detail = "subscription \(other) follows the same feed"
            let copies =
                "; the store has the episodes of both, and `podimport subscription remove --purge` of one of them "
                + "deletes its own"
            return [DueReason(rule: .duplicate, detail: detail + (subscription.podcastID == nil ? "" : copies))]
        }
        // What it waited for is kept for when it is asked again.
        guard let dueAt = subscription.nextDueAt else {
            let end = subscription.state == .unfollowed ? "followed again" : "resumed"
            let rule = DueReason.Rule(rawValue: subscription.state.rawValue)
            return [DueReason(rule: rule, detail: "it is not asked until it is \(end)")]
        }
        // What a server has said of a later time is kept for when the feed fails once more: somebody wants it earlier.
        let deciding = known.filter { !$0.isOfServer || $0.notBefore.map { $0 <= dueAt } ?? true }
        if !deciding.isEmpty { return deciding }
        guard subscription.lastAttemptAt != nil else {
            return [DueReason(rule: .new, detail: "it has not been asked yet")]
        }
        return [DueReason(rule: .resumed, detail: "it is asked again, an hour after the last time at the earliest")]
    }
}

extension SubscriptionExplanation.Host {
    init?(ofFeedURL feedURL: String, in unit: UnitOfWork) throws(PersistenceError) {
        // Files and standard input have no host.
        guard let name = FeedURL(ifValid: feedURL)?.canonicalHost else { return nil }
        let state = try unit.hosts.host(named: name)
        self.name = name
        pausedUntil = state?.pausedUntil
        pauseReason = state?.pauseReason
        failures = state?.failures ?? 0
        failingSince = state?.failingSince
    }
}
