import ArgumentParser
import ImporterApp

/// The command `podimport episode remove ID...`.
struct EpisodeRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Delete episodes from the store for good.",
        discussion:
            "What is deleted here is not imported again, also under a key it had before. All or none are deleted.",
        aliases: ["rm"]
    )

    @Argument(help: ArgumentHelp("The episodes' numbers in the list.", valueName: "id"))
    var ids: [Int64]

    @Flag(name: .long, help: "Only say what would be deleted.")
    var dryRun = false

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let removed = try await run.reporting { try await run.app.removeEpisodes(ids, isDryRun: dryRun) }
        try RemovalPrinter(writer: run.writer, isQuiet: output.quiet, isDryRun: dryRun).print(removed)
    }
}
