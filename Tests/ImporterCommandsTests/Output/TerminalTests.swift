import Foundation
import Testing

@testable import ImporterCommands

struct TerminalTests {
    @Test(arguments: [
        (["TERM": "xterm"], true, true), (["NO_COLOR": "1"], false, true),
        (["NO_COLOR": ""], true, true), (["TERM": "dumb"], false, false),
    ])
    func usesWhatTheTerminalUnderstands(
        environment: [String: String],
        usesColor: Bool,
        overwritesLines: Bool
    ) throws {
        let terminal = try PseudoTerminal().terminal(environment)

        #expect(terminal.isTerminal)
        #expect(terminal.usesColor == usesColor)
        #expect(terminal.overwritesLines == overwritesLines)
    }

    /// A new pseudo-terminal does not know its size.
    @Test(arguments: [(nil, 80), ("120", 120), ("0", 80), ("-3", 80), ("wide", 80)] as [(String?, Int)])
    func isAsWideAsIsSaidWhereItDoesNotKnow(columns: String?, width: Int) throws {
        let environment = columns.map { ["COLUMNS": $0] } ?? [:]

        #expect(try PseudoTerminal().terminal(environment).width == width)
    }

    @Test func aFileIsNone() throws {
        let null = try #require(FileHandle(forReadingAtPath: "/dev/null"))
        let terminal = Terminal(fileDescriptor: null.fileDescriptor, environment: ["TERM": "xterm"])

        #expect(!terminal.isTerminal)
        #expect(!terminal.usesColor)
        #expect(!terminal.overwritesLines)
    }
}

/// The end of a pseudo-terminal that a terminal's program has.
private struct PseudoTerminal {
    private let handle: FileHandle

    init() throws {
        handle = try #require(FileHandle(forUpdatingAtPath: "/dev/ptmx"))
    }

    func terminal(_ environment: [String: String]) -> Terminal {
        Terminal(fileDescriptor: handle.fileDescriptor, environment: environment)
    }
}
