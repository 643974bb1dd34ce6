import ArgumentParser
import ImporterApp
import PodcastModel

/// The command `podimport subscription resume URL|ID...`.
struct SubscriptionResume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Refresh paused feeds again.",
        discussion: """
            They wait for what they waited for before, and at least an hour since they were last asked. A feed that is \
            gone, or wants credentials, is not paused: `podimport subscription retry` asks it now.
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
        try run.report(subscriptions, quiet: output.quiet) { subscription in
            // What is in another state was not paused, and waits as before.
            subscription.state == .active ? "resumed" : "not paused (\(subscription.state.rawValue))"
        }
    }
}
