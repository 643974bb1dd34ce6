import ImporterApp

/// Prints the episodes that were deleted, or would be, and their number.
struct RemovalPrinter {
    let writer: OutputWriter
    let isQuiet: Bool
    let isDryRun: Bool

    /// Prints them.
    ///
    /// - Parameters:
    ///   - episodes: the episodes.
    ///   - podcast: the podcast that was named, if one was: a number may have been another's than somebody thought.
    /// - Throws: an error where JSON cannot be written.
    func print(_ episodes: [RemovedEpisode], of podcast: String? = nil) throws {
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
        let count = Self.count(episodes.count, of: podcast)
        writer.message(isDryRun ? "\(count) would be deleted" : "\(count) deleted")
    }

    /// In the form `3 episodes of The Show`.
    static func count(_ number: Int, of podcast: String?) -> String {
        HumanText.count(number, "episode") + (podcast.map { " of \($0.shortLine())" } ?? "")
    }
}
