import Foundation

/// What is printed for people.
enum Console {
    /// Says on standard error what is not a result.
    static func note(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    /// A line of a table: a name at the left, numbers at the right of their columns.
    static func line(_ cells: [String], widths: [Int]) -> String {
        zip(cells, widths).enumerated().map { index, pair in
            let padding = String(repeating: " ", count: max(0, pair.1 - pair.0.count))
            return index == 0 ? pair.0 + padding : padding + pair.0
        }.joined()
    }
}
