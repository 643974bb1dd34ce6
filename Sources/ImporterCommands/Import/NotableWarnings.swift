import PodcastModel

/// The warnings of a result that somebody should read, and how many others there are.
///
/// What was repaired in a document, or is odd in it each time, is counted only: `feed inspect` lists that, and the JSON
/// of an import does.
struct NotableWarnings {
    /// What each kind has to say.
    let lines: [String]
    /// How many warnings are not told, in words; nil if there are none.
    let rest: String?

    init(of result: FeedImportResult) {
        let isPostponed = if case .postponed = result.outcome { true } else { false }
        let isCutByUs = result.warnings.contains { $0.kind == "size-limit" }
        var told: [(kind: String, detail: String, count: Int)] = []
        var restCount = 0
        for (index, warning) in result.warnings.enumerated() {
            // A limit of ours is why the document has no end.
            if warning.kind == "truncated", isCutByUs { continue }
            // It is the result itself.
            if Self.decisions.contains(warning.kind) || isPostponed && index == 0 { continue }
            guard Self.kinds.contains(warning.kind) else {
                restCount += 1
                continue
            }
            if let place = told.firstIndex(where: { $0.kind == warning.kind }) {
                told[place].count += 1
            } else {
                told.append((warning.kind, warning.detail, 1))
            }
        }
        lines = told.map { $0.count == 1 ? $0.detail : "\($0.detail) (and \($0.count - 1) more like this)" }
        rest = restCount == 0 ? nil : HumanText.count(restCount, told.isEmpty ? "warning" : "other warning")
    }

    private static let decisions: Set = ["held", "refused"]

    private static let kinds: Set = [
        // Another address is asked, or should be.
        "web-page", "found-elsewhere", "moved", "duplicate", "known-feed", "same-podcast", "move-to-http",
        "move-to-private-network", "http",
        "move-to-other-show", "move-needs-you", "move-not-confirmed", "may-move",
        // Not all of the feed is in the store.
        "truncated", "size-limit", "limit-reached", "page-failed", "pages-interrupted", "more-pages", "mass-drop",
        "deleted-episode",
        // Its episodes are recognised in another way than they were.
        "unreliable-guids", "host-migration", "bulk-date-rewrite",
    ]
}
