import Persistence
import PodcastModel

/// What a document does to the episodes that were read ahead of it.
///
/// There is one writing connection, and matching a hundred items would take it about as long as writing what is new of
/// them. So the stage before does it, on as many threads as there are processors.
struct PlanAhead: Sendable {
    /// How many seconds later the plan is as good as one that is made then: what it dates by its moment is told in hours.
    private static let lifetime: Int64 = 60

    let plan: MatchPlan
    /// What is to be remembered of the items when the plan was carried out (``ItemMemory``).
    let itemMemory: [UInt8]?
    private let document: MatchDocument

    /// Makes the plan; nil if the items are those of the last document, which need not be matched.
    ///
    /// - Parameters:
    ///   - parsed: the document with all its items.
    ///   - known: the episodes.
    init?(of parsed: ParseFeedOperation.Output, to known: EpisodesAhead) {
        guard parsed.itemsDigest != known.history.itemsDigest else { return nil }
        document = MatchDocument(of: parsed, after: known.history, at: known.readAt)
        plan = EpisodeMatcher.plan(incoming: parsed.episodes, stored: known.stored, document: document)
        itemMemory = ItemMemory(of: parsed, plan: plan, stored: known.stored)?.bytes
    }

    /// Whether matching the same items with the same episodes in other circumstances would bring the same plan.
    func holds(in other: MatchDocument) -> Bool {
        var same = document
        same.now = other.now
        return same == other && (0...Self.lifetime).contains(other.now.seconds(since: document.now))
    }
}
