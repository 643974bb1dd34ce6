import PodcastModel

/// What has happened to the media file of an episode.
struct MediaChange {
    let significance: EditSignificance

    init(from stored: Episode, to incoming: Episode) {
        let old = stored.enclosures.first
        let new = incoming.enclosures.first
        let isSameFile =
            old.flatMap { CanonicalEnclosure.make(from: $0.url) }
            == new.flatMap { CanonicalEnclosure.make(from: $0.url) }
        let lengthShare = Self.share(of: old?.length, new?.length)
        significance =
            !isSameFile || old?.type != new?.type ? .major : Self.rest(stored, incoming, lengthShare: lengthShare)
    }

    /// A duration that moved by more than a tenth; one that came or went is none.
    static func isMajor(durationFrom old: Int?, to new: Int?) -> Bool {
        share(of: old.map(Int64.init), new.map(Int64.init)) > 0.1
    }

    /// A size that came or went says nothing of the file.
    private static func share(of old: Int64?, _ new: Int64?) -> Double {
        guard let old, let new, old != new else { return 0 }
        return abs(Double(new) - Double(old)) / max(Double(old), 1)
    }

    private static func rest(_ stored: Episode, _ incoming: Episode, lengthShare: Double) -> EditSignificance {
        guard stored.enclosures.count == incoming.enclosures.count, lengthShare < 0.01 else { return .minor }
        let others = zip(stored.enclosures, incoming.enclosures).dropFirst()
        let areSame = others.allSatisfy { old, new in
            old.type == new.type && CanonicalEnclosure.make(from: old.url) == CanonicalEnclosure.make(from: new.url)
        }
        return areSame ? .silent : .minor
    }
}
