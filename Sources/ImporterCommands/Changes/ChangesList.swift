import ArgumentParser
import Foundation
import ImporterApp
import PodcastModel

/// The command `podimport changes`, in full `podimport changes list`.
struct ChangesList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print changes, the oldest first.",
        discussion: """
            Every change has a number; the numbers have no gaps and are never used again. Whoever remembers the last \
            number it has dealt with, and asks with --since, misses nothing and sees nothing twice.

            With --consumer the store remembers the number. Appended to a file (>> FILE), every change is in the file \
            once, also when this program or the machine crashes: a delivery that was cut short is taken back and \
            written again. Into a pipe, the last delivery before a crash may come twice; its numbers tell. Changes are \
            kept for $PODIMPORT_CHANGE_RETENTION_DAYS (90), and until every consumer has read them.
            """
    )

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("Only changes after this one; a new consumer begins there.", valueName: "number")
    )
    var since: Int64?

    @Option(name: .long, help: ArgumentHelp("Go on from where this consumer was.", valueName: "name"))
    var consumer: String?

    @Flag(name: .long, help: "Go on as changes are saved, until interrupted.")
    var follow = false

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("End after this many changes.", valueName: "number")
    )
    var limit: Int?

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1.") }
        if let since, since < 0 { throw ValidationError("--since takes a number from 0.") }
        if let consumer, consumer.isEmpty { throw ValidationError("--consumer takes a name.") }
    }

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let isJSON = run.writer.format == .json
        let output = ChangeOutput(fileDescriptor: STDOUT_FILENO) { changes in
            let lines = try changes.map { isJSON ? try JSONValue(encoding: $0).line : Self.line(for: $0) }
            return Array((lines.joined(separator: "\n") + "\n").utf8)
        }
        try await run.reporting {
            try await run.app.readChanges(
                ChangeReading(since: since, consumer: consumer, follows: follow, limit: limit),
                to: output
            )
        }
    }

    /// One change as people read it; titles are the publisher's and may hold anything.
    private static func line(for change: StoreChange) -> String {
        var parts = [
            String(change.sequence), HumanText.time(change.at), "\(change.entity.rawValue) \(change.id)",
            change.kind.rawValue,
        ]
        if let title = change.title { parts.append(title.shortLine()) }
        if !change.fields.isEmpty { parts.append("(\(change.fields.joined(separator: ", ")))") }
        return parts.joined(separator: "  ")
    }
}
