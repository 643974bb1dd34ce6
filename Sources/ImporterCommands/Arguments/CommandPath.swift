import ArgumentParser
import ImporterApp
import PodcastModel

/// The commands that the arguments begin with, the outer one first.
enum CommandPath {
    /// Says that there is no such command, or that a command has no such subcommand; nil if there is.
    ///
    /// The argument parser takes the word for an argument of the command before it, or of `import`, and complains of
    /// some option beside it.
    static func refusal(of arguments: [String], subcommands: [any ParsableCommand.Type]) -> String? {
        guard let place = placeOfName(from: 0, in: arguments) else { return nil }
        let first = arguments[place]
        guard let command = subcommands.first(where: { $0.isNamed(first) }) else {
            return noCommandOrFeed(first, among: subcommands)
        }
        let inner = command.configuration.subcommands
        guard !inner.isEmpty, let innerPlace = placeOfName(from: place + 1, in: arguments) else { return nil }
        let name = arguments[innerPlace]
        guard !inner.contains(where: { $0.isNamed(name) }) else { return nil }
        return noCommand(name, of: "podimport \(first)", among: inner)
    }

    /// Where a command is named, behind options that all commands share; nil if another argument stands there.
    private static func placeOfName(from start: Int, in arguments: [String]) -> Int? {
        var index = start
        while let width = ArgumentOrder.sharedOptionWidth(at: index, in: arguments) { index += width }
        guard index < arguments.count, !arguments[index].hasPrefix("-"), arguments[index] != "help" else { return nil }
        return index
    }

    /// What is said of a word that is no command.
    static func noCommand(_ name: String, of parent: String, among commands: [any ParsableCommand.Type]) -> String {
        guard let nearest = nearest(to: name, among: commands) else {
            let names = commands.compactMap { $0.configuration.commandName }.joined(separator: ", ")
            let known = names.isEmpty ? "it has none" : "there are \(names)"
            return "'\(FeedAddress.redacted(name))' is no command of \(parent); \(known)."
        }
        return "'\(name)' is no command of \(parent); did you mean '\(nearest)'?"
    }

    /// What is said of a word that is no command of the program: one that lacks its noun, or a misspelled one, unless
    /// it is like none or looks like the address or the file of a feed.
    static func noCommandOrFeed(_ name: String, among commands: [any ParsableCommand.Type]) -> String {
        let verbs = commands.flatMap { paths(endingIn: name, in: $0) }
        guard verbs.isEmpty else {
            return "'\(name)' is no command of podimport; did you mean \(verbs.joined(separator: " or "))?"
        }
        if options.contains(name) { return "'\(name)' is no command of podimport; did you mean '--\(name)'?" }
        let isAddress = name.contains { ".:/".contains($0) }
        guard isAddress || nearest(to: name, among: commands) == nil else {
            return noCommand(name, of: "podimport", among: commands)
        }
        let shown = FeedAddress.redacted(name)
        return "'\(shown)' is no command of podimport; a feed is given as --feed \(shown)."
    }

    /// Options of the program that are commands of others.
    private static let options = ["all", "due", "version"]

    /// The command's subcommands of this name, each behind it.
    private static func paths(endingIn name: String, in command: any ParsableCommand.Type) -> [String] {
        command.configuration.subcommands.filter { $0.isNamed(name) }.map { subcommand in
            let names = [command, subcommand].compactMap { $0.configuration.commandName }
            return "'\(names.joined(separator: " "))'"
        }
    }

    /// The command that a word may have meant: one that it is the beginning of, or that is spelled much like it, or
    /// begins in the same way.
    private static func nearest(to name: String, among commands: [any ParsableCommand.Type]) -> String? {
        let names = commands.flatMap { [$0.configuration.commandName].compactMap(\.self) + $0.configuration.aliases }
        let word = name.lowercased()
        // One letter says nothing.
        guard word.count > 1 else { return nil }
        let limit = word.count < 4 ? 1 : max(2, word.count / 3)
        return names.first { $0.hasPrefix(word) } ?? NearestName.nearest(to: word, among: names, within: limit)
            ?? names.first { $0.count >= 5 && word.hasPrefix($0.prefix(5)) }
    }
}
