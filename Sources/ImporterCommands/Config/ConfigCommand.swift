import ArgumentParser

/// The command `podimport config`.
struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show and check the settings.",
        subcommands: [ConfigShow.self, ConfigCheck.self, ConfigExample.self]
    )
}
