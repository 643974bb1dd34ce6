import FeedLoading
import Persistence
import PodcastModel

/// Everything that one import writes, in one unit of work: all of it lands, or
/// nothing.
struct FeedImportUnit: Sendable {
    /// What the import did.
    struct Outcome: Sendable {
        let podcastID: Int64
        let counts: ImportCounts
        /// How many episodes the podcast has now.
        let episodeCount: Int
        let warnings: [ImportWarning]
    }

    let parsed: ParseFeedOperation.Output
    let request: FeedImportRequest
    let policy: RefreshPolicy
    let now: Timestamp

    func run(in unit: UnitOfWork) throws(PersistenceError) -> Outcome {
        let subscriptionID = try subscriptionID(in: unit)
        let podcast = parsed.document.podcast
        let upsert = try unit.podcasts.upsert(
            podcast,
            contentHash: PodcastContentHash.make(of: podcast),
            computedGUID: ComputedPodcastGUID.make(feedURL: feedURL),
            subscriptionID: subscriptionID,
            at: now
        )
        let history = try unit.subscriptions.refreshHistory(of: subscriptionID)
        let plan = try plan(forPodcast: upsert.id, isFirstImport: upsert.isNew, history: history, in: unit)
        let writer = EpisodePlanWriter(
            plan: plan,
            incoming: parsed.episodes,
            podcastID: upsert.id,
            documentIsComplete: parsed.document.complete,
            lastSeenAt: history.lastDocumentAt ?? now,
            now: now
        )
        let counts = try writer.write(in: unit)
        try record(.imported(counts), of: subscriptionID, in: unit)
        return Outcome(
            podcastID: upsert.id,
            counts: counts,
            episodeCount: try unit.episodes.count(ofPodcast: upsert.id),
            warnings: plan.warnings
        )
    }

    private func plan(
        forPodcast id: Int64,
        isFirstImport: Bool,
        history: RefreshHistory,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> MatchPlan {
        let document = MatchDocument(
            now: now,
            isFirstImport: isFirstImport,
            isComplete: parsed.document.complete,
            archiveComplete: parsed.document.podcast.archiveComplete,
            previousItemCount: history.lastDocumentItemCount
        )
        return EpisodeMatcher.plan(
            incoming: parsed.episodes,
            stored: isFirstImport ? [] : try unit.episodes.identities(ofPodcast: id),
            aliases: isFirstImport ? [:] : try unit.episodes.aliases(ofPodcast: id),
            tombstones: isFirstImport ? [] : try unit.episodes.tombstones(ofPodcast: id),
            document: document
        )
    }

    /// Validators, schedule and the record of the fetch, in the same unit as
    /// the episodes they belong to (http polling A1 9).
    private func record(
        _ outcome: ImportOutcome,
        of subscriptionID: Int64,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
        let isComplete = parsed.document.complete
        var known = request.refreshState
        if known == nil { known = try unit.subscriptions.refreshState(id: subscriptionID) }
        guard let state = known else { throw .notFound(entity: "subscription", id: subscriptionID) }
        let decision = RefreshDecision(
            after: .success(parsed.response),
            of: state,
            hints: PollingHints(parsed.document.podcast),
            policy: policy,
            now: now
        )
        var success = RefreshSuccess(
            parsed.response,
            of: state,
            decision,
            at: now,
            document: RefreshSuccess.Document(
                // A document that was cut off must be read again, whole.
                bodyDigest: isComplete ? parsed.digest : nil,
                parserVersion: FeedDocumentReader.version,
                itemCount: parsed.episodes.count
            ),
            confirmsListing: isComplete
        )
        if !isComplete { (success.validators, success.validatorsAt) = (state.validators, state.validatorsAt ?? now) }
        try unit.subscriptions.recordSuccess(success, of: subscriptionID)
        let fetch = FetchRecord(parsed.response, sent: request.conditions, outcome: outcome, at: now)
        try unit.subscriptions.recordFetch(fetch, of: subscriptionID)
        try unit.subscriptions.noteManners(of: parsed.response, subscriptionID: subscriptionID)
    }
}

extension FeedImportUnit {
    /// The subscription of the feed: the stored one, or a new one made here,
    /// with its first episodes.
    private func subscriptionID(in unit: UnitOfWork) throws(PersistenceError) -> Int64 {
        if let state = request.refreshState, state.state != .unfollowed || !request.subscribes {
            return parsed.isDiscovered ? try settle(state, in: unit) : state.subscriptionID
        }
        guard parsed.isDiscovered, let page = request.source.feedURL,
            try unit.subscriptions.refreshState(forFeedURL: feedURL) == nil
        else { return try subscribe(to: feedURL, in: unit) }
        // By way of the page, which is known as a former address from then on.
        let id = try subscribe(to: page, in: unit)
        _ = try unit.subscriptions.move(id, to: feedURL, cause: .user, at: now)
        return id
    }

    private func subscribe(to feedURL: String, in unit: UnitOfWork) throws(PersistenceError) -> Int64 {
        let wish = NewSubscription(
            feedURL: feedURL,
            title: parsed.document.podcast.title,
            credentials: credentials(for: feedURL),
            // Standard input cannot be asked again.
            isFollowed: request.subscribes && (parsed.source != .standardInput || request.identity != nil)
        )
        return try unit.subscriptions.subscribe(to: wish, at: now).id
    }

    /// The credentials that were given, if they are for this address: what a
    /// web page leads to may be of another origin (http polling A6 63).
    private func credentials(for feedURL: String) -> FeedCredentials? {
        request.source.feedURL == feedURL || request.alternative?.string == feedURL || !parsed.isDiscovered
            ? request.credentials : nil
    }

    /// Gives a subscription to a web page the address of the feed that was found
    /// on it; the subscription there is already, if that is followed.
    private func settle(_ state: RefreshState, in unit: UnitOfWork) throws(PersistenceError) -> Int64 {
        switch try unit.subscriptions.move(state.subscriptionID, to: feedURL, cause: .user, at: now) {
        case .moved:
            return state.subscriptionID
        case .duplicate(let other):
            try unit.subscriptions.markDuplicate(state.subscriptionID, of: other, at: now)
            return other
        }
    }

    /// The address under which the store knows the feed.
    private var feedURL: String {
        if parsed.isDiscovered, let found = parsed.source.feedURL { return found }
        return request.refreshState?.feedURL ?? request.identity ?? parsed.source.feedURL
            ?? StandardInputAddress.make(of: parsed.document.podcast)
    }
}
