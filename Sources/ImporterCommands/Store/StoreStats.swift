import ArgumentParser
import ImporterApp
import PodcastModel

/// The command `podimport store stats`.
struct StoreStats: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Print how much is in the store."
    )

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let statistics = try await run.reporting { try await run.app.storeStatistics() }
        if run.writer.format == .json {
            try run.writer.document(statistics)
            return
        }
        let facts = FactList([
            ("File", statistics.path), ("Size", HumanText.bytes(statistics.fileBytes)),
            ("Schema", String(statistics.schemaVersion)), ("Podcasts", String(statistics.podcasts)),
            ("Subscriptions", String(statistics.subscriptions)), ("Failing", String(statistics.failingSubscriptions)),
            ("Episodes", String(statistics.episodes)), ("Withdrawn", String(statistics.removedEpisodes)),
            ("Enclosures", String(statistics.enclosures)),
            ("Oldest episode", HumanText.time(statistics.oldestEpisodeAt)),
            ("Newest episode", HumanText.time(statistics.newestEpisodeAt)),
            ("Last change", String(statistics.lastChange)),
            ("Changes kept", String(statistics.changes.count)),
            ("Oldest change", HumanText.time(statistics.changes.oldestAt)),
            (
                "Unread by",
                statistics.changes.consumers.map { "\($0.name): \($0.unread)" }.joined(separator: ", ")
            ),
            ("Search index", Self.searchText(statistics.searchMissing)),
        ])
        for line in facts.lines { run.writer.line(line) }
    }

    private static func searchText(_ missing: Int64?) -> String {
        switch missing {
        case nil: "none"
        case 0: "complete"
        case let missing?: "\(missing) episodes and changes behind"
        }
    }
}
