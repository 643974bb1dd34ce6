import ArgumentParser

/// What `podimport help COMMAND` is asked about.
enum HelpTopic {
    /// Puts the word help first where it stands behind a command: `podimport episode help list` is asked about the same.
    ///
    /// Shared options are left out: the help needs none.
    ///
    /// Behind a verb it may be a word to search for, or the name of a feed.
    static func normalised(_ arguments: [String], subcommands: [any ParsableCommand.Type]) -> [String] {
        if arguments.first == "help" { return withoutSharedOptions(arguments) }
        guard arguments.count > 1, arguments[1] == "help", subcommands.contains(where: { $0.isNamed(arguments[0]) })
        else { return arguments }
        return withoutSharedOptions(["help", arguments[0]] + arguments[2...])
    }

    private static func withoutSharedOptions(_ arguments: [String]) -> [String] {
        var words: [String] = []
        var index = 0
        while index < arguments.count {
            if let width = ArgumentOrder.sharedOptionWidth(at: index, in: arguments) {
                index += width
            } else {
                words.append(arguments[index])
                index += 1
            }
        }
        return words
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
