import ArgumentParser

/// What `podimport help COMMAND` is asked about.
enum HelpTopic {
    /// Puts the word help first where it stands behind a command: `podimport episode help list` is asked about the same.
    ///
    /// Behind a verb it may be a word to search for, or the name of a feed.
    static func normalised(_ arguments: [String], subcommands: [any ParsableCommand.Type]) -> [String] {
        guard arguments.count > 1, arguments[1] == "help", subcommands.contains(where: { $0.isNamed(arguments[0]) })
        else { return arguments }
        return ["help", arguments[0]] + arguments[2...]
    }

    /// Says that there is no such command; nil if there is, or if the arguments
    /// do not ask for help.
    ///
    /// The argument parser prints the help of the program then, as if all were well.
    static func refusal(of arguments: [String], subcommands: [any ParsableCommand.Type]) -> String? {
        guard arguments.first == "help" else { return nil }
        var commands = subcommands
        var parent = "podimport"
        for name in arguments.dropFirst() where !name.hasPrefix("-") && name != "help" {
            guard let command = commands.first(where: { $0.isNamed(name) }) else {
                return CommandPath.noCommand(name, of: parent, among: commands)
            }
            commands = command.configuration.subcommands
            parent += " " + name
        }
        return nil
    }
}
