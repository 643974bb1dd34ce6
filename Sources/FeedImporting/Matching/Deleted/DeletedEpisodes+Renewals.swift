import PodcastModel

extension DeletedEpisodes {
    /// What the document says of deleted episodes, where it is not what is remembered of them.
    ///
    /// An item that has neither title nor file nor time of the episode only stands under its guid. And of copies under
    /// several keys one is enough, the one that is known.
    mutating func renewals(by decisions: [MatchDecision], of incoming: [IncomingEpisode]) -> [TombstoneRenewal] {
        guard !all.isEmpty else { return [] }
        let suppressed = decisions.filter { $0.action == .suppress }
        guard !suppressed.isEmpty else { return [] }
        let known = byKey
        var renewed = Set(suppressed.map { ExactText($0.key) })
        return suppressed.compactMap { decision in
            let item = incoming[decision.position]
            guard let old = known[ExactText(decision.formerKey ?? decision.key)] else {
                return renewal(by: item, underFormerGUID: decision, known, &renewed)
            }
            let new = DeletedEpisode(item, key: decision.key, before: old)
            guard let former = decision.formerKey else {
                let isLike = EpisodeLikeness(item, old).isAny
                return new != old && isLike ? TombstoneRenewal(episode: new, formerKey: nil) : nil
            }
            guard renewed.insert(ExactText(former)).inserted else { return nil }
            return TombstoneRenewal(
                episode: new,
                formerKey: former,
                forgetsFormerKey: decision.forgetsFormerKey
            )
        }
    }

    /// Whether a deleted episode comes under so many keys that each takes the place of the last: all of them would be
    /// kept for good, one more for each document (identity C4 19).
    mutating func isKeyVolatile(_ decision: MatchDecision) -> Bool {
        guard let former = decision.formerKey else { return false }
        let areAlike =
            switch decision.keyKind {
            case .guid: !former.hasPrefix(SyntheticKey.prefix)
            case .enclosure: SyntheticKey.isMadeOfFile(former) && SyntheticKey.isMadeOfFile(decision.key)
            case .link, .hash: false
            }
        return areAlike && (byKey[ExactText(former)]?.formerKeyCount ?? 0) >= FormerKeys.endlessCount
    }

    /// What an item says of the deleted episode whose former guid it has; of several one is enough here, too.
    private func renewal(
        by item: IncomingEpisode,
        underFormerGUID decision: MatchDecision,
        _ known: [ExactText: DeletedEpisode],
        _ renewed: inout Set<ExactText>
    ) -> TombstoneRenewal? {
        guard let key = describedKeys[decision.position],
            key.isExactly(decision.key) || renewed.insert(ExactText(key)).inserted
        else { return nil }
        let old = known[ExactText(key)]
        let new = DeletedEpisode(item, key: key, before: old)
        return new != old ? TombstoneRenewal(episode: new, formerKey: nil) : nil
    }
}

extension DeletedEpisode {
    /// The episode as an item describes it; a date is replaced only by a date.
    init(_ item: IncomingEpisode, key: String, before old: DeletedEpisode?) {
        let isRekeyed = old.map { !$0.key.isExactly(key) } ?? false
        self.init(
            key: key,
            canonicalEnclosure: item.canonicalEnclosure,
            canonicalTitle: item.canonicalTitle,
            publishedAt: item.episode.publishedAt ?? old?.publishedAt,
            durationSeconds: item.episode.durationSeconds ?? old?.durationSeconds,
            page: item.canonicalEnclosure == nil ? item.episode.link : nil,
            formerKeyCount: (old?.formerKeyCount ?? 0) + (isRekeyed ? 1 : 0)
        )
    }
}
