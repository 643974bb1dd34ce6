import FeedLoading
import Persistence
import PodcastModel

/// Everything that one import writes, in one unit of work: all of it lands, or
/// nothing.
struct FeedImportUnit: Sendable {
    /// What the import did.
    struct Outcome: Sendable {
        let outcome: ImportOutcome
        let subscriptionID: Int64
        let podcastID: Int64?
        /// How many episodes the podcast has now.
        let episodeCount: Int
        let warnings: [ImportWarning]
        /// The episode that each item is; nil for those that are none.
        let episodeIDs: [Int64?]
    }

    let parsed: ParseFeedOperation.Output
    let request: FeedImportRequest
    let policy: RefreshPolicy
    /// Whether the user has accepted the document, whatever it changes.
    var isAccepted = false
    let editHistoryLimit: Int
    let now: Timestamp

    /// From this size on the pages that a document's episodes are written to are not kept in memory beside them.
    private static let largeDocumentBytes = 16 << 20

    /// Writes the document.
    ///
    /// - Returns: what was done; nil if nothing was, because the items were left out of the document and are not
    ///   those that the store knows now.
    func run(in unit: UnitOfWork) throws(PersistenceError) -> Outcome? {
        if parsed.itemsAreLeftOut {
            guard let id = request.refreshState?.subscriptionID, try renewal(of: id, in: unit) != nil else {
                return nil
            }
        }
        let subscriptionID = try subscriptionID(in: unit)
        if let outcome = try renew(subscriptionID, in: unit) { return outcome }
        // Of items that were not read nothing may be concluded, least of all that they are gone.
        guard !parsed.itemsAreLeftOut else { return nil }
        let preparation = try ImportPreparation(
            parsed: parsed,
            subscriptionID: subscriptionID,
            isAccepted: isAccepted,
            now: now,
            in: unit
        )
        switch preparation.verdict {
        case .held(let finding):
            return try hold(finding, preparation, subscriptionID, in: unit)
        case .refused(let finding):
            return try leave(preparation, subscriptionID, Self.warning(ofRefused: finding), in: unit)
        case .clear, .confirmed:
            return try write(preparation, subscriptionID, in: unit)
        }
    }

    private func write(
        _ preparation: ImportPreparation,
        _ subscriptionID: Int64,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Outcome {
        if parsed.response.decodedBytes >= Self.largeDocumentBytes { try unit.keepLittleInMemory() }
        let upsert = try upsertPodcast(of: subscriptionID, in: unit)
        let writer = EpisodePlanWriter(
            plan: preparation.plan,
            incoming: parsed.episodes,
            aliases: preparation.aliases,
            podcastID: upsert.id,
            documentIsComplete: parsed.document.complete,
            lastSeenAt: preparation.history?.lastDocumentAt ?? now,
            editHistoryLimit: editHistoryLimit,
            now: now
        )
        let written = try writer.write(in: unit)
        try LiveItemWriter(liveItems: parsed.document.podcast.liveItems, podcastID: upsert.id, now: now).write(in: unit)
        if preparation.plan.guidsAreUnreliable || parsed.document.hasUnreliableGuids {
            try unit.subscriptions.setGUIDUnreliable(true, of: subscriptionID)
        }
        if try unit.subscriptions.heldReason(of: subscriptionID) != nil {
            try unit.subscriptions.releaseHeldDocument(of: subscriptionID, at: now)
        }
        let outcome = ImportOutcome.imported(written.counts)
        var document = document(preparation)
        if written.counts.changesDates || request.refreshState?.releaseTimes.isEmpty != false {
            document.releaseTimes = try unit.episodes.newestEpisodeDates(
                ofPodcast: upsert.id,
                limit: ReleaseHistory.limit
            )
        }
        try record(outcome, document: document, of: subscriptionID, in: unit)
        return Outcome(
            outcome: outcome,
            subscriptionID: subscriptionID,
            podcastID: upsert.id,
            episodeCount: try unit.episodes.count(ofPodcast: upsert.id),
            warnings: preparation.plan.warnings + (try duplicateHints(upsert, in: unit)),
            episodeIDs: written.episodeIDs
        )
    }
}

// MARK: - Nothing new

extension FeedImportUnit {
    /// What is known of a document whose items are those of this one.
    private struct Renewal {
        let podcastID: Int64
        let itemCount: Int
        let itemsDigest: UInt64
    }

