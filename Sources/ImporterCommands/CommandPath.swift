import ArgumentParser
import ImporterApp
import PodcastModel

/// The commands that the arguments begin with, the outer one first.
enum CommandPath {
    /// Says that a command has no such subcommand; nil if it has.
    ///
    /// The argument parser takes the word for the command's own argument, and complains of some option beside it.
    static func refusal(of arguments: [String], subcommands: [any ParsableCommand.Type]) -> String? {
        guard let first = arguments.first, let command = subcommands.first(where: { $0.isNamed(first) }) else {
            return nil
        }
        let inner = command.configuration.subcommands
        var index = 1
        while let width = ArgumentOrder.sharedOptionWidth(at: index, in: arguments) { index += width }
        guard !inner.isEmpty, index < arguments.count else { return nil }
        let name = arguments[index]
        guard !name.hasPrefix("-"), name != "help", !inner.contains(where: { $0.isNamed(name) }) else { return nil }
        return noCommand(name, of: "podimport \(first)", among: inner)
    }

    /// What is said of a word that is no command.
    static func noCommand(_ name: String, of parent: String, among commands: [any ParsableCommand.Type]) -> String {
        let known = commands.compactMap { $0.configuration.commandName }
        guard let nearest = NearestName.nearest(to: name, among: known) else {
            return "'\(FeedAddress.redacted(name))' is no command of \(parent)."
        }
        return "'\(name)' is no command of \(parent); did you mean '\(nearest)'?"
    }
}
