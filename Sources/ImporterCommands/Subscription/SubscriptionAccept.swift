import ArgumentParser
import ImporterApp

/// The command `podimport subscription accept URL|ID`.
struct SubscriptionAccept: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Import the document that is held back for a feed.",
        discussion: """
            A document that would change too much at once is held until a second one agrees. `subscription show` says \
            why; this imports it now.
            """
    )

    @Argument(help: ArgumentHelp("The feed's address, or the number in the list.", valueName: "url-or-id"))
    var reference: String

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let result = try await run.reporting { try await run.app.acceptHeldDocument(of: reference) }
        ImportPrinter(writer: run.writer, isQuiet: output.quiet).print(result)
    }
}
