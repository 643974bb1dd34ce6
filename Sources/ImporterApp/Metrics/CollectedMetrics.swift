import CoreMetrics
import Synchronization

/// Keeps the figures that are recorded through the facade of swift-metrics, for
/// whoever asks for `/metrics`.
///
/// A figure with the same name and dimensions is the same figure, and lives as
/// long as the process.
final class CollectedMetrics: MetricsFactory {
    private struct Key: Hashable {
        let name: String
        let labels: String
    }

    private let figures = Mutex<[Key: CollectedFigure]>([:])

    /// What was recorded so far: by name, and by labels in each.
    var byName: [(name: String, figures: [CollectedFigure])] {
        let all = figures.withLock { Array($0.values) }
        return Dictionary(grouping: all, by: \.name)
            .map { name, figures in (name: name, figures: figures.sorted { $0.labels < $1.labels }) }
            .sorted { $0.name < $1.name }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        figure(.counter, label, dimensions)
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        figure(.gauge, label, dimensions)
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        figure(aggregate ? .summary : .gauge, label, dimensions)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        figure(.summary, label, dimensions)
    }

    // Nothing is forgotten: a counter that begins again at zero would count as one that was reset.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    private func figure(
        _ kind: CollectedFigure.Kind,
        _ name: String,
        _ dimensions: [(String, String)]
    ) -> CollectedFigure {
        let key = Key(name: name, labels: MetricsText.labels(dimensions))
        return figures.withLock { figures in
            if let known = figures[key] { return known }
            let figure = CollectedFigure(kind, name: name, labels: key.labels)
            figures[key] = figure
            return figure
        }
    }
}
