import CoreMetrics
import Synchronization

/// One figure that is recorded through the facade of swift-metrics: a sum, and
/// how many times something was recorded.
final class CollectedFigure: Sendable {
    /// The type as Prometheus has it.
    enum Kind: String, Sendable {
        case counter, gauge
        /// A sum and a count, such as times taken; seconds if they are times.
        case summary
    }

    let kind: Kind
    let name: String
    /// In braces, as they are printed; empty if there are none.
    let labels: String
    private let values = Mutex((sum: 0.0, count: 0))

    init(_ kind: Kind, name: String, labels: String) {
        self.kind = kind
        self.name = name
        self.labels = labels
    }

    /// What was recorded so far.
    var value: (sum: Double, count: Int) { values.withLock { $0 } }

    private func add(_ amount: Double) {
        values.withLock { $0 = ($0.sum + amount, $0.count + 1) }
    }

    private func replace(_ value: Double) {
        values.withLock { $0 = (value, $0.count + 1) }
    }
}

extension CollectedFigure: CounterHandler {
    func increment(by amount: Int64) { add(Double(amount)) }

    func reset() { replace(0) }
}

extension CollectedFigure: MeterHandler {
    func set(_ value: Int64) { replace(Double(value)) }

    func set(_ value: Double) { replace(value) }

    func increment(by amount: Double) { add(amount) }

    func decrement(by amount: Double) { add(-amount) }
}

extension CollectedFigure: RecorderHandler {
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        // Of a gauge the last value counts.
        if kind == .gauge { replace(value) } else { add(value) }
    }
}

extension CollectedFigure: TimerHandler {
    func recordNanoseconds(_ duration: Int64) { add(Double(duration) / 1e9) }
}
