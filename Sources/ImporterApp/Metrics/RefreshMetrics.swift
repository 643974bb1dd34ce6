import CoreMetrics
import FeedImporting
import PodcastModel

/// Counts how refreshes end and what they take, through the facade of
/// swift-metrics.
struct RefreshMetrics: Sendable {
    private let factory: any MetricsFactory

    /// - Parameter factory: keeps the figures.
    init(factory: any MetricsFactory) {
        self.factory = factory
    }

    /// Adds a refresh that has come to an end.
    func count(_ result: FeedImportResult) {
        add(1, to: "podimport_refresh_outcomes_total", [("outcome", result.outcome.word)])
        if case .failed(let failure) = result.outcome {
            add(1, to: "podimport_failures_total", [("stage", failure.stage.rawValue), ("kind", failure.kind)])
        }
        add(Int64(result.byteCount), to: "podimport_loaded_bytes_total")
        // A stage that was not needed took no time, and is not counted.
        let seconds = result.seconds
        for (stage, seconds) in [("load", seconds.load), ("parse", seconds.parse), ("import", seconds.import)]
        where seconds > 0 {
            Timer(label: "podimport_stage_seconds", dimensions: [("stage", stage)], factory: factory)
                .recordSeconds(seconds)
        }
    }

    private func add(_ amount: Int64, to name: String, _ dimensions: [(String, String)] = []) {
        Counter(label: name, dimensions: dimensions, factory: factory).increment(by: amount)
    }
}
