import ImporterApp

/// Prints the episodes that were deleted, or would be, and their number.
struct RemovalPrinter {
    let writer: OutputWriter
    let isQuiet: Bool
    let isDryRun: Bool

    func print(_ episodes: [RemovedEpisode]) throws {
        if writer.format == .json {
            for episode in episodes { try writer.json(episode) }
            return
        }
        guard !isQuiet else { return }
        if !episodes.isEmpty {
            var table = TextTable([
                .init(title: "ID", isNumber: true), .init(title: "Published (UTC)"),
                .init(title: "Title", isFlexible: true),
            ])
            for episode in episodes {
                table.add([String(episode.id), HumanText.timeInColumn(episode.publishedAt), episode.title])
            }
            writer.table(table)
        }
        let count = HumanText.count(episodes.count, "episode")
        writer.message(isDryRun ? "\(count) would be deleted" : "\(count) deleted")
    }
}
