import Logging
import Persistence
import PodcastModel
import TestSupport

@testable import FeedImporting

/// A store, in memory if nothing else is said, schedulers on it, and clocks that
/// only move when somebody sleeps.
final class SchedulerTestBed: StoreTestBed {
    let persistence: PersistenceManager
    let clock = SteppingClock()

    init(
        store: PersistenceConfiguration = PersistenceConfiguration(location: .memory),
        pause: @escaping Pause = { try await Task.sleep(for: $0) }
    ) async throws {
        persistence = PersistenceManager(configuration: store, logger: .silent, pause: pause)
        try await persistence.loadPersistentStore()
    }

    /// What the wall clock says.
    var now: Timestamp { clock.timestamp }

    /// Sets the wall clock, forward or back.
    func setClock(by seconds: Int64) {
        clock.set(by: seconds)
    }

    /// A scheduler, as a process that has just started has one.
    func scheduler(
        _ owner: String = "a",
        sleepingOn clock: StandingClock? = nil,
        logger: Logger = .silent,
        configure: (inout RefreshSchedulerConfiguration) -> Void = { _ in }
    ) -> RefreshScheduler {
        var configuration = RefreshSchedulerConfiguration()
        configuration.feedsPerSecond = 100_000
        configure(&configuration)
        return RefreshScheduler(
            owner: owner,
            persistence: persistence,
            configuration: configuration,
            clock: clock.map { PipelineClock($0) } ?? PipelineClock(self.clock),
            now: { [self] in now },
            logger: logger,
            makeRequest: { feed in
                var request = FeedImportRequest(name: feed.feedURL, source: try FeedSource(storedURL: feed.feedURL))
                request.refreshState = feed
                return request
            }
        )
    }

    /// Follows feeds that are due so many seconds from now.
    func follow(_ numbers: some Sequence<Int>, dueIn seconds: (Int) -> Int64) async throws {
        let now = now
        let feeds = numbers.map { (url: Self.url($0), due: now.adding(seconds: seconds($0))) }
        try await save { unit throws(PersistenceError) in
            for feed in feeds {
                let id = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: feed.url), at: now).id
                try unit.refreshes.postpone(id, until: feed.due, reasons: [])
            }
        }
    }

    static func url(_ number: Int) -> String { "https://host\(number % 50).example/\(number)" }

    /// How a feed that was handed out has ended.
    static func result(
        of request: FeedImportRequest,
        _ outcome: ImportOutcome = .unchanged(notModified: true)
    ) -> FeedImportResult {
        var result = FeedImportResult(feed: request.name, outcome: outcome)
        result.subscriptionID = request.refreshState?.subscriptionID
        return result
    }

    /// Notes that a feed was asked, and when it is due next.
    func answer(_ request: FeedImportRequest, nextDueIn seconds: Int64, _ scheduler: RefreshScheduler) async throws {
        guard let id = request.refreshState?.subscriptionID else { return }
        let (time, owner) = (now, scheduler.owner)
        try await save { unit throws(PersistenceError) in
            try unit.refreshes.recordSuccess(
                RefreshSuccess(
                    at: time,
                    validators: HTTPValidators(etag: "\"1\""),
                    nextDueAt: time.adding(seconds: seconds)
                ),
                of: id
            )
            try unit.leases.end(id, owner: owner)
        }
        scheduler.finish(Self.result(of: request))
    }

    @discardableResult
    func save<Value: Sendable>(
        _ body: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> Value
    ) async throws -> Value {
        try await persistence.newBackgroundContext().save(body)
    }
}
