import ArgumentParser
import ImporterApp

/// The command `podimport subscription resume URL|ID...`.
struct SubscriptionResume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Refresh paused feeds again.",
        discussion: """
            They are due at once, or an hour after they were last asked.
            """
    )

    @Argument(help: ArgumentHelp("Addresses, or numbers in the list.", valueName: "url-or-id"))
    var references: [String]

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let subscriptions = try await run.reporting {
            try await run.app.carryOut(.resume, on: references)
        }
        try run.report(subscriptions, as: "resumed", quiet: output.quiet)
    }
}
