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
        let isCutByUs = result.warnings.contains { $0.kind == .sizeLimit }
        var told: [(kind: ImportWarning.Kind, detail: String, count: Int)] = []
        var restCount = 0
        for (index, warning) in result.warnings.enumerated() {
            // A limit of ours is why the document has no end.
            if warning.kind == .truncated, isCutByUs { continue }
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

    private static let decisions: Set<ImportWarning.Kind> = [.held, .refused]

    private static let kinds: Set<ImportWarning.Kind> = [
        // Another address is asked, or should be.
        .webPage, .foundElsewhere, .moved, .duplicate, .knownFeed, .samePodcast, .http, .moveToHTTP,
        .moveToPrivateNetwork, .moveToOtherShow, .moveNeedsYou, .moveNotConfirmed, .mayMove,
        // Not all of the feed is in the store.
        .truncated, .sizeLimit, .limitReached, .pageFailed, .pagesInterrupted, .morePages, .massDrop, .deletedEpisode,
        // Its episodes are recognised in another way than they were.
        .unreliableGuids, .hostMigration, .bulkDateRewrite,
    ]
}
