import Foundation

/// The results, as a table for people or JSON for programs.
struct Report {
    /// One contender in one scenario: medians over the rounds.
    struct Row: Codable {
        var scenario: String
        var contender: String
        var megabytes: Double
        var files: Int
        var rounds: Int
        var wallSeconds: Double
        var cpuSeconds: Double
        var cpuSecondsLowest: Double
        var cpuSecondsHighest: Double
        var megabytesPerCPUSecond: Double
        /// CPU time over the floor's; nil where there is no floor.
        var ratioToFloor: Double?
        var peakMegabytes: Double
    }

    private let rows: [Row]

    init(scenarios: [Scenario]) {
        rows = scenarios.flatMap { scenario in
            let floor = scenario.measurements.first(where: \.isFloor).map { Self.median($0.runs.map(\.cpuSeconds)) }
            return scenario.measurements.map { Self.row(of: $0, in: scenario, floor: floor) }
        }
    }

    /// The rows as a JSON array.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(rows), as: UTF8.self)
    }

    /// The rows as text, a block a scenario.
    func table() -> String {
        var lines: [String] = []
        for (index, row) in rows.enumerated() {
            if index == 0 || rows[index - 1].scenario != row.scenario {
                lines.append(
                    "\n\(row.scenario): \(row.files) files, \(Self.text(row.megabytes, 1)) MB, median of \(row.rounds)"
                )
                lines.append(Self.line(["", "CPU s", "low – high", "wall s", "MB/CPU s", "x floor", "peak MB"]))
            }
            lines.append(
                Self.line([
                    row.contender,
                    Self.text(row.cpuSeconds, 3),
                    Self.text(row.cpuSecondsLowest, 2) + " – " + Self.text(row.cpuSecondsHighest, 2),
                    Self.text(row.wallSeconds, 3),
                    Self.text(row.megabytesPerCPUSecond, 1),
                    row.ratioToFloor.map { Self.text($0, 2) } ?? "–",
                    Self.text(row.peakMegabytes, 0),
                ])
            )
        }
        return lines.joined(separator: "\n")
    }
}

extension Report {
    private static func row(of measurement: Measurement, in scenario: Scenario, floor: Double?) -> Row {
        let cpu = measurement.runs.map(\.cpuSeconds)
        return Row(
            scenario: scenario.name,
            contender: measurement.contender,
            megabytes: scenario.corpus.megabytes,
            files: scenario.corpus.files.count,
            rounds: measurement.runs.count,
            wallSeconds: median(measurement.runs.map(\.wallSeconds)),
            cpuSeconds: median(cpu),
            cpuSecondsLowest: cpu.min() ?? 0,
            cpuSecondsHighest: cpu.max() ?? 0,
            megabytesPerCPUSecond: scenario.corpus.megabytes / median(cpu),
            ratioToFloor: floor.map { median(cpu) / $0 },
            peakMegabytes: measurement.runs.map(\.peakMegabytes).max() ?? 0
        )
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    private static func text(_ value: Double, _ digits: Int) -> String {
        String(format: "%.\(digits)f", value)
    }

    private static func line(_ cells: [String]) -> String {
        zip(cells, [18, 9, 15, 9, 10, 9, 9]).enumerated().map { index, pair in
            let padding = String(repeating: " ", count: max(0, pair.1 - pair.0.count))
            return index == 0 ? pair.0 + padding : padding + pair.0
        }.joined()
    }
}
