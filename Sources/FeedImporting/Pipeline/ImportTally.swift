import Operations
import Persistence
import PodcastModel

/// The tally of one run, and its callbacks, called one at a time and in order.
///
/// They are called under no lock: one that prints waits for as long as nobody reads what it prints, and the run has to
/// hear of a signal then.
final class ImportTally: Sendable {
    fileprivate struct State {
        var report = ImportReport()
        var progress: ImportProgress
        /// What nobody was told of yet.
        var news: [News] = []
        /// Whether a thread is telling the news; it goes on with what others add meanwhile.
        var isTold = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    fileprivate struct News {
        var result: FeedImportResult?
        /// Whether the feed was given up with the run.
        var isGivenUp = false
        let progress: ImportProgress
    }

    private let state: Locked<State>
    private let callbacks: FeedImporter.Callbacks

    init(total: Int?, callbacks: FeedImporter.Callbacks) {
        state = Locked(State(progress: ImportProgress(total: total)))
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
        tell { state in
            state.progress.inFlight += 1
            return [News(progress: state.progress)]
        }
    }

    /// Counts feeds that were taken but may not begin any more.
    func leave(_ count: Int) {
        state.withLock { $0.report.notStarted += count }
    }

    /// Hands on the result of a feed that had begun.
    func end(_ result: FeedImportResult) {
        end([(result, sharedAs: [])])
    }

    /// Hands on the results of feeds that had begun, each also to others who asked for it under other names.
    func end(_ ended: [(result: FeedImportResult, sharedAs: [String])]) {
        tell { state in
            var news: [News] = []
            for (result, names) in ended {
                state.progress.inFlight -= 1
                news.append(state.add(result))
                for name in names {
                    var result = result
                    result.feed = name
                    news.append(state.add(result))
                }
            }
            return news
        }
    }

    /// Waits until every callback has returned.
    func told() async {
        await withCheckedContinuation { continuation in
            let isAllTold = state.withLock { state in
                guard state.isTold else { return true }
                state.waiter = continuation
                return false
            }
            if isAllTold { continuation.resume() }
        }
    }

    private func tell(_ count: (inout State) -> [News]) {
        let isOthers = state.withLock { state in
            let news = count(&state)
            guard !news.isEmpty else { return true }
            state.news += news
            defer { state.isTold = true }
            return state.isTold
        }
        guard !isOthers else { return }
        while true {
            let news = takeNews()
            guard !news.isEmpty else { return }
            for news in news {
                guard !news.isGivenUp else {
                    if let result = news.result { callbacks.onGivenUp(result) }
                    continue
                }
                if let result = news.result { callbacks.onResult(result) }
                callbacks.onProgress(news.progress)
            }
        }
    }

    private func takeNews() -> [News] {
        let (news, waiter) = state.withLock { state in
            let news = state.news
            guard news.isEmpty else {
                state.news = []
                return (news, nil as CheckedContinuation<Void, Never>?)
            }
            defer { state.waiter = nil }
            state.isTold = false
            return (news, state.waiter)
        }
        waiter?.resume()
        return news
    }
}

extension ImportTally.State {
    /// Counts a result, unless the feed was given up with the run.
    fileprivate mutating func add(_ result: FeedImportResult) -> ImportTally.News {
        if case .failed(let failure) = result.outcome, failure.failureClass == .cancelled {
            report.notStarted += 1
            return ImportTally.News(result: result, isGivenUp: true, progress: progress)
        }
        report.add(result)
        progress.done += 1
        progress.failed = report.failed
        progress.inserted = report.counts.inserted
        return ImportTally.News(result: result, progress: progress)
    }
}
