/// The CHECK constraints of a table, read from the statement that makes it.
///
/// SQLite does not read them where a file is opened for reading only, and its own checks find no row there that breaks
/// one.
struct TableRules {
    let table: String
    /// The conditions as they are written, with the parentheses around them.
    let conditions: [String]

    /// - Parameters:
    ///   - table: its name.
    ///   - statement: its CREATE TABLE, without comments.
    init(of table: String, statement: String) {
        self.table = table
        var conditions: [String] = []
        var rest = statement[...]
        while let rule = rest.firstMatch(of: Self.beginning) {
            let condition = Self.parenthesised(rest[rest.index(before: rule.range.upperBound)...])
            conditions.append(String(condition))
            rest = rest[condition.endIndex...]
        }
        self.conditions = conditions
    }

    /// Counts the rows that break them, a column for each.
    var sql: String {
        let counts = conditions.map { "count(*) FILTER (WHERE NOT \($0))" }.joined(separator: ", ")
        return "SELECT \(counts) FROM \(table)"
    }

    /// What is wrong, if so many rows break each.
    func problems(counts: [Int64]) -> [String] {
        zip(conditions, counts).compactMap { condition, count in
            guard count > 0 else { return nil }
            let rule = condition.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return "\(table): \(count) of its rows \(count == 1 ? "breaks" : "break") the rule \(rule)"
        }
    }

    private static var beginning: Regex<Substring> { /\bCHECK\s*\(/ }

    /// What is between a parenthesis and the one that closes it, with both.
    private static func parenthesised(_ text: Substring) -> Substring {
        var (depth, isQuoted) = (0, false)
        for index in text.indices {
            switch text[index] {
            case "'": isQuoted.toggle()
            case "(" where !isQuoted: depth += 1
            case ")" where !isQuoted:
                depth -= 1
                if depth == 0 { return text[...index] }
            default: break
            }
        }
        return text
    }
}
