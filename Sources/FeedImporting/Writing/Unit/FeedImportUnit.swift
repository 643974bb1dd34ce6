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
        /// Whether the last item of the document is news.
        let endsWithNews: Bool
    }

    /// How a unit of work ended.
    enum Conclusion: Sendable {
        case done(Outcome)
        /// Nothing was written, for items were left out of the document that are not those the store knows now.
        case needsItems
        /// Nothing was written, for the document has to be compared with the one that is held back for the
        /// subscription.
        case needsHeldDocument(of: Int64)
    }

    private(set) var parsed: ParseFeedOperation.Output
    let request: FeedImportRequest
    let policy: RefreshPolicy
    /// Whether the user has accepted the document, whatever it changes.
    var isAccepted = false
    /// The document that is held back, once it is known to be needed.
    var held: HeldReading?
    let editHistoryLimit: Int
    let now: Timestamp

    /// From this size on the pages that a document's episodes are written to are not kept in memory beside them.
    private static let largeDocumentBytes = 16 << 20

    /// Writes the document.
    ///
    /// - Returns: what was done, or what is needed before the document can be written.
    func run(in unit: UnitOfWork) throws(PersistenceError) -> Conclusion {
        if let podcast = onlyPodcast { unit.writesEpisodes(onlyOf: podcast) }
        // Before anything is written: of items that were not read nothing may be concluded, least of all that they are
        // gone.
        if parsed.itemsAreLeftOut {
            guard let id = request.refreshState?.subscriptionID,
                let renewal = try renewal(of: id, try unit.refreshes.history(of: id), in: unit)
            else { return .needsItems }
            return .done(try renew(renewal, of: try subscription.id(in: unit), in: unit))
        }
        if parsed.leavesItemsOut {
            guard let id = request.refreshState?.subscriptionID,
                let podcastID = try unit.refreshes.history(of: id).podcastID
            else { return .needsItems }
            var whole = self
            if let ahead = parsed.ahead, ahead.known.isCurrent(ofPodcast: podcastID, in: unit) {
                whole.parsed = parsed.completed(with: ahead)
                return try whole.run(in: unit, ahead.known.stored, ahead.plan)
            }
            let stored = try StoredEpisodes(ofPodcast: podcastID, in: unit)
            guard let completed = parsed.completed(with: stored) else { return .needsItems }
            whole.parsed = completed
            return try whole.run(in: unit, stored)
        }
        return try run(in: unit, nil)
    }

    /// The podcast to which all episodes belong that may be written; nil if it is not certain yet which one that is.
    private var onlyPodcast: Int64? {
        guard let state = request.refreshState, state.state != .unfollowed, !parsed.isDiscovered else { return nil }
        return state.podcastID
    }

    /// Writes the document, whose items are all there; the episodes need not be looked up if they are `stored`, nor
    /// matched if they are `planned`.
    private func run(
        in unit: UnitOfWork,
        _ stored: StoredEpisodes?,
        _ planned: PlanAhead? = nil
    ) throws(PersistenceError) -> Conclusion {
        let subscriptionID = try subscription.id(in: unit)
        let history = try unit.refreshes.history(of: subscriptionID)
        if let renewal = try renewal(of: subscriptionID, history, in: unit) {
            return .done(try renew(renewal, of: subscriptionID, in: unit))
        }
        let known: StoredEpisodes
        if let stored {
            known = stored
        } else {
            known = try StoredEpisodes(ofPodcast: history.podcastID, in: unit)
        }
        let preparation = try ImportPreparation(
            parsed: parsed,
            subscriptionID: subscriptionID,
            history: history,
            stored: known,
            planned: planned,
            held: held,
            isAccepted: isAccepted,
            now: now,
            in: unit
        )
        switch preparation.verdict {
        case .undecided:
            return .needsHeldDocument(of: subscriptionID)
        case .held(let finding):
            return .done(try hold(finding, preparation, subscriptionID, in: unit))
        case .refused(let finding):
            let warning = Self.warning(ofRefused: finding)
            return .done(try leave(preparation, subscriptionID, warning, isRefused: true, in: unit))
        case .confirmed:
            if let outcome = try writeBoth(preparation, subscriptionID, in: unit) { return .done(outcome) }
            return .done(try write(preparation, subscriptionID, in: unit))
        case .clear:
            return .done(try write(preparation, subscriptionID, in: unit))
        }
    }

    private var subscription: SubscriptionResolution {
        SubscriptionResolution(parsed: parsed, request: request, now: now)
    }

    /// Writes what is prepared, and counts it with what was written `before`.
    func write(
        _ preparation: ImportPreparation,
        _ subscriptionID: Int64,
        after before: EpisodePlanWriter.Result? = nil,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Outcome {
        if parsed.response.decodedBytes >= Self.largeDocumentBytes { try unit.keepLittleInMemory() }
        let upsert = try upsertPodcast(of: subscriptionID, in: unit)
        let writer = EpisodePlanWriter(
            plan: preparation.plan,
            incoming: parsed.episodes,
            aliases: preparation.stored.aliases,
            podcastID: upsert.id,
            documentIsComplete: parsed.document.complete,
            lastSeenAt: preparation.history?.lastDocumentAt ?? now,
            editHistoryLimit: editHistoryLimit,
            now: now
        )
        // Before the guids of this document take the place of those it is compared with.
        try noteGuids(preparation, of: subscriptionID, in: unit)
        let written = try writer.write(in: unit)
        let counts = before.map { written.counts(after: $0) } ?? written.counts
        try writeLiveItems(ofPodcast: upsert.id, in: unit)
        if try unit.heldDocuments.head(of: subscriptionID) != nil {
            try unit.heldDocuments.release(of: subscriptionID, at: now)
        }
        try parsed.episodes.checkTexts()
        let outcome = ImportOutcome.imported(counts)
        var document = document(preparation)
        if counts.changesDates || request.refreshState?.releaseTimes.isEmpty != false {
            document.releaseTimes = try unit.episodes.newestEpisodeDates(
                ofPodcast: upsert.id,
                limit: ReleaseHistory.limit
            )
        }
        try record(outcome, document: document, of: subscriptionID, in: unit)
        if document.itemBlockDigest != nil { try remember(preparation, of: subscriptionID, in: unit) }
        let hints =
            upsert.isNew
            ? try Self.duplicateHints(of: parsed.document.podcast, exceptFor: upsert.id, in: unit) : []
        return Outcome(
            outcome: outcome,
            subscriptionID: subscriptionID,
            podcastID: upsert.id,
            episodeCount: try unit.episodes.count(ofPodcast: upsert.id),
            warnings: preparation.plan.warnings + hints,
            episodeIDs: written.episodeIDs,
            endsWithNews: preparation.plan.endsWithNews
        )
    }

    @discardableResult
    func upsertPodcast(
        of subscriptionID: Int64,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> PodcastStore.UpsertOutcome {
        var podcast = try podcast(of: subscriptionID, in: unit)
        if podcast.title == nil {
            podcast.title = StandInTitle.make(link: podcast.link, feedURL: subscription.feedURL)
        }
        return try unit.podcasts.upsert(
            podcast,
            contentHash: PodcastContentHash.make(of: podcast),
            computedGUID: ComputedPodcastGUID.make(feedURL: subscription.feedURL),
            subscriptionID: subscriptionID,
            silentChanges: PodcastFields.silentChanges,
            at: now
        )
    }

    func writeLiveItems(ofPodcast podcastID: Int64, in unit: UnitOfWork) throws(PersistenceError) {
        let writer = LiveItemWriter(
            liveItems: parsed.document.podcast.liveItems,
            podcastID: podcastID,
            documentIsComplete: parsed.document.complete,
            now: now
        )
        try writer.write(in: unit)
    }

    /// What the document says of the podcast, with what it may only have lost.
    private func podcast(of subscriptionID: Int64, in unit: UnitOfWork) throws(PersistenceError) -> Podcast {
        var podcast = parsed.document.podcast
        guard !parsed.document.complete || podcast.title == nil,
            let id = try unit.refreshes.history(of: subscriptionID).podcastID,
            let stored = try unit.podcasts.podcast(id: id)
        else { return podcast }
        if parsed.document.complete {
            podcast.title = stored.podcast.title
            return podcast
        }
        return podcast.keepingVanished(of: stored.podcast)
    }
}

extension [IncomingEpisode] {
    /// Makes sure that every text that was asked for was there.
    ///
    /// - Throws: ``PersistenceError``, upon which nothing that was made of them may be kept.
    func checkTexts() throws(PersistenceError) {
        guard contains(where: { $0.episode.hasLostTexts }) else { return }
        throw .inputOutput(detail: "show notes in a temporary file cannot be read back")
    }
}

extension ImportCounts {
    /// Whether the dates of episodes may be others than before.
    fileprivate var changesDates: Bool { inserted + updated + rekeyed > 0 }
}