    /// Whether the items are those of the last document, whatever else changed in it: nothing has to be matched then.
    ///
    /// Many generators write the time of the request into every document.
    ///
    /// - Returns: what is known of the last one; nil if the items have to be matched.
    private func renewal(of subscriptionID: Int64, in unit: UnitOfWork) throws(PersistenceError) -> Renewal? {
        guard !request.force, !isAccepted, parsed.document.complete, !parsed.isDelta else { return nil }
        let history = try unit.subscriptions.refreshHistory(of: subscriptionID)
        guard let podcastID = history.podcastID, let itemsDigest = history.itemsDigest,
            try unit.subscriptions.heldReason(of: subscriptionID) == nil
        else { return nil }
        guard parsed.itemsAreLeftOut else {
            guard itemsDigest == parsed.itemsDigest else { return nil }
            return Renewal(podcastID: podcastID, itemCount: parsed.episodes.count, itemsDigest: itemsDigest)
        }
        guard let digest = parsed.itemBlockDigest, history.itemBlockDigest == digest,
            let itemCount = history.lastDocumentItemCount
        else { return nil }
        return Renewal(podcastID: podcastID, itemCount: itemCount, itemsDigest: itemsDigest)
    }

    /// Settles a document whose items are those of the last one; nil if it is none.
    private func renew(_ subscriptionID: Int64, in unit: UnitOfWork) throws(PersistenceError) -> Outcome? {
        guard let renewal = try renewal(of: subscriptionID, in: unit) else { return nil }
        let podcastID = renewal.podcastID
        try upsertPodcast(of: subscriptionID, in: unit)
        try LiveItemWriter(liveItems: parsed.document.podcast.liveItems, podcastID: podcastID, now: now).write(in: unit)
        var counts = ImportCounts()
        counts.unchanged = renewal.itemCount
        counts.removed = try unit.episodes.removeDue(ofPodcast: podcastID, at: now)
        let document = RefreshSuccess.Document(
            bodyDigest: parsed.digest,
            parserVersion: FeedDocumentReader.version,
            itemCount: renewal.itemCount,
            itemsDigest: renewal.itemsDigest,
            itemBlockDigest: parsed.itemBlockDigest
        )
        try record(.imported(counts), document: document, of: subscriptionID, in: unit)
        return Outcome(
            outcome: .imported(counts),
            subscriptionID: subscriptionID,
            podcastID: podcastID,
            episodeCount: try unit.episodes.count(ofPodcast: podcastID),
            warnings: [],
            episodeIDs: []
        )
    }

    @discardableResult
    private func upsertPodcast(
        of subscriptionID: Int64,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> PodcastStore.UpsertOutcome {
        let podcast = parsed.document.podcast
        return try unit.podcasts.upsert(
            podcast,
            contentHash: PodcastContentHash.make(of: podcast),
            computedGUID: ComputedPodcastGUID.make(feedURL: feedURL),
            subscriptionID: subscriptionID,
            at: now
        )
    }
}

// MARK: - Holding

extension FeedImportUnit {
    /// The kind of the warning that a document is held back.
    static let heldWarning = "held"
    /// The kind of the warning that a document is like one that was refused.
    static let refusedWarning = "refused"

    static func warning(ofHeld finding: HoldFinding) -> ImportWarning {
        ImportWarning(
            kind: heldWarning,
            detail: "the document is held back (\(finding.reason.rawValue)): \(finding.detail); "
                + "a second one that agrees is imported, or `podimport subscription accept` does it now"
        )
    }

    static func warning(ofRefused finding: HoldFinding) -> ImportWarning {
        ImportWarning(
            kind: refusedWarning,
            detail: "the document is like the one you refused (\(finding.reason.rawValue)): \(finding.detail)"
        )
    }

