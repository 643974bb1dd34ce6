import Persistence
import PodcastModel

/// Keeps the live items of a podcast, apart from its episodes, and finds the
/// recordings of those that are over (identity C1 7).
struct LiveItemWriter {
    let liveItems: [LiveItem]
    let podcastID: Int64
    /// Whether the document was read whole: what it lacks is over, not lost.
    let documentIsComplete: Bool
    let now: Timestamp

    /// Writes what has changed.
    func write(in unit: UnitOfWork) throws(PersistenceError) {
        let known = try unit.liveItems.liveItems(ofPodcast: podcastID)
        guard !liveItems.isEmpty || !known.isEmpty else { return }
        let descriptions = descriptions()
        let knownByKey = Dictionary(known.map { (ExactText($0.description.key), $0) }) { first, _ in first }
        for description in descriptions {
            let stored = knownByKey[ExactText(description.key)]
            guard stored?.description != description || stored?.absentSince != nil else { continue }
            try unit.liveItems.upsert(description, ofPodcast: podcastID, at: now)
        }
        if documentIsComplete { try markAbsent(known, listed: Set(descriptions.map { ExactText($0.key) }), in: unit) }
        try linkRecordings(in: unit)
    }

    private func markAbsent(
        _ known: [StoredLiveItem],
        listed: Set<ExactText>,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
        for stored in known where !listed.contains(ExactText(stored.description.key)) && stored.absentSince == nil {
            try unit.liveItems.markAbsent(stored.id, at: now)
        }
    }

    private func descriptions() -> [LiveItemDescription] {
        var descriptions: [LiveItemDescription] = []
        var keys: Set<ExactText> = []
        for live in liveItems where keys.insert(ExactText(live.item.key)).inserted {
            let episode = live.item
            descriptions.append(
                LiveItemDescription(
                    key: episode.key,
                    guid: episode.guid,
                    title: episode.title,
                    status: LiveStatus(rawValue: live.status?.lowercased() ?? "") ?? .pending,
                    startsAt: live.startsAt,
                    endsAt: live.endsAt,
                    canonicalEnclosure: episode.enclosures.first.flatMap { CanonicalEnclosure.make(from: $0.url) }
                )
            )
        }
        return descriptions
    }

    /// A stream that is over, by its own word or by leaving the feed, and an
    /// episode with its guid are one event; else one with its file, unless that
    /// is the address of several streams.
    private func linkRecordings(in unit: UnitOfWork) throws(PersistenceError) {
        try unit.liveItems.linkByGUID(ofPodcast: podcastID)
        let all = try unit.liveItems.liveItems(ofPodcast: podcastID)
        let streams = Dictionary(grouping: all.compactMap(\.description.canonicalEnclosure), by: \.self)
        for stored in all where stored.episodeID == nil {
            guard stored.description.status == .ended || stored.absentSince != nil,
                let file = stored.description.canonicalEnclosure, streams[file]?.count == 1,
                let recording = try unit.liveItems.recording(ofPodcast: podcastID, canonicalEnclosure: file)
            else { continue }
            try unit.liveItems.link(stored.id, toEpisode: recording)
        }
    }
}
