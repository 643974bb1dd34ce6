import Persistence
import PodcastModel

extension FeedImportUnit {
    /// The fewest known episodes whose guids say that they can be used again.
    private static let fewestProofs = 3

    /// Notes whether the guids of the feed can be used from now on (identity C2 10).
    func noteGuids(
        _ preparation: ImportPreparation,
        of subscriptionID: Int64,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
        if preparation.history?.isGUIDUnreliable == true {
            guard try canUseGuidsAgain(preparation, in: unit) else { return }
            try unit.subscriptions.setGUIDUnreliable(false, of: subscriptionID)
        } else if preparation.plan.guidsAreUnreliable
            || parsed.document.hasUnreliableGuids && !preparation.givesUpGuids
        {
            try unit.subscriptions.setGUIDUnreliable(true, of: subscriptionID)
        }
    }

    /// Whether the document shows that the guids tell the episodes apart, although it was read without them.
    ///
    /// All items have guids of their own, which the known ones among them have had before, and a new one stands beside
    /// them: guids that number the items, or are made anew, would be others now. Where episodes have had many, they
    /// only seem to last. An episode that was only published with the guid of others says nothing, if those that do are
    /// the most.
    private func canUseGuidsAgain(
        _ preparation: ImportPreparation,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Bool {
        let (plan, stored) = (preparation.plan, preparation.stored)
        let matches = plan.decisions.compactMap { decision in
            decision.episodeID.map { (item: decision.position, id: $0) }
        }
        guard let podcastID = preparation.podcastID, matches.count >= Self.fewestProofs,
            plan.decisions.contains(where: { if case .insert = $0.action { true } else { false } }),
            stored.aliases.count * 2 < stored.identities.count * FormerKeys.volatileCount
        else { return false }
        let guids = parsed.episodes.compactMap { EpisodeKeys.trimmedGuid(of: $0.episode) }.map { ExactText($0) }
        guard guids.count == parsed.episodes.count, Set(guids).count == guids.count else { return false }
        let known = try unit.episodes.guids(ofPodcast: podcastID).mapValues { ExactText($0) }
        let counts = known.values.occurrences
        var proofs = 0
        for match in matches {
            let guid = guids[match.item]
            if known[match.id] == guid || stored.aliases[guid]?.episodeID == match.id {
                proofs += 1
            } else if let other = known[match.id], counts[other] == 1 {
                return false
            }
        }
        return proofs >= Self.fewestProofs && proofs * 2 > matches.count
    }
}

extension ImportPreparation {
    /// Whether most of the known episodes in the document are known by their guids, which it would take from them: that
    /// may be a mistake of one document.
    fileprivate var givesUpGuids: Bool {
        let kinds = Dictionary(stored.identities.map { ($0.id, $0.keyKind) }) { first, _ in first }
        let former = plan.decisions.compactMap { decision in decision.episodeID.flatMap { kinds[$0] } }
        return former.count { $0 == .guid } * 2 > former.count
    }
}
