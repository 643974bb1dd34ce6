import ArgumentParser

/// What `podimport help COMMAND` is asked about.
enum HelpTopic {
    /// Says that there is no such command; nil if there is, or if the arguments
    /// do not ask for help.
    ///
    /// The argument parser prints the help of the program then, as if all were well.
    static func refusal(of arguments: [String], subcommands: [any ParsableCommand.Type]) -> String? {
        guard arguments.first == "help" else { return nil }
        var commands = subcommands
        for name in arguments.dropFirst() where !name.hasPrefix("-") && name != "help" {
            guard let command = commands.first(where: { $0.isNamed(name) }) else {
                return CommandPath.noCommand(name, of: "podimport", among: commands)
            }
            commands = command.configuration.subcommands
        }
        return nil
    }
}
