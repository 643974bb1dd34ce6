/// A table for people: columns aligned, the widest texts cut to the terminal.
struct TextTable {
    struct Column {
        let title: String
        /// Whether the text may be cut when the line is too long.
        var isFlexible = false
        var isNumber = false
        /// Whether the column is left out on a terminal where others would be cut for it that may not be.
        var isDispensable = false
        /// How many columns a text may take at most, wherever it is printed: the others are as long as the longest.
        var limit = 200
    }

    /// What a flexible column keeps of its text before others give way.
    private static let leastFlexibleWidth = 10

    let columns: [Column]
    private var rows: [[String]] = []

    init(_ columns: [Column]) {
        self.columns = columns
    }

    mutating func add(_ cells: [String]) {
        rows.append(zip(cells, columns).map { $0.shortLine(of: $1.limit) })
    }

    /// The table as lines; in a pipe nothing is cut but what is absurdly long.
    func lines(for terminal: Terminal) -> [String] {
        if terminal.isTerminal, leastWidth > terminal.width, columns.contains(where: \.isDispensable) {
            return essentials.lines(for: terminal)
        }
        let widths = fittedWidths(for: terminal)
        let header = terminal.styled(line(columns.map(\.title), widths), .bold)
        return [header] + rows.map { line($0, widths) }
    }

    /// The table without the columns that can be done without.
    private var essentials: TextTable {
        let kept = columns.indices.filter { !columns[$0].isDispensable }
        var table = TextTable(kept.map { columns[$0] })
        table.rows = rows.map { row in kept.map { row[$0] } }
        return table
    }

    /// How wide a line is in which nothing is cut but what is flexible.
    private var leastWidth: Int {
        zip(columns, widths).reduce(2 * (columns.count - 1)) { sum, column in
            sum + (column.0.isFlexible ? min(column.1, Self.leastFlexibleWidth) : column.1)
        }
    }

    /// As wide as what is in each column.
    private var widths: [Int] {
        columns.indices.map { column in
            rows.reduce(columns[column].title.displayWidth) { max($0, $1[column].displayWidth) }
        }
    }

    private func fittedWidths(for terminal: Terminal) -> [Int] {
        var widths = self.widths
        guard terminal.isTerminal else { return widths }
        var excess = widths.reduce(0, +) + 2 * (columns.count - 1) - terminal.width
        // The widest flexible column gives way first; on a narrow terminal the others do as well, numbers last.
        let givingWay: [(least: Int, isCut: (Column) -> Bool)] = [
            (Self.leastFlexibleWidth, \.isFlexible), (4, { !$0.isNumber }), (1, { _ in true }),
        ]
        for (least, isCut) in givingWay {
            while excess > 0 {
                let candidates = columns.indices.filter { isCut(columns[$0]) && widths[$0] > least }
                guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
                widths[widest] -= 1
                excess -= 1
            }
        }
        return widths
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        var parts: [String] = []
        for (index, cell) in cells.enumerated() {
            let fitted = cell.fitted(to: widths[index])
            if columns[index].isNumber {
                parts.append(String(repeating: " ", count: max(0, widths[index] - fitted.displayWidth)) + fitted)
            } else {
                parts.append(index == cells.count - 1 ? fitted : fitted.padded(to: widths[index]))
            }
        }
        return parts.joined(separator: "  ")
    }
}
