import ArgumentParser
import ImporterApp
import PodcastModel

/// The command `podimport store optimize`.
struct StoreOptimize: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "optimize",
        abstract: "Tidy the store, so that it is small and quick.",
        discussion: """
            Trims the change log, completes the search index and joins its pieces, and refreshes the statistics that \
            queries are planned with. Once in a while is enough.
            """
    )

    @Flag(
        name: .long,
        help: """
            Rewrite the whole file without unused space; nothing can be saved meanwhile, and as much space again is \
            needed, beside it and in $TMPDIR (/var/tmp).
            """
    )
    var compact = false

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let statistics = try await run.reporting { try await run.app.optimizeStore(compacts: compact) }
        if run.writer.format == .json {
            try run.writer.document(statistics)
        } else if !output.quiet {
            run.writer.line("\(statistics.path.singleLine): \(HumanText.bytes(statistics.fileBytes))")
        }
    }
}
