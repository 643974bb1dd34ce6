import Persistence
import PodcastModel
import Synchronization

/// The tally of one run, and its callbacks, called one at a time.
final class ImportTally: Sendable {
    private struct State {
        var report = ImportReport()
        var progress: ImportProgress
    }

    private let state: Mutex<State>
    private let callbacks: FeedImporter.Callbacks

    init(total: Int?, callbacks: FeedImporter.Callbacks) {
        state = Mutex(State(progress: ImportProgress(total: total)))
        self.callbacks = callbacks
    }

    /// The sum of what has ended; feeds the run never came to are counted as
    /// not started if it is known how many there were.
    var report: ImportReport {
        state.withLock { state in
            var report = state.report
            if let total = state.progress.total { report.notStarted = max(0, total - report.feeds) }
            return report
        }
    }

    /// Whether whoever is called back wants to know how many episodes a feed
    /// without news has.
    var countsEpisodes: Bool { callbacks.countsEpisodes }

    /// How soon leases have to be committed: at once when few feeds are in flight,
    /// for then there is nobody to share a commit with.
    var leaseUrgency: SaveUrgency { hasManyInFlight ? .gathering : .immediate }

    /// Whether so many feeds are in flight that the save of one may wait for those of others.
    var hasManyInFlight: Bool { state.withLock { $0.progress.inFlight } > Self.fewFeeds }

    private static let fewFeeds = 8

    func begin() {
        state.withLock { state in
            state.progress.inFlight += 1
            callbacks.onProgress(state.progress)
        }
    }

    /// Counts feeds that were taken but may not begin any more.
    func leave(_ count: Int) {
        state.withLock { $0.report.notStarted += count }
    }

    /// Hands on the result of a feed that had begun.
    func end(_ result: FeedImportResult) {
        state.withLock { $0.progress.inFlight -= 1 }
        tell(result)
    }

    /// Hands on the result of a feed to somebody else who asked for it.
    func end(_ result: FeedImportResult, sharedAs name: String) {
        var result = result
        result.feed = name
        tell(result)
    }

    private func tell(_ result: FeedImportResult) {
        state.withLock { state in
            if case .failed(let failure) = result.outcome, failure.failureClass == .cancelled {
                state.report.notStarted += 1
                return
            }
            state.report.add(result)
            state.progress.done += 1
            state.progress.failed = state.report.failed
            state.progress.inserted = state.report.counts.inserted
            callbacks.onResult(result)
            callbacks.onProgress(state.progress)
        }
    }
}
