import Foundation
import TestSupport

/// The pieces of SQL in the sources of Persistence, so that no statement can be
/// forgotten where statements are looked at.
enum SQLInSources {
    struct Piece: CustomStringConvertible {
        let file: String
        /// The longest part of a literal without an interpolation, with single blanks.
        let text: String

        var description: String { "\(file): \(text)" }
    }

    /// The literals that are, or belong to, a statement that reads, or one with a condition.
    static func pieces() throws -> [Piece] {
        let folder = URL(fileURLWithPath: Repository.root + "/Sources/Persistence")
        var pieces: [Piece] = []
        for case let path as String in FileManager.default.enumerator(atPath: folder.path) ?? .init() {
            guard path.hasSuffix(".swift"), !path.hasPrefix("Schema/") else { continue }
            let source = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            for literal in literals(in: source) where isSQL(literal.joined(separator: " ")) {
                let parts = literal.map(StatementLog.normalised)
                if let longest = parts.max(by: { $0.count < $1.count }) {
                    pieces.append(Piece(file: path, text: longest))
                }
            }
        }
        return pieces
    }

    private static func isSQL(_ text: String) -> Bool {
        let text = StatementLog.normalised(text)
        let verbs = ["SELECT ", "UPDATE ", "DELETE FROM ", "WITH ", "INSERT INTO "]
        return verbs.contains(where: text.hasPrefix) || text.contains("ORDER BY ")
            || text.contains(/(=|<|>|LIMIT) ?\?/)
    }

    /// The string literals of a source file, each as its parts between interpolations.
    static func literals(in source: String) -> [[String]] {
        var scanner = LiteralScanner(source)
        return scanner.literals()
    }
}

/// Reads Swift as far as finding string literals takes.
private struct LiteralScanner {
    private let characters: [Character]
    private var index = 0
    private var found: [[String]] = []

    init(_ source: String) {
        characters = Array(source)
    }

    mutating func literals() -> [[String]] {
        skipCode(until: nil)
        return found
    }

    private func isAt(_ text: String) -> Bool {
        text.enumerated().allSatisfy { offset, character in
            characters.indices.contains(index + offset) && characters[index + offset] == character
        }
    }

    /// Skips code to the end of the file, or to the bracket that closes an interpolation.
    private mutating func skipCode(until end: Character?) {
        var depth = 0
        while index < characters.count {
            if isAt("//") {
                while index < characters.count, !characters[index].isNewline { index += 1 }
            } else if characters[index] == "\"" {
                readLiteral()
            } else {
                if characters[index] == "(" { depth += 1 }
                if characters[index] == ")" {
                    if depth == 0, end == ")" { return }
                    depth -= 1
                }
                index += 1
            }
        }
    }

    private mutating func readLiteral() {
        let mark = isAt("\"\"\"") ? "\"\"\"" : "\""
        index += mark.count
        var parts = [""]
        while index < characters.count, !isAt(mark) {
            if isAt("\\(") {
                index += 2
                skipCode(until: ")")
                index += 1
                parts.append("")
            } else if isAt("\\") {
                // A line that goes on, or a character that no statement has.
                index += 2
                parts[parts.count - 1].append(" ")
            } else {
                parts[parts.count - 1].append(characters[index])
                index += 1
            }
        }
        index += mark.count
        found.append(parts)
    }
}
