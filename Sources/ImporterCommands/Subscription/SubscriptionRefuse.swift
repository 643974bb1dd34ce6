import ArgumentParser
import ImporterApp
import PodcastModel

/// The command `podimport subscription refuse URL|ID`.
struct SubscriptionRefuse: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refuse",
        abstract: "Refuse the document that is held back for a feed.",
        discussion: """
            The feed is asked as before, but documents that would be held back for the same reason are not imported \
            either, however often they come. `subscription accept` takes that back.
            """
    )

    @Argument(help: ArgumentHelp("The feed's address, or the number in the list.", valueName: "url-or-id"))
    var reference: String

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let details = try await run.reporting { try await run.app.refuseHeldDocument(of: reference) }
        if run.writer.format == .json {
            try run.writer.document(details)
        } else if !output.quiet {
            run.writer.line("\(details.subscription.feedURL.singleLine): refused; the episodes stay as they are")
        }
    }
}
