import ArgumentParser
import ImporterApp
import PodcastModel

/// The command `podimport store check`.
struct StoreCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check that the store is sound.",
        discussion: "Checks the file's structure, its foreign keys and what podimport promises about its content."
    )

    @Flag(name: .long, help: "Compare indexes with their tables, too; this reads everything twice.")
    var thorough = false

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let report = try await run.reporting { try await run.app.checkStore(isThorough: thorough) }
        if run.writer.format == .json {
            try run.writer.document(report)
        } else {
            for check in report.checks where !output.quiet || !check.problems.isEmpty {
                let verdict = check.problems.isEmpty ? run.writer.output.styled("ok", .green) : "damaged"
                run.writer.line("\(check.name): \(verdict)")
                for problem in check.problems { run.writer.line("  \(problem.singleLine)") }
            }
        }
        if !report.isSound { throw ExitCode(ExitStatus.inputOutput) }
    }
}
