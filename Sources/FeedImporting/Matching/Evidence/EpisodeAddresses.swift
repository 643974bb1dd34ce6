import PodcastModel

extension EpisodeIdentity {
    /// The address of its page in canonical form, if it has no guid or no media file.
    var canonicalPage: String? { page.flatMap(CanonicalLink.make) }
}

extension IncomingEpisode {
    /// The keys that its file and its page would give it without a guid.
    var enclosureKey: SyntheticKey.Made? { canonicalEnclosure.map(SyntheticKey.enclosure) }
    var linkKey: SyntheticKey.Made? { episode.link.flatMap(CanonicalLink.make).map(SyntheticKey.link) }

    /// The address of its page in canonical form, if it has no guid or no media file.
    var canonicalPage: String? {
        guard canonicalEnclosure == nil || episode.keyKind != .guid else { return nil }
        return episode.link.flatMap(CanonicalLink.make)
    }
}
