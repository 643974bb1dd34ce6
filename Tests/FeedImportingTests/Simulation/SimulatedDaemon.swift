import FeedLoading
import FeedServer
import Operations
import PodcastModel
import TestSupport

@testable import FeedImporting

/// A daemon's scheduler and importer over a web of its own, and what befalls it.
final class SimulatedDaemon: Sendable {
    /// What befalls it, when a feed has just been handed out.
    enum Event: Sendable {
        case restart
        /// The process dies over the feed.
        case crash
        case suspend(hours: Int64)
        case setClock(hours: Int64)
    }

    private struct State {
        var events: [(hour: Int64, event: Event)]
        var processes = 0
        var isInFlight = false
        var hasCrashed = false
    }

    private let bed: WebTestBed
    private let end: Duration
    private let state: Locked<State>

    /// Makes a daemon that runs for some days, and undergoes events by the hour.
    init(_ bed: WebTestBed, events: [Int64: Event], days: Int64) {
        self.bed = bed
        end = .seconds(days * 86_400)
        state = Locked(State(events: events.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
    }

    /// How many processes there were.
    var processes: Int { state.withLock(\.processes) }
    /// What has not happened.
    var pendingEvents: Int { state.withLock(\.events.count) }

    /// Runs one process after the other until the time is over.
    func run() async throws {
        while bed.clock.now.offset < end { try await runProcess() }
    }

    private func runProcess() async throws {
        let number = state.withLock { state in
            (state.isInFlight, state.hasCrashed) = (false, false)
            state.processes += 1
            return state.processes
        }
        let scheduler = scheduler("process-\(number)")
        let (finished, continuation) = AsyncStream<Void>.makeStream()
        let results = finished.makeAsyncIterator()
        let turns = Locked(results)
        let requests = AsyncThrowingStream<FeedImportRequest, any Error> { [self] in
            // One after the other: whoever sleeps moves the clock for all.
            if state.withLock(\.isInFlight) {
                var turn = turns.withLock(\.self)
                await turn.next()
            }
            guard bed.clock.now.offset < end, let request = await scheduler.next() else { return nil }
            return befall(scheduler) ? nil : request
        }
        _ = try await bed.importer.importFeeds(
            requests,
            leaseOwner: scheduler.owner,
            callbacks: .init(onResult: { result in
                scheduler.finish(result)
                continuation.yield()
            })
        )
        if !state.withLock(\.hasCrashed) { try await scheduler.giveBack() }
    }

    /// Lets happen what is due; returns whether the process is dead.
    private func befall(_ scheduler: RefreshScheduler) -> Bool {
        let elapsed = bed.clock.now.offset
        let event = state.withLock { state -> Event? in
            state.isInFlight = true
            guard let next = state.events.first, elapsed >= .seconds(next.hour * 3600) else { return nil }
            state.events.removeFirst()
            if case .crash = next.event { state.hasCrashed = true }
            return next.event
        }
        switch event {
        case .crash: return true
        case .restart: scheduler.end()
        case .suspend(let hours): bed.clock.advance(by: .seconds(hours * 3600))
        case .setClock(let hours): bed.clock.set(by: hours * 3600)
        case nil: break
        }
        return false
    }

    private func scheduler(_ owner: String) -> RefreshScheduler {
        var configuration = RefreshSchedulerConfiguration()
        configuration.feedsPerSecond = 5
        return RefreshScheduler(
            owner: owner,
            persistence: bed.persistence,
            configuration: configuration,
            clock: PipelineClock(bed.clock),
            now: { [clock = bed.clock] in clock.timestamp },
            logger: .silent,
            makeRequest: { [port = bed.server.port] feed in
                var request = FeedImportRequest(name: feed.feedURL, source: try FeedSource(storedURL: feed.feedURL))
                request.options.proxy = "http://127.0.0.1:\(port)"
                request.refreshState = feed
                return request
            }
        )
    }
}
