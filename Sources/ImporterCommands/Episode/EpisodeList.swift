import ArgumentParser
import ImporterApp
import PodcastModel

/// The command `podimport episode list`.
struct EpisodeList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List episodes, the newest first.",
        aliases: ["ls"]
    )

    @OptionGroup var podcast: PodcastOptions

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only episodes published at or after this time: 2026-11-21, 2026-11-21T08:00:00Z, or an age such as 36h, 7d, 2w.",
            valueName: "time"
        )
    )
    var since: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("At most this many episodes.", valueName: "number")
    )
    var limit: Int?

    @Flag(name: .long, help: "Also episodes that their publisher has withdrawn.")
    var removed = false

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1.") }
    }

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        var isAny = false
        try await run.reporting {
            try await run.app.episodes(
                feed: podcast.feed,
                since: since,
                limit: limit,
                includeRemoved: removed
            ) { page, podcastTitles in
                if run.writer.format == .json {
                    for episode in page { try run.writer.json(episode) }
                } else {
                    run.writer.table(
                        podcast.feed == nil ? Self.table(of: page, podcastTitles) : Self.table(of: page),
                        continues: isAny
                    )
                }
                isAny = true
            }
        }
        if !isAny, run.writer.format == .text, !output.quiet {
            run.writer.message("There are no such episodes in the store.")
        }
    }

    /// The table; without the titles of podcasts, by their numbers, where all episodes are of one that was named.
    private static func table(of episodes: [StoredEpisode], _ podcastTitles: [Int64: String]? = nil) -> TextTable {
        var columns: [TextTable.Column] = [
            .init(title: "ID", isNumber: true), .init(title: "Published (UTC)"), .init(title: "Length", isNumber: true),
        ]
        if podcastTitles != nil { columns.append(.init(title: "Podcast", isFlexible: true, isDispensable: true)) }
        columns.append(.init(title: "Title", isFlexible: true))
        var table = TextTable(columns)
        for stored in episodes {
            var cells = [
                String(stored.id), HumanText.timeInColumn(stored.episode.publishedAt),
                stored.episode.durationSeconds.map(HumanText.duration) ?? "",
            ]
            if let podcastTitles { cells.append(podcastTitles[stored.podcastID] ?? "") }
            cells.append(stored.episode.title + (stored.removedAt == nil ? "" : " (withdrawn)"))
            table.add(cells)
        }
        return table
    }
}
