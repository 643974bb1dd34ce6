import ArgumentParser
import ImporterApp
import PodcastModel

/// The command `podimport opml import FILE|-`.
struct OPMLImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Follow the feeds of an OPML list; they are loaded at the next import.",
        discussion: """
            Nothing but the list is loaded now: a running daemon takes the new feeds at once, `podimport import --due` \
            takes them without one. Each line of the list is answered by a line of its own, and one that cannot be \
            used stops no other. Feeds that are followed already stay as they are, so a list may be imported again.

            A list may not lead podimport to files of this machine or to private addresses \
            (http://192.168.1.5/feed): such lines are refused, unless --allow-local says that the list is your own.

            Exit status: 0 everything that has an address is followed, 1 some of it is not or the list lacks its end, \
            2 none of it is, 65 this is no OPML list.
            """
    )

    @Argument(help: ArgumentHelp("The list, or - for standard input.", valueName: "file"), completion: .file())
    var file: String

    @Flag(name: .long, help: "Follow files and private addresses too, as if you had written each yourself.")
    var allowLocal = false

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
        if file.isEmpty { throw ValidationError("The name of the list is empty.") }
    }

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        var tally = ListTally()
        let isComplete = try await run.reporting {
            try await run.app.importList(from: file, allowsLocal: allowLocal) { lines in
                for line in lines { tally.count(line) }
                try print(lines, with: run.writer)
            }
        }
        if run.writer.format == .text, !output.quiet { run.writer.line(tally.text) }
        if !isComplete {
            let name = file == "-" ? "the list" : file
            run.writer.complaint("\(name): the end of the list is missing: feeds may be missing, too")
        }
        if tally.failures > 0, tally.failures == tally.feeds { throw ExitCode(ExitStatus.everyFailed) }
        if tally.failures > 0 || !isComplete { throw ExitCode(ExitStatus.someFailed) }
    }

    /// Prints lines together: one write for each of many thousands would take longer than their import.
    private func print(_ lines: [ListLineReport], with writer: OutputWriter) throws {
        var text = ""
        for line in lines {
            switch writer.format {
            case .json: text += try JSONValue(encoding: line).line + "\n"
            case .text where line.isFailure: writer.complaint(Self.text(of: line))
            case .text where !output.quiet: text += Self.text(of: line) + "\n"
            case .text: break
            }
        }
        if !text.isEmpty { writer.part(text) }
    }

    private static func text(of line: ListLineReport) -> String {
        let name = line.feed ?? line.title ?? "(nothing)"
        let number = line.id.map { " (number \($0))" } ?? ""
        let said: String =
            switch line.status {
            case .added: "subscribed" + number
            case .followedAgain: "subscribed again" + number
            case .known: "already subscribed" + number
            case .duplicate: "left out: \(line.detail ?? "twice in the list")"
            case .noAddress: "left out: \(line.detail ?? "no address")"
            case .invalid, .refused: "not subscribed: \(line.detail ?? "")"
            }
        return "line \(line.line): \(name.shortLine(of: 2048)): \(said.singleLine)"
    }
}

/// How many lines of a list went which way.
private struct ListTally {
    private var counts: [ListLineReport.Status: Int] = [:]

    /// Lines with an address that came to nothing.
    var failures: Int { self[.invalid] + self[.refused] }
    /// Lines with an address.
    var feeds: Int { counts.values.reduce(0, +) - self[.noAddress] }

    var text: String {
        let parts: [(Int, String)] = [
            (self[.added] + self[.followedAgain], "subscribed"), (self[.known], "already subscribed"),
            (self[.duplicate], "twice in the list"), (self[.noAddress], "without an address"),
            (self[.invalid], "invalid"), (self[.refused], "refused"),
        ]
        let said = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return said.isEmpty ? "The list is empty." : said.joined(separator: ", ")
    }

    mutating func count(_ line: ListLineReport) {
        counts[line.status, default: 0] += 1
    }

    private subscript(status: ListLineReport.Status) -> Int { counts[status, default: 0] }
}
