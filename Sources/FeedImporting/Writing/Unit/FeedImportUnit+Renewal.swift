import FeedLoading
import Persistence
import PodcastModel

extension FeedImportUnit {
    /// What is known of a document whose items are those of this one.
    struct Renewal {
        let podcastID: Int64
        let itemCount: Int
        let itemsDigest: UInt64
    }

    /// Whether the items are those of the last document, whatever else changed in it: nothing has to be matched then.
    ///
    /// Many generators write the time of the request into every document.
    ///
    /// - Returns: what is known of the last one; nil if the items have to be matched.
    func renewal(
        of subscriptionID: Int64,
        _ history: RefreshHistory,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Renewal? {
        guard !request.readsAgain, !isAccepted, parsed.document.complete, !parsed.isDelta, !history.addressHasChanged
        else { return nil }
        guard let podcastID = history.podcastID, let itemsDigest = history.itemsDigest,
            try unit.heldDocuments.head(of: subscriptionID) == nil
        else { return nil }
        guard try !isCompleteAnew(podcastID, in: unit), try !removesMost(podcastID, in: unit) else { return nil }
        guard parsed.itemsAreLeftOut else {
            guard itemsDigest == parsed.itemsDigest else { return nil }
            return Renewal(podcastID: podcastID, itemCount: parsed.episodes.count, itemsDigest: itemsDigest)
        }
        guard let digest = parsed.itemBlock?.digest, history.itemBlockDigest == digest,
            let itemCount = history.lastDocumentItemCount
        else { return nil }
        return Renewal(podcastID: podcastID, itemCount: itemCount, itemsDigest: itemsDigest)
    }

    /// Whether the document says that it lists every episode, and the last one did not: then the same items mean
    /// something else for those that are missing (identity C6 33).
    private func isCompleteAnew(_ podcastID: Int64, in unit: UnitOfWork) throws(PersistenceError) -> Bool {
        guard parsed.document.podcast.archiveComplete else { return false }
        return try unit.podcasts.podcast(id: podcastID)?.podcast.archiveComplete != true
    }

    /// Whether most episodes would be taken for withdrawn because their time has come: that is for the circuit breaker
    /// to judge, which goes by the items.
    private func removesMost(_ podcastID: Int64, in unit: UnitOfWork) throws(PersistenceError) -> Bool {
        if let state = request.refreshState, state.podcastID == podcastID {
            guard let dueAt = state.removalDueAt, dueAt <= now else { return false }
        }
        let (due, present) = try unit.episodes.removalsDue(ofPodcast: podcastID, at: now)
        return DocumentJudge.isMassRemoval(due, of: present)
    }

    /// Settles a document whose items are those of the last one.
    func renew(
        _ renewal: Renewal,
        of subscriptionID: Int64,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Outcome {
        let podcastID = renewal.podcastID
        try upsertPodcast(of: subscriptionID, in: unit)
        try writeLiveItems(ofPodcast: podcastID, in: unit)
        var counts = ImportCounts()
        counts.unchanged = renewal.itemCount
        if !request.options.acceptsDelta { counts.removed = try unit.episodes.removeDue(ofPodcast: podcastID, at: now) }
        let document = RefreshSuccess.Document(
            bodyDigest: parsed.digest,
            parserVersion: FeedDocumentReader.version,
            itemCount: renewal.itemCount,
            itemsDigest: renewal.itemsDigest,
            itemBlockDigest: parsed.itemBlock?.digest
        )
        try record(.imported(counts), document: document, of: subscriptionID, in: unit)
        if !parsed.itemsAreLeftOut, let block = parsed.itemBlock { try remember(block, of: subscriptionID, in: unit) }
        return Outcome(
            outcome: .imported(counts),
            subscriptionID: subscriptionID,
            podcastID: podcastID,
            episodeCount: try unit.episodes.count(ofPodcast: podcastID),
            warnings: [],
            episodeIDs: [],
            endsWithNews: false
        )
    }
}