    /// Keeps the document for a decision; the episodes stay as they are.
    private func hold(
        _ finding: HoldFinding,
        _ preparation: ImportPreparation,
        _ subscriptionID: Int64,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Outcome {
        _ = try unit.subscriptions.hold(
            subscriptionID,
            body: parsed.body?.bytes ?? [],
            bodyDigest: parsed.digest,
            contentType: parsed.response.heldContentType,
            reason: finding.reason.rawValue,
            detail: finding.detail,
            at: now
        )
        return try leave(preparation, subscriptionID, Self.warning(ofHeld: finding), in: unit)
    }

    /// Imports nothing; the feed was asked, and will be asked for the same again.
    private func leave(
        _ preparation: ImportPreparation,
        _ subscriptionID: Int64,
        _ warning: ImportWarning,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Outcome {
        let outcome = ImportOutcome.postponed(until: nil)
        try record(outcome, document: nil, of: subscriptionID, in: unit)
        return Outcome(
            outcome: outcome,
            subscriptionID: subscriptionID,
            podcastID: preparation.podcastID,
            episodeCount: preparation.identities.count,
            warnings: [warning],
            episodeIDs: []
        )
    }
}

// MARK: - Bookkeeping

extension FeedImportUnit {
    /// What is remembered of the document.
    private func document(_ preparation: ImportPreparation) -> RefreshSuccess.Document {
        let isDrop = preparation.isUnbelievedDrop
        let previousCount = preparation.history?.lastDocumentItemCount
        // A part of a feed says nothing of its length.
        let keepsCount = isDrop || parsed.isDelta || !parsed.document.complete
        let mustBeLookedAt = mustBeLookedAt(preparation)
        return RefreshSuccess.Document(
            // A document that was cut off, or is not believed yet, must be read again, whole.
            bodyDigest: parsed.document.complete && !isDrop && !parsed.isDelta ? parsed.digest : nil,
            parserVersion: FeedDocumentReader.version,
            itemCount: keepsCount ? previousCount ?? parsed.episodes.count : parsed.episodes.count,
            massDropSightings: isDrop ? preparation.massDropSightings : 0,
            itemsDigest: mustBeLookedAt ? nil : parsed.itemsDigest,
            itemBlockDigest: mustBeLookedAt ? nil : parsed.itemBlockDigest
        )
    }

    /// Whether the same items again could have another effect, or a warning is due each time.
    private func mustBeLookedAt(_ preparation: ImportPreparation) -> Bool {
        preparation.isUnbelievedDrop || parsed.isDelta || !parsed.document.complete
            || preparation.history?.addressHasChanged == true || !preparation.plan.warnings.isEmpty
            || preparation.plan.guidsAreUnreliable || parsed.document.hasUnreliableGuids
    }

    /// Validators, schedule and the record of the fetch, in the same unit as
    /// the episodes they belong to (http polling A1 9).
    private func record(
        _ outcome: ImportOutcome,
        document: RefreshSuccess.Document?,
        of subscriptionID: Int64,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
        var known = request.refreshState
        if known == nil { known = try unit.subscriptions.refreshState(id: subscriptionID) }
        guard var state = known else { throw .notFound(entity: "subscription", id: subscriptionID) }
        if let releaseTimes = document?.releaseTimes { state.releaseTimes = releaseTimes }
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
            document: document,
            confirmsListing: document != nil && parsed.document.complete
        )
        if document?.bodyDigest == nil {
            // Without a digest nothing may keep the same document from being read again.
            (success.validators, success.validatorsAt) = (state.validators, state.validatorsAt ?? now)
        }
        try unit.subscriptions.recordSuccess(success, of: subscriptionID)
        let fetch = FetchRecord(parsed.response, sent: request.conditions, outcome: outcome, at: now)
        try unit.subscriptions.recordFetch(fetch, of: subscriptionID)
        try unit.subscriptions.noteManners(of: parsed.response, subscriptionID: subscriptionID)
    }

    /// The subscription of the feed: the stored one, or a new one made here,
    /// with its first episodes.
    private func subscriptionID(in unit: UnitOfWork) throws(PersistenceError) -> Int64 {
        if let state = request.refreshState, state.state != .unfollowed || !request.subscribes {
            if request.provenance == .user, state.provenance != .user {
                try unit.subscriptions.noteNamedByUser(state.feedURL, of: state.subscriptionID)
            }
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
            isFollowed: request.subscribes && (parsed.source != .standardInput || request.identity != nil),
            provenance: request.provenance
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

extension ImportCounts {
    /// Whether the dates of episodes may be others than before.
    fileprivate var changesDates: Bool { inserted + updated + rekeyed > 0 }
}

extension FeedDocument {
    /// Whether the guids were found not to tell the episodes apart.
    fileprivate var hasUnreliableGuids: Bool { warnings.contains { $0.kind == EpisodeKeys.unreliableGuids } }
}
