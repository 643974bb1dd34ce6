import ArgumentParser

/// The benchmark's command line.
@main
struct PodimportBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "podimport-bench",
        abstract: "Measures podimport against a bare libxml2 and SQLite loop, and against other parsers.",
        subcommands: [RunCommand.self, ScheduleCommand.self, GenerateCommand.self, ContendCommand.self],
        defaultSubcommand: RunCommand.self
    )
}
