import ArgumentParser
import Foundation
import ImporterApp

/// The command `podimport config check`.
struct ConfigCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the settings and say what is wrong; ends with status 78 if anything is.",
        discussion: """
            What the settings file says has to be right also where the environment or the command line says something \
            else, although no other command minds it.
            """
    )

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        try await run.reporting {
            let environment = ProcessInfo.processInfo.environment
            try SettingsSources(store: store, output: output, environment: environment).checkFile()
            try run.app.checkSettingsFiles()
        }
        let decided = run.app.settings.values.count { $0.source != .default }
        if run.writer.format == .json {
            try run.writer.document(["decided": decided])
        } else if !output.quiet {
            run.writer.line("The settings are right; \(decided) of \(Setting.all.count) are given.")
        }
    }
}
