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
        var cpuMicrosecondsPerFile: Double
        var filesPerSecond: Double
        /// CPU time over the floor's, or of what else the scenario is compared with; nil where there is none.
        var ratioToFloor: Double?
        var peakMegabytes: Double
    }

    private let blocks: [(scenario: Scenario, rows: [Row])]

    init(scenarios: [Scenario]) {
        blocks = scenarios.map { scenario in
            let floor = scenario.measurements.first(where: \.isFloor).map { Self.median($0.runs.map(\.cpuSeconds)) }
            return (scenario, scenario.measurements.map { Self.row(of: $0, in: scenario, floor: floor) })
        }
    }

    /// The rows as a JSON array.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(blocks.flatMap(\.rows)), as: UTF8.self)
    }

    /// The rows as text, a block a scenario.
    func table() -> String {
        blocks.filter { !$0.rows.isEmpty }.flatMap { block in
            let (corpus, rounds) = (block.scenario.corpus, block.rows[0].rounds)
            let size = "\(corpus.files.count) files, \(Self.text(corpus.megabytes, 1)) MB"
            return [
                "\n\(block.scenario.name): \(size), median of \(rounds)", Self.header(of: block.scenario),
            ] + block.rows.map { Self.line(of: $0, rate: block.scenario.rate) }
        }.joined(separator: "\n")
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
            cpuMicrosecondsPerFile: median(cpu) / Double(scenario.corpus.files.count) * 1_000_000,
            filesPerSecond: Double(scenario.corpus.files.count) / median(measurement.runs.map(\.wallSeconds)),
            ratioToFloor: floor.map { median(cpu) / $0 },
            peakMegabytes: measurement.runs.map(\.peakMegabytes).max() ?? 0
        )
    }

    private static func header(of scenario: Scenario) -> String {
        let rate = scenario.rate == .megabytes ? ["MB/CPU s"] : ["CPU µs/feed", "feeds/s"]
        return line(["", "CPU s", "low – high", "wall s"] + rate + ["x \(scenario.base)", "peak MB"])
    }

    private static func line(of row: Row, rate: Scenario.Rate) -> String {
        let rates =
            rate == .megabytes
            ? [text(row.megabytesPerCPUSecond, 1)]
            : [text(row.cpuMicrosecondsPerFile, 0), text(row.filesPerSecond, 0)]
        return line(
            [
                row.contender,
                text(row.cpuSeconds, 3),
                text(row.cpuSecondsLowest, 2) + " – " + text(row.cpuSecondsHighest, 2),
                text(row.wallSeconds, 3),
            ] + rates + [row.ratioToFloor.map { text($0, 2) } ?? "–", text(row.peakMegabytes, 0)]
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
        Console.line(cells, widths: [18, 9, 15, 9, 13, 9, 9, 9])
    }
}
