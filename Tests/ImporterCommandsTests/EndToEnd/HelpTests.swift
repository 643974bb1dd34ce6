import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import ImporterCommands

/// The help of every command, as it is printed, against the texts in
/// Fixtures/Help: a change of the command line is a change of those files.
///
/// To renew them, remove the folder and run the tests: a text that is missing
/// is written, and fails once.
struct HelpTests {
    @Test(arguments: commandPaths)
    func isTheHelpOnFile(path: [String]) async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let name = (["podimport"] + path).joined(separator: "-") + ".txt"
            let file = Repository.url("Fixtures/Help/\(name)")

            // When
            let output = try await RunningProgram(Program.path, path + ["--help"], in: bed.folder).output()

            // Then
            #expect(output.status == 0)
            #expect(output.errors.isEmpty)
            let text = output.text + "\n"
            guard FileManager.default.fileExists(atPath: file.path) else {
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(text.utf8).write(to: file)
                Issue.record("\(file.path) was missing and has been written; read it, and run the tests again")
                return
            }
            #expect(text == String(decoding: try Data(contentsOf: file), as: UTF8.self))
        }
    }

    /// What is indented are tables and examples, and one that is wrapped is none any more.
    ///
    /// ArgumentParser wraps a line that fills the terminal, too.
    @Test func whatIsIndentedFitsATerminalOf80Columns() {
        let lines = discussions(of: PodimportCommand.self).flatMap { $0.split(separator: "\n") }
        let tooLong = lines.filter { $0.hasPrefix("  ") && $0.count >= 80 }

        #expect(lines.contains { $0.hasPrefix("  verify-tls  ") })
        #expect(tooLong.isEmpty, "\(tooLong)")
    }

    @Test func hasNoTextsOfCommandsThatAreGone() throws {
        let folder = Repository.url("Fixtures/Help").path
        let expected = commandPaths.map { (["podimport"] + $0).joined(separator: "-") + ".txt" }

        #expect(commandPaths.count >= 15)
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder)).subtracting(expected).isEmpty)
    }

    @Test(arguments: [
        ("bash", "-F _podimport podimport"), ("zsh", "#compdef podimport"), ("fish", "complete -c 'podimport'"),
    ])
    func printsCompletionsForEveryShell(shell: String, mark: String) async throws {
        try await ProgramTestBed.run { bed in
            let output = try await RunningProgram(
                Program.path,
                ["--generate-completion-script", shell],
                in: bed.folder
            )
            .output()

            #expect(output.status == 0)
            #expect(output.text.contains(mark))
            #expect(output.text.contains("subscription"))
            #expect(output.text.contains("no-subscribe"))
        }
    }

    @Test func printsTheVersion() async throws {
        try await ProgramTestBed.run { bed in
            let output = try await RunningProgram(Program.path, ["--version"], in: bed.folder).output()

            #expect(output.status == 0)
            #expect(output.lines == [PodimportCommand.configuration.version])
        }
    }

    @Test(arguments: [
        (["help", "nosuch"], "'nosuch' is no command of podimport; there are import, daemon, status, subscription,"),
        (["help", "episode", "serch"], "'serch' is no command of podimport episode; did you mean 'search'?"),
        (["help", "config", "show", "log-level"], "'log-level' is no command of podimport config show; it has none."),
    ])
    func endsWith64ForHelpOnACommandThatIsNotThere(arguments: [String], message: String) async throws {
        try await ProgramTestBed.run { bed in
            let output = try await RunningProgram(Program.path, arguments, in: bed.folder).output()

            #expect(output.status == 64)
            #expect(output.errors.contains(message))
        }
    }

    @Test(arguments: [
        (["help", "episode", "search"], "episode search <text>"), (["help", "ep", "ls"], "episode list"),
        (["help"], "--feed URL"), (["help", "--help"], ""), (["help", "ep", "--quiet", "ls"], "episode list"),
    ])
    func isPrintedByTheCommandHelpToo(arguments: [String], usage: String) async throws {
        try await ProgramTestBed.run { bed in
            let output = try await RunningProgram(Program.path, arguments, in: bed.folder).output()

            #expect(output.status == 0)
            #expect(output.text.contains("USAGE: podimport \(usage)"))
        }
    }

    @Test(arguments: [
        (["import", "help"], "import <options>"), (["daemon", "help"], "daemon"),
        (["--quiet", "episode", "help"], "episode <subcommand>"), (["sub", "help", "ls"], "subscription list"),
        (["changes", "help"], "changes [--since N]"),
        (["episode", "help", "--format", "json"], "episode <subcommand>"),
    ])
    func isPrintedWhereTheWordStandsBehindACommandToo(arguments: [String], usage: String) async throws {
        try await ProgramTestBed.run { bed in
            let output = try await RunningProgram(Program.path, arguments, in: bed.folder).output()

            #expect(output.status == 0)
            #expect(output.text.contains("USAGE: podimport \(usage)"))
        }
    }

    @Test func isAWordToSearchForBehindTheSearch() async throws {
        try await ProgramTestBed.run { bed in
            _ = try await bed.podimport("--feed", try bed.write(SampleFeed.rss("Show", ["a"])))

            let output = try await bed.podimport("episode", "search", "help")

            #expect(output.status == 0)
            #expect(output.lines.isEmpty)
        }
    }

    @Test func endsWith64ForACommandThatIsNotThere() async throws {
        try await ProgramTestBed.run { bed in
            let output = try await RunningProgram(Program.path, ["episode", "lost"], in: bed.folder).output()

            #expect(output.status == 64)
            #expect(output.errors.contains("lost"))
        }
    }
}

/// The names that lead to each command, the root's none.
private let commandPaths: [[String]] = paths(of: PodimportCommand.self)

/// What the help says of each command before the options.
private func discussions(of command: any ParsableCommand.Type) -> [String] {
    [command.configuration.discussion] + command.configuration.subcommands.flatMap { discussions(of: $0) }
}

private func paths(of command: any ParsableCommand.Type) -> [[String]] {
    [[]]
        + command.configuration.subcommands.flatMap { subcommand in
            paths(of: subcommand).map { [subcommand.configuration.commandName ?? ""] + $0 }
        }
}
