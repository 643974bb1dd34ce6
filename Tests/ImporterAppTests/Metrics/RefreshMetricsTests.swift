import CoreMetrics
import PodcastModel
import Synchronization
import Testing

@testable import ImporterApp

struct RefreshMetricsTests {
    private let collected = CollectedMetrics()

    private var text: String {
        var text = MetricsText()
        text.add(collected)
        return text.text
    }

    private func result(
        _ outcome: ImportOutcome,
        bytes: Int = 0,
        load: Double = 0,
        parse: Double = 0
    ) -> FeedImportResult {
        var result = FeedImportResult(feed: "https://a.example/feed?token=secret", outcome: outcome)
        result.byteCount = bytes
        result.seconds.load = load
        result.seconds.parse = parse
        return result
    }

    @Test func countsHowRefreshesEndAndWhatTheyTake() {
        // When
        let metrics = RefreshMetrics(factory: collected)
        metrics.count(result(.imported(ImportCounts()), bytes: 1000, load: 0.5, parse: 0.25))
        metrics.count(result(.unchanged(notModified: true), load: 0.25))
        metrics.count(result(.unchanged(notModified: true), load: 0.25))
        let failure = ImportFailure(stage: .load, kind: .timeout, message: "https://a.example/feed: too slow")
        metrics.count(result(.failed(failure), load: 1))

        // Then
        #expect(
            text == """
                # HELP podimport_failures_total Refreshes that failed, by stage and kind of error.
                # TYPE podimport_failures_total counter
                podimport_failures_total{stage="load",kind="timeout"} 1
                # HELP podimport_loaded_bytes_total Bytes of documents loaded.
                # TYPE podimport_loaded_bytes_total counter
                podimport_loaded_bytes_total 1000
                # HELP podimport_refresh_outcomes_total Refreshes by how they ended.
                # TYPE podimport_refresh_outcomes_total counter
                podimport_refresh_outcomes_total{outcome="failed"} 1
                podimport_refresh_outcomes_total{outcome="imported"} 1
                podimport_refresh_outcomes_total{outcome="unchanged"} 2
                # HELP podimport_stage_seconds Time that the stages of refreshes took.
                # TYPE podimport_stage_seconds summary
                podimport_stage_seconds_sum{stage="load"} 2
                podimport_stage_seconds_count{stage="load"} 4
                podimport_stage_seconds_sum{stage="parse"} 0.25
                podimport_stage_seconds_count{stage="parse"} 1

                """
        )
    }

    @Test func looksForAFigureOnce() {
        let factory = CountingFactory()
        let metrics = RefreshMetrics(factory: factory)
        for _ in 0..<3 { metrics.count(result(.unchanged(notModified: true), bytes: 5, load: 0.5)) }
        metrics.count(result(.postponed(until: nil), load: 0.5))

        #expect(
            factory.made.withLock(\.self) == [
                "podimport_loaded_bytes_total", "podimport_refresh_outcomes_total", "podimport_stage_seconds",
                "podimport_refresh_outcomes_total",
            ]
        )
    }

    @Test func keepsEveryKindOfFigureOfTheFacade() {
        // When
        let meter = Meter(label: "width", factory: collected)
        meter.set(4)
        meter.increment(by: 2.5)
        meter.decrement(by: 1.0)
        Gauge(label: "depth", factory: collected).record(9)
        Gauge(label: "depth", factory: collected).record(7)
        let recorder = Recorder(label: "sizes", factory: collected)
        recorder.record(1.5)
        recorder.record(2)
        let counter = Counter(label: "calls", dimensions: [("path", "a\"b\\c\nd")], factory: collected)
        counter.increment(by: 3)
        counter.destroy()
        Counter(label: "calls", dimensions: [("path", "a\"b\\c\nd")], factory: collected).increment()

        // Then
        #expect(
            text == #"""
                # TYPE calls counter
                calls{path="a\"b\\c\nd"} 4
                # TYPE depth gauge
                depth 7
                # TYPE sizes summary
                sizes_sum 3.5
                sizes_count 2
                # TYPE width gauge
                width 5.5

                """#
        )
    }
}

/// Remembers what it was asked to make.
private final class CountingFactory: MetricsFactory {
    let made = Mutex<[String]>([])
    private let collected = CollectedMetrics()

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        made.withLock { $0.append(label) }
        return collected.makeCounter(label: label, dimensions: dimensions)
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        made.withLock { $0.append(label) }
        return collected.makeMeter(label: label, dimensions: dimensions)
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        made.withLock { $0.append(label) }
        return collected.makeRecorder(label: label, dimensions: dimensions, aggregate: aggregate)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        made.withLock { $0.append(label) }
        return collected.makeTimer(label: label, dimensions: dimensions)
    }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}
