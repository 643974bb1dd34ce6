import ArgumentParser
import ImporterApp

/// The command `podimport store backup FILE`.
struct StoreBackup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the store to a new file, while it is being used.",
        discussion: """
            The copy is the store as of one moment, complete and checked, and has its name only then. It is a store \
            like any other, and as secret: it holds the passwords of feeds. A file that is there already is not \
            overwritten. A store of an older podimport is copied as it is, to go back to after an upgrade.
            """
    )

    @Argument(help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
        if file.isEmpty { throw ValidationError("The name of the file to write is empty.") }
        // Everywhere else that is a standard stream, and a store cannot be written to one.
        if file == "-" { throw ValidationError("A backup is written to a file, not to standard output.") }
    }

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        try await run.reporting { try await run.app.backUpStore(to: file) }
        if run.writer.format == .json {
            try run.writer.document(["file": file])
        } else if !output.quiet {
            run.writer.line("\(file.singleLine): written")
        }
    }
}
