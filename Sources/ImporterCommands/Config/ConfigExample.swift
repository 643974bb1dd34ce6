import ArgumentParser
import Foundation
import ImporterApp

/// The command `podimport config example`.
struct ConfigExample: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "example",
        abstract: "Print a settings file with every setting, explained and commented out."
    )

    @Flag(name: .long, help: "Print the section of the manual instead, in roff.")
    var manual = false

    /// Taken like everywhere else, so that one alias fits every command, but not used.
    @OptionGroup(visibility: .hidden) var store: StoreOptions
    @OptionGroup(visibility: .hidden) var output: OutputOptions

    func run() {
        let writer = OutputWriter(
            format: .text,
            messageFormat: nil,
            environment: ProcessInfo.processInfo.environment
        )
        writer.part(manual ? SettingsManual.roff : SettingsManual.exampleFile)
    }
}
