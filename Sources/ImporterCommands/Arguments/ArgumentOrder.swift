import ArgumentParser

/// Lets the shared options stand before a command, and between a noun and its verb, as well as behind them.
///
/// `podimport --store x.sqlite episode list` is what people write; but `import`
/// is the default subcommand, and the argument parser would take everything
/// from the first option on for its arguments.
enum ArgumentOrder {
    /// Moves shared options that stand before a subcommand behind it; all
    /// other arguments stay where they are.
    static func normalised(_ arguments: [String], subcommands: [any ParsableCommand.Type]) -> [String] {
        var path: [String] = []
        var moved: [String] = []
        var commands = subcommands
        var noun: (any ParsableCommand.Type)?
        var end = 0
        while !commands.isEmpty {
            var place = end
            while let width = sharedOptionWidth(at: place, in: arguments) { place += width }
            guard place < arguments.count else {
                // A noun without a verb prints its help.
                if let noun, noun.configuration.defaultSubcommand == nil { return path }
                break
            }
            // The help needs no options.
            let asksForHelp = ["help", "--help", "-h"].contains(arguments[place])
            if asksForHelp, place > end || noun != nil { return path + arguments[place...] }
            guard let command = commands.first(where: { $0.isNamed(arguments[place]) }) else { break }
            path.append(arguments[place])
            moved += arguments[end..<place]
            commands = command.configuration.subcommands
            noun = command
            end = place + 1
        }
        return path + moved + arguments[end...]
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
