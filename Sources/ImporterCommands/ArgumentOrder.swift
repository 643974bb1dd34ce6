import ArgumentParser

/// Lets the shared options stand before the subcommand as well as after it.
///
/// `podimport --store x.sqlite episode list` is what people write; but `import`
/// is the default subcommand, and the argument parser would take everything
/// from the first option on for its arguments.
enum ArgumentOrder {
    /// Moves shared options that stand before a subcommand behind it; all
    /// other arguments stay where they are.
    static func normalised(_ arguments: [String], subcommands: [any ParsableCommand.Type]) -> [String] {
        var index = 0
        while index < arguments.count, let width = sharedOptionWidth(at: index, in: arguments) { index += width }
        guard index > 0, index < arguments.count else { return arguments }
        // The help is that of the program; it needs no options.
        if ["help", "--help", "-h"].contains(arguments[index]) { return Array(arguments[index...]) }
        var path: [String] = []
        var commands = subcommands
        var end = index
        while end < arguments.count, let command = commands.first(where: { $0.isNamed(arguments[end]) }) {
            path.append(arguments[end])
            commands = command.configuration.subcommands
            end += 1
        }
        guard !path.isEmpty else { return arguments }
        return path + arguments[..<index] + arguments[end...]
    }

    /// The shared options that take up two arguments.
    static let optionsWithValue: Set<String> = [
        "--store", "--config", "--format", "--log-level", "--log-format",
    ]
    private static let flags: Set<String> = ["--quiet", "--no-progress"]

    /// How many arguments the shared option at a place takes up; nil if there is none.
    static func sharedOptionWidth(at index: Int, in arguments: [String]) -> Int? {
        guard index < arguments.count else { return nil }
        let argument = arguments[index]
        if flags.contains(argument) { return 1 }
        if optionsWithValue.contains(argument) { return index + 1 < arguments.count ? 2 : nil }
        let name = argument.prefix { $0 != "=" }
        return name.count < argument.count && optionsWithValue.contains(String(name)) ? 1 : nil
    }
}

extension ParsableCommand {
    /// Whether a word on the command line means this command.
    static func isNamed(_ name: String) -> Bool {
        configuration.commandName == name || configuration.aliases.contains(name)
    }
}
