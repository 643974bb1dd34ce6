package import ArgumentParser
import Foundation
import ImporterApp
import PodcastModel

/// The root of the command tree.
package struct PodimportCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "podimport",
        abstract: "Keeps a store of podcasts and their episodes true to the feeds they come from.",
        usage: """
            podimport --feed URL [--feed URL]...
            podimport <subcommand>
            """,
        discussion: """
            Give it a feed, and its episodes are in the store; give it the feed again, and only what is new or \
            changed is written:

              podimport --feed https://example.com/feed.xml
              podimport episode list --limit 10

            Results go to standard output, the log and the progress bar to standard error. With --format json \
            every command prints JSON. The store is one SQLite file that other programs may read at any time.

            Exit status: 0 done, 1 some feeds failed, 2 every feed failed, 64 usage, 65 not a feed, 69 busy, \
            73 the store cannot be created, 74 input/output error, 78 wrong configuration.
            """,
        version: ImporterApp.version,
        subcommands: [
            ImportCommand.self, DaemonCommand.self, StatusCommand.self, SubscriptionCommand.self, EpisodeCommand.self,
            FeedCommand.self, OPMLCommand.self, ChangesCommand.self, StoreCommand.self, ConfigCommand.self,
        ],
        defaultSubcommand: ImportCommand.self
    )

    package init() {}

    /// Runs the program with the arguments of the process, and ends it.
    package static func runProgram() -> Never {
        // Before the first task: what tasks run on opens descriptors.
        StandardStreams.open()
        StandardStreams.checkAtExit()
        Task {
            let given = Array(CommandLine.arguments.dropFirst())
            let commands = configuration.subcommands
            let ordered = HelpTopic.normalised(
                ArgumentOrder.normalised(given, subcommands: commands),
                subcommands: commands
            )
            let arguments = SearchArguments.normalised(ordered)
            let refusal =
                HelpTopic.refusal(of: arguments, subcommands: commands)
                ?? CommandPath.refusal(of: arguments, subcommands: commands)
            if let refusal {
                exit(withError: ValidationError(refusal))
            }
            await runCommand(arguments)
        }
        dispatchMain()
    }

    private static func runCommand(_ arguments: [String]) async -> Never {
        do {
            var command = try await asyncParseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            exit(withError: nil)
        } catch {
            end(with: error)
        }
    }

    /// Ends the program as the argument parser does, which repeats what it does not understand of the command line:
    /// that may be an address with a password in it.
    private static func end(with error: any Error) -> Never {
        let message = fullMessage(for: error, columns: nil)
        let safe = message.withoutUserinfoInAddresses
        let status = exitCode(for: error)
        guard safe != message, !status.isSuccess else { exit(withError: error) }
        FileHandle.standardError.write(Data((safe + "\n").utf8))
        exit(withError: status)
    }
}
