import ArgumentParser
import ImporterApp

/// The command `podimport subscription pause URL|ID...`.
struct SubscriptionPause: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Leave feeds alone until they are resumed.",
        discussion: """
            What is in the store stays. A feed that is being loaded right now is finished.
            """
    )

    @Argument(help: ArgumentHelp("Addresses, or numbers in the list.", valueName: "url-or-id"))
    var references: [String]

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let subscriptions = try await run.reporting {
            try await run.app.carryOut(.pause, on: references)
        }
        try run.report(subscriptions, quiet: output.quiet) { _ in "paused" }
    }
}
