import TestSupport

/// The short, stable words that programs go by, as the documentation and the sources have them.
enum DocumentedWords {
    /// The words that the first cells of the tables in a text have in backquotes.
    static func inFirstCells(of text: Substring) -> Set<String> {
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let cells = rows.map { $0.dropFirst(2).prefix { $0 != "|" } }
        return Set(cells.flatMap { $0.matches(of: /`([a-z-]+)`/).map { String($0.1) } })
    }

    /// The words that have a name in a source file, by that name.
    static func named(in path: String) throws -> [String: String] {
        let names = try Repository.text(path).matches(of: /static let (\w+) = Self\(rawValue: "([a-z-]+)"\)/)
        return Dictionary(uniqueKeysWithValues: names.map { (String($0.1), String($0.2)) })
    }
}
