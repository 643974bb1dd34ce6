import ArgumentParser
import ImporterApp
import PodcastModel

/// The command `podimport subscription remove URL|ID...`.
struct SubscriptionRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Stop following feeds.",
        discussion: """
            The podcast and its episodes stay in the store, and a user name and password of its own, unless --purge is \
            given; `subscription list --unfollowed` lists what stays.
            """,
        aliases: ["rm"]
    )

    @Argument(help: ArgumentHelp("Addresses, or numbers in the list.", valueName: "url-or-id"))
    var references: [String]

    @Flag(name: .long, help: "Delete the podcast and all its episodes from the store as well.")
    var purge = false

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let removed = try await run.reporting { try await run.app.unsubscribe(from: references, purging: purge) }
        for subscription in removed {
            if run.writer.format == .json {
                try run.writer.json(subscription)
            } else if !output.quiet {
                let address = subscription.feedURL.singleLine
                run.writer.line("\(address): no longer followed" + (purge ? ", episodes deleted" : ""))
            }
        }
    }
}
