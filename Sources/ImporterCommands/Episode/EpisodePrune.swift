import ArgumentParser
import ImporterApp

/// The command `podimport episode prune`.
struct EpisodePrune: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Delete old episodes from the store for good.",
        discussion: """
            Nothing is ever deleted unless you say so: there is no limit until --keep, --older-than or a setting \
            (PODIMPORT_KEEP_EPISODES, PODIMPORT_KEEP_DAYS) makes one, and only this command obeys it. Where both are \
            given, an episode goes only if it is beyond both.

              podimport episode prune --keep 100 --older-than 52w --dry-run
            """
    )

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(
            "Keep so many episodes of each podcast, the newest; withdrawn ones are not counted.",
            valueName: "number"
        )
    )
    var keep: Int?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("Keep what is not older than this: an age such as 90d or 52w, or a day.", valueName: "age")
    )
    var olderThan: String?

    @OptionGroup var podcast: PodcastOptions

    @Flag(name: .long, help: "Only say what would be deleted.")
    var dryRun = false

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
        if let keep, keep < 0 { throw ValidationError("--keep takes a number from 0.") }
    }

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let pruned = try await run.reporting {
            let (writer, isQuiet) = (run.writer, output.quiet)
            return try await run.app.pruneEpisodes(
                keeping: keep,
                olderThan: olderThan,
                feed: podcast.feed,
                isDryRun: dryRun,
                onFound: { count, podcast in
                    guard writer.format == .text, !isQuiet else { return }
                    writer.message("deleting \(RemovalPrinter.count(count, of: podcast)) for good")
                }
            )
        }
        try RemovalPrinter(writer: run.writer, isQuiet: output.quiet, isDryRun: dryRun)
            .print(pruned.episodes, of: pruned.podcast)
    }
}
