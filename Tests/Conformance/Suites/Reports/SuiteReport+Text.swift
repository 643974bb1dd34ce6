import Foundation

extension SuiteReport {
    /// The fields with their counts, then what was left out and why.
    package var tableText: String {
        var lines = ["\(name)", Self.row("field", "compared", "equal", "share")]
        for (field, tally) in tallies.sorted(by: { $0.key < $1.key }) {
            let share = Double(tally.equal) / Double(tally.compared)
            lines.append(Self.row(field, String(tally.compared), String(tally.equal), Self.percent(share)))
        }
        lines += failures.map { "  not read: \($0.file): \($0.message)" }
        for (reason, fields) in exclusionsByReason {
            let count = fields.reduce(0) { $0 + $1.count }
            lines.append("  left out, \(count): \(reason)")
            lines += fields.map { "    \($0.count) × \($0.field)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The whole suite on one line.
    package var summaryText: String {
        let excluded = exclusions.values.reduce(0, +)
        let verdict = isReached ? "reached" : "NOT reached"
        return Self.row(name, String(compared), String(equal), Self.percent(share))
            + "  \(Self.percent(requiredShare)) of at least \(minimumComparisons) \(verdict), \(excluded) left out"
    }

    /// Every comparison that came out unequal.
    package var differencesText: String {
        differences.map { difference in
            """
            \(difference.file)
              \(difference.field)
                expected: \(difference.expected.map(\.debugDescription) ?? "nothing")
                got:      \(difference.actual.map(\.debugDescription) ?? "nothing")
            """
        }
        .joined(separator: "\n")
    }

    private var exclusionsByReason: [(reason: String, fields: [(field: String, count: Int)])] {
        Dictionary(grouping: exclusions, by: \.key.reason)
            .map { reason, entries in
                let fields = entries.map { (field: $0.key.field, count: $0.value) }
                return (reason: reason, fields: fields.sorted { $0.field < $1.field })
            }
            .sorted { $0.reason < $1.reason }
    }

    private static func row(_ name: String, _ columns: String...) -> String {
        let padded = columns.map { String(repeating: " ", count: max(0, 10 - $0.count)) + $0 }
        return "  " + name + String(repeating: " ", count: max(0, 48 - name.count)) + padded.joined()
    }

    /// A share in per cent, rounded down so that 100 % means all of them.
    private static func percent(_ share: Double) -> String {
        String(format: "%.2f %%", (share * 10_000).rounded(.down) / 100)
    }
}
