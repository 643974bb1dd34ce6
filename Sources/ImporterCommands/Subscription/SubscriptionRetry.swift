import ArgumentParser
import ImporterApp

/// The command `podimport subscription retry URL|ID...`.
struct SubscriptionRetry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Refresh feeds now, whatever they wait for.",
        discussion: """
            Makes them due: a daemon begins at once, otherwise the next `podimport import --due` takes them. Use it \
            after a feed's trouble has been seen to; a feed that fails again waits as long as before. Hosts that asked \
            for a pause are still left alone.
            """
    )

    @Argument(help: ArgumentHelp("Addresses, or numbers in the list.", valueName: "url-or-id"))
    var references: [String] = []

    @Flag(name: .long, help: "Every subscription whose last import failed.")
    var failing = false

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
        guard references.isEmpty, !failing else { return }
        throw ValidationError("Say which: addresses, numbers in the list, or --failing.")
    }

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let subscriptions = try await run.reporting {
            try await run.app.carryOut(.retry, on: references, failing: failing)
        }
        try run.report(subscriptions, asks: true, quiet: output.quiet) { _ in "due now" }
        if subscriptions.isEmpty, run.writer.format == .text, !output.quiet {
            run.writer.message("There is nothing to retry.")
        }
    }
}
