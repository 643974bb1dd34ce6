import ArgumentParser
import ImporterApp

/// The command `podimport changes forget NAME...`.
struct ChangesForget: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Forget consumers that no longer read the changes.",
        discussion: "A consumer that is forgotten keeps no old changes alive; if it comes back, it begins anew."
    )

    @Argument(help: ArgumentHelp("The consumers.", valueName: "name"))
    var names: [String]

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        try await run.reporting { try await run.app.forgetChangeConsumers(names) }
        for name in names {
            if run.writer.format == .json {
                try run.writer.json(Forgotten(name: name))
            } else if !output.quiet {
                run.writer.line("\(name.singleLine): forgotten")
            }
        }
    }
}

/// A consumer that is remembered no longer.
private struct Forgotten: Encodable {
    let name: String
    let forgotten = true
}
