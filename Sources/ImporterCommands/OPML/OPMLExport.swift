import ArgumentParser
import ImporterApp

/// The command `podimport opml export`.
struct OPMLExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the feeds that are followed as an OPML list.",
        discussion: """
            The list goes to standard output, with titles, folders and web pages. User names and passwords are left \
            out, and so are feeds whose address holds what looks like a key (…?token=…); their number is told. \
            A key that is part of a path looks like any other path, and is written.

            A list is OPML whatever --format says; podimport subscription list --format json has the same as JSON.
            """
    )

    @Flag(name: .long, help: "Write passwords and keys too; whoever has the list can then use them.")
    var withSecrets = false

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let leftOut = try await run.reporting {
            try await run.app.exportList(withSecrets: withSecrets) { run.writer.part($0) }
        }
        guard leftOut > 0, !output.quiet else { return }
        run.writer.complaint(
            "\(HumanText.count(leftOut, "feed")) left out, for the address holds a key; --with-secrets writes all",
            level: .warning
        )
    }
}
