import PodcastModel

extension MatchWork {
    /// Suppresses the items whose key is that of an episode that was deleted here (identity C6 35, 36).
    ///
    /// One that has nothing but the guid of such an episode is another: it stays pending under a key of its own. So
    /// does one that has more in common with a stored episode that is not listed under its own guid.
    mutating func suppressDeletedKeys() {
        guard !deletedEpisodes.keys.isEmpty else { return }
        var finder: DeletedEpisodeFinder?
        for item in claims.pending where deletedEpisodes.keys.contains(ExactText(incoming[item].episode.key)) {
            let key = incoming[item].episode.key
            let known = deletedEpisodes.byKey[ExactText(key)]
            let isTheOne: Bool
            if known == nil, incoming[item].episode.keyKind == .guid, !sharedBases.contains(ExactText(key)) {
                let others = finder ?? DeletedEpisodeFinder(deletedEpisodes.all, listedIn: incoming)
                finder = others
                isTheOne = isDeletedUnderFormerGUID(item, others)
            } else {
                isTheOne = isDeleted(item, as: known)
            }
            if !isTheOne {
                if otherKeys[item] == nil { giveOwnKey(item, base: key) }
                // All that could tell it apart is that of deleted ones.
                if otherKeys[item] != nil { continue }
            }
            claims.settle(item, as: .tombstone, detail: "the episode was deleted here")
            warnOfDoubt(item, known)
        }
        claims.dropSettled()
    }

    /// Whether an item under a former guid of a deleted episode is one of those that were deleted (identity C6 36).
    ///
    /// Each is described under one of its keys only, so nobody knows which of them had this guid. If two things agree,
    /// that is the one, and its description is kept up to date. What has less of any, and may be one all the same, is
    /// said once; from then on that is remembered under this guid.
    private mutating func isDeletedUnderFormerGUID(_ item: Int, _ deleted: DeletedEpisodeFinder) -> Bool {
        let own = incoming[item]
        let found = deleted.likest(own)
        if let found, found.count > 1 {
            deletedEpisodes.describedKeys[item] = found.isListed ? nil : found.key
            return true
        }
        if found == nil, deleted.isStranger(own) { return false }
        if isRatherStored(item) { return false }
        deletedEpisodes.describedKeys[item] = own.episode.key
        let detail =
            "“\(own.episode.title.prefix(80))” is left out: it has a former guid of an episode that was deleted here"
        warnings.append(ImportWarning(kind: .deletedEpisode, detail: detail + ", but little else of one"))
        return true
    }

    /// Whether the item is the episode that was deleted under its key, as far as one is remembered.
    ///
    /// A guid alone does not say so, and one that several episodes share does not say which of them was deleted.
    private mutating func isDeleted(_ item: Int, as deleted: DeletedEpisode?) -> Bool {
        let own = incoming[item]
        guard sharedBases.contains(ExactText(own.episode.key)) else {
            guard let deleted else { return true }
            guard own.episode.keyKind == .guid else { return !isNext(own, inPlaceOf: deleted) }
            let likeness = EpisodeLikeness(own, deleted)
            if likeness.isStranger { return false }
            return likeness.count > 1 || !(hasComeRound(item, to: deleted, likeness) || isRatherStored(item))
        }
        if let deleted, isOneOfSeveral(own, deleted, within: 86_400) { return true }
        let others = deletedEpisodes.byBase[ExactText(own.episode.key)] ?? []
        return others.contains { isOneOfSeveral(own, $0, within: SameEpisode.momentSeconds) }
    }

    /// Whether an item without a guid is later than the deleted episode whose file or page it has, and has another
    /// title or is the only one of the feed: an address that always has the latest one.
    private func isNext(_ own: IncomingEpisode, inPlaceOf deleted: DeletedEpisode) -> Bool {
        guard let new = own.episode.publishedAt, let old = deleted.publishedAt, new > old, !new.isSameMoment(as: old)
        else { return false }
        return own.canonicalTitle != deleted.canonicalTitle || claims.distinctCount == 1
    }

    /// Whether an item has nothing of the episode that was deleted under its guid but a title that several have, and is
    /// the newest of all: guids that go round in a circle, as those of stored episodes may (identity C2 10).
    ///
    /// Others must have come after the deleted one. Else it may be that one itself, which a move dates later.
    private mutating func hasComeRound(_ item: Int, to deleted: DeletedEpisode, _ likeness: EpisodeLikeness) -> Bool {
        guard likeness.isStrangerButForTitle, let new = incoming[item].episode.publishedAt,
            let old = deleted.publishedAt
        else { return false }
        return newestKnown.isPassed(by: new) && !newestKnown.isReached(by: old)
            && knownTitleCounts[deleted.canonicalTitle, default: 0] >= Self.fewestItems
    }

    /// Whether an item has two of file, title and time of a stored episode that is not listed under its own guid.
    ///
    /// That one would be withdrawn else, while it is listed.
    private mutating func isRatherStored(_ item: Int) -> Bool {
        guard claims.unclaimedCount > 0, let found = rowsByTwo[item] else { return false }
        return found.contains { !claims.isClaimed($0) && !isListedEarlier($0, asOtherThan: item) }
    }

    /// Whether an item is the one of several with its guid that was deleted.
    ///
    /// Without guids they may have the key in common because they have the file in common, which then tells none of
    /// them from the others, nor does a day.
    private func isOneOfSeveral(_ own: IncomingEpisode, _ deleted: DeletedEpisode, within seconds: Int64) -> Bool {
        let haveOneFile = own.enclosureKey.map { $0.key.isExactly(own.episode.key) } ?? false
        if !haveOneFile, let file = own.canonicalEnclosure, file == deleted.canonicalEnclosure { return true }
        guard own.canonicalTitle == deleted.canonicalTitle else { return false }
        guard let new = own.episode.publishedAt, let old = deleted.publishedAt else { return true }
        return haveOneFile ? new.isSameMoment(as: old) : abs(new.seconds(since: old)) < seconds
    }

    /// Says once what is kept out by its guid and no more than one thing besides; from then on that is remembered of
    /// it.
    private mutating func warnOfDoubt(_ item: Int, _ deleted: DeletedEpisode?) {
        let own = incoming[item]
        guard let deleted, own.episode.keyKind == .guid, otherKeys[item] == nil,
            EpisodeLikeness(own, deleted).isDoubtful
        else { return }
        let detail =
            "“\(own.episode.title.prefix(80))” is left out: it has the guid of an episode that was deleted here"
        warnings.append(ImportWarning(kind: .deletedEpisode, detail: detail + ", but little else of it"))
    }
}
