import CoreMetrics
import PodcastModel
import Synchronization

/// Counts how refreshes end and what they take, through the facade of
/// swift-metrics.
///
/// A figure is made once and kept: finding it by its name and labels each time
/// costs more than counting.
final class RefreshMetrics: Sendable {
    private struct Figures {
        var outcomes: [ImportOutcome.Word: Counter] = [:]
        var stages: [Stage: Timer] = [:]
    }

    private enum Stage: String {
        case load, parse, `import`
    }

    /// What each of the figures is, for whoever reads `/metrics`.
    static let help = [
        "podimport_failures_total": "Refreshes that failed, by stage and kind of error.",
        "podimport_loaded_bytes_total": "Bytes of documents loaded.",
        "podimport_refresh_outcomes_total": "Refreshes by how they ended.",
        "podimport_stage_seconds": "Time that the stages of refreshes took.",
    ]

    private let factory: any MetricsFactory
    private let bytes: Counter
    private let figures = Mutex(Figures())

    /// - Parameter factory: keeps the figures.
    init(factory: any MetricsFactory) {
        self.factory = factory
        bytes = Counter(label: "podimport_loaded_bytes_total", factory: factory)
    }

    /// Adds a refresh that has come to an end.
    func count(_ result: FeedImportResult) {
        figures.withLock { figures in
            count(result.outcome.word, in: &figures)
            add(result.seconds.load, to: .load, in: &figures)
            add(result.seconds.parse, to: .parse, in: &figures)
            add(result.seconds.import, to: .import, in: &figures)
        }
        if case .failed(let failure) = result.outcome {
            let labels = [("stage", failure.stage.rawValue), ("kind", failure.kind.rawValue)]
            Counter(label: "podimport_failures_total", dimensions: labels, factory: factory).increment()
        }
        if result.byteCount > 0 { bytes.increment(by: Int64(result.byteCount)) }
    }

    private func count(_ outcome: ImportOutcome.Word, in figures: inout Figures) {
        let labels = [("outcome", outcome.rawValue)]
        let counter =
            figures.outcomes[outcome]
            ?? Counter(label: "podimport_refresh_outcomes_total", dimensions: labels, factory: factory)
        figures.outcomes[outcome] = counter
        counter.increment()
    }

    /// A stage that was not needed took no time, and is not counted.
    private func add(_ seconds: Double, to stage: Stage, in figures: inout Figures) {
        guard seconds > 0 else { return }
        let timer =
            figures.stages[stage]
            ?? Timer(label: "podimport_stage_seconds", dimensions: [("stage", stage.rawValue)], factory: factory)
        figures.stages[stage] = timer
        timer.recordSeconds(seconds)
    }
}
