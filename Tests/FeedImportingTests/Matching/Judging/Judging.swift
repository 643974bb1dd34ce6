import PodcastModel

@testable import FeedImporting

/// Documents for the judge.
enum Judging {
    /// What is found in a document, after one that listed episodes 1 to `known`.
    static func reason(
        known: Int,
        _ items: [Episode],
        title: String = "Show",
        guid: String? = nil,
        previousItemCount: Int? = nil,
        archiveComplete: Bool = false
    ) -> HoldReason? {
        judge(known: known, items, previousItemCount: previousItemCount, archiveComplete: archiveComplete)
            .finding { names(title, guid: guid) }?
            .reason
    }

    /// The judge of a document after one that listed episodes 1 to `known`.
    static func judge(
        known: Int,
        _ items: [Episode],
        previousItemCount: Int? = nil,
        archiveComplete: Bool = false
    ) -> DocumentJudge {
        judge(
            stored: (1...known).map { .weekly($0) },
            items,
            previousItemCount: previousItemCount,
            archiveComplete: archiveComplete
        )
    }

    /// The judge of a document after one that listed these episodes.
    static func judge(
        stored known: [Episode],
        _ items: [Episode],
        previousItemCount: Int? = nil,
        archiveComplete: Bool = false
    ) -> DocumentJudge {
        var store = ModelStore()
        store.importDocument(known, at: .day(450))
        let stored = store.rows.map(\.identity)
        var episodes = items
        _ = EpisodeKeys.assign(to: &episodes, feedURL: nil, channelLink: nil)
        let incoming = IncomingEpisode.list(from: episodes)
        let plan = EpisodeMatcher.plan(
            incoming: incoming,
            stored: StoredEpisodes(identities: stored),
            document: MatchDocument(now: .day(460), isFirstImport: false, archiveComplete: archiveComplete)
        )
        return DocumentJudge(
            plan: plan,
            incoming: incoming,
            stored: stored,
            previousItemCount: previousItemCount ?? known.count
        )
    }

    /// The names of a show, and of a document that is said to be of it.
    static func names(
        _ title: String?,
        guid: String? = nil,
        stored: String? = "Show"
    ) -> DocumentJudge.Names {
        var (show, podcast) = (Podcast(), Podcast())
        (show.title, show.guid) = (stored, "g")
        (podcast.title, podcast.guid) = (title, guid)
        return DocumentJudge.Names(
            stored: StoredPodcast(id: 1, podcast: show, formerGUIDs: ["former"]),
            document: podcast
        )
    }
}
