import PodcastModel

extension EpisodeIdentity {
    /// A digest of everything by which an item is matched with this episode and found unchanged.
    ///
    /// An item with the same digest (``IncomingEpisode/matchingDigest``) is this episode, and nothing of it is to be
    /// written.
    var matchingDigest: UInt64 {
        ContentDigest.ofMatching(
            key: key,
            keyKind: keyKind,
            contentHash: contentHash,
            canonicalEnclosure: canonicalEnclosure,
            canonicalTitle: canonicalTitle,
            publishedAt: publishedAt,
            durationSeconds: durationSeconds
        )
    }

    /// Whether an item is equal in all of that.
    func isMatched(by item: IncomingEpisode) -> Bool {
        contentHash == item.contentHash && keyKind == item.episode.keyKind && key.isExactly(item.episode.key)
            && canonicalEnclosure == item.canonicalEnclosure && canonicalTitle == item.canonicalTitle
            && publishedAt == item.episode.publishedAt && durationSeconds == item.episode.durationSeconds
    }
}

extension IncomingEpisode {
    /// A digest of everything by which it is matched.
    var matchingDigest: UInt64 {
        ContentDigest.ofMatching(
            key: episode.key,
            keyKind: episode.keyKind,
            contentHash: contentHash,
            canonicalEnclosure: canonicalEnclosure,
            canonicalTitle: canonicalTitle,
            publishedAt: episode.publishedAt,
            durationSeconds: episode.durationSeconds
        )
    }

    /// Stands in for an item that was not read: what the matcher asks of it is what the store knows of its episode.
    ///
    /// - Parameters:
    ///   - identity: the episode, of the same number as the item.
    ///   - position: the item's place in the document.
    convenience init(standingFor identity: EpisodeIdentity, position: Int) {
        var episode = Episode()
        episode.key = identity.key
        episode.keyKind = identity.keyKind
        episode.publishedAt = identity.publishedAt
        episode.durationSeconds = identity.durationSeconds
        self.init(
            episode: episode,
            contentHash: identity.contentHash,
            canonicalEnclosure: identity.canonicalEnclosure,
            canonicalTitle: identity.canonicalTitle,
            position: position
        )
    }

    /// The same item in another place.
    func moved(to position: Int) -> IncomingEpisode {
        guard position != self.position else { return self }
        return IncomingEpisode(
            episode: episode,
            contentHash: contentHash,
            canonicalEnclosure: canonicalEnclosure,
            canonicalTitle: canonicalTitle,
            position: position,
            feedPublishedAt: feedPublishedAt
        )
    }
}

extension ContentDigest {
    fileprivate static func ofMatching(
        key: String,
        keyKind: EpisodeKeyKind,
        contentHash: UInt64,
        canonicalEnclosure: String?,
        canonicalTitle: String,
        publishedAt: Timestamp?,
        durationSeconds: Int?
    ) -> UInt64 {
        var digest = ContentDigest()
        digest.update(Int64(bitPattern: contentHash))
        digest.add(1, key)
        digest.add(2, keyKind.rawValue)
        digest.add(3, canonicalEnclosure)
        digest.add(4, canonicalTitle)
        digest.add(5, publishedAt?.epochSeconds)
        digest.add(6, durationSeconds)
        return digest.finalize()
    }
}
