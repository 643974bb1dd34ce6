import FeedLoading
import FeedServer
import Logging
import Operations
import Persistence
import PodcastModel
import TestSupport

@testable import FeedImporting

/// A store in memory, the real loader, and a whole web of hosts behind one
/// scripted proxy on the loopback.
struct WebTestBed: StoreTestBed {
    let server: ScriptedServer
    let persistence: PersistenceManager
    let clock: SteppingClock
    let importer: FeedImporter
    private let loader: PodcastFeedLoader

    /// This machine may be busy.
    private static let patience = TimeLimits(connect: 600_000, idle: 600_000, total: 600_000, minimumRate: 0)

    /// Runs a test with everything set up, and takes it down again.
    ///
    /// - Parameters:
    ///   - limits: how gently hosts are asked.
    ///   - clock: what everything is timed by.
    ///   - leaseClock: what leases are prolonged by.
    ///   - store: where the store is.
    ///   - turns: what is shared with other processes.
    ///   - logger: gets what is logged.
    ///   - pause: how the store waits for more to be saved.
    ///   - configure: changes the limits of the pipeline.
    ///   - script: answers requests; their path is the whole address.
    ///   - test: the test.
    /// - Throws: what the test throws.
    static func run(
        limits: HostLimits = HostLimits(),
        clock: SteppingClock = SteppingClock(),
        leaseClock: PipelineClock = PipelineClock(ContinuousClock()),
        store: PersistenceConfiguration = PersistenceConfiguration(location: .memory),
        turns: TurnFile? = nil,
        logger: Logger = .silent,
        pause: @escaping Pause = { try await Task.sleep(for: $0) },
        configure: (inout FeedImporterConfiguration) -> Void = { _ in },
        script: @escaping ScriptedServer.Script,
        _ test: (WebTestBed) async throws -> Void
    ) async throws {
        let persistence = PersistenceManager(configuration: store, logger: logger, pause: pause)
        try await persistence.loadPersistentStore()
        let loader = try PodcastFeedLoader()
        var configuration = FeedImporterConfiguration(processorCount: 2)
        configuration.hostLimits = limits
        configure(&configuration)
        let importer = FeedImporter(
            loader: loader,
            persistence: persistence,
            configuration: configuration,
            turns: turns,
            clock: PipelineClock(clock),
            leaseClock: leaseClock,
            now: { clock.timestamp },
            logger: logger
        )
        let server = try ScriptedServer(script: script)
        server.start()
        let bed = WebTestBed(
            server: server,
            persistence: persistence,
            clock: clock,
            importer: importer,
            loader: loader
        )
        try await test(bed)
        await loader.shutdown()
        server.stop()
        try await persistence.close()
    }

    /// Imports feeds in one run; the results come in order of completion.
    ///
    /// While the network is down, nobody listens where the proxy should be.
    @discardableResult
    func importFeeds(
        _ urls: [String],
        isNamed: Bool = false,
        backfills: Bool = false,
        throughProxy: Bool = true,
        isNetworkDown: Bool = false,
        leaseOwner: String? = nil,
        configure: (inout FeedImportRequest) -> Void = { _ in }
    ) async throws -> (results: [FeedImportResult], report: ImportReport) {
        var requests: [FeedImportRequest] = []
        for url in urls {
            var request = try await request(url, throughProxy: throughProxy, isNetworkDown: isNetworkDown)
            request.isNamed = isNamed
            (request.force, request.backfills) = (backfills, backfills)
            configure(&request)
            requests.append(request)
        }
        return try await run(requests, leaseOwner: leaseOwner)
    }

    /// The request for a feed, with what the store knows of it.
    func request(
        _ url: String,
        throughProxy: Bool = true,
        isNetworkDown: Bool = false
    ) async throws -> FeedImportRequest {
        var request = FeedImportRequest(name: url, source: .http(try FeedURL(url)), provenance: .user)
        request.options.timeLimits = Self.patience
        if throughProxy { request.options.proxy = "http://127.0.0.1:\(isNetworkDown ? 9 : server.port)" }
        // In the place of the hosts themselves, and so of one feed alone.
        request.options.hasOwnProxy = throughProxy
        request.refreshState = try await read { unit throws(PersistenceError) in
            try unit.refreshes.state(forFeedURL: url)
        }
        return request
    }

    /// Imports what is due.
    @discardableResult
    func importDue() async throws -> (results: [FeedImportResult], report: ImportReport) {
        let now = clock.timestamp
        let due = try await read { unit throws(PersistenceError) in
            try unit.refreshes.dueStates(at: now)
        }
        return try await run(
            try due.map { state in
                var request = FeedImportRequest(name: state.feedURL, source: try FeedSource(storedURL: state.feedURL))
                request.options.timeLimits = Self.patience
                request.options.proxy = "http://127.0.0.1:\(server.port)"
                request.refreshState = state
                request.provenance = state.provenance
                return request
            }
        )
    }

    /// Runs requests through the importer.
    func run(
        _ requests: [FeedImportRequest],
        leaseOwner: String? = nil,
        makeRequest: FeedImporter.MakeRequest? = nil
    ) async throws -> (results: [FeedImportResult], report: ImportReport) {
        let results = Locked<[FeedImportResult]>([])
        let stream = AsyncThrowingStream<FeedImportRequest, any Error> { continuation in
            for request in requests { continuation.yield(request) }
            continuation.finish()
        }
        let report = try await importer.importFeeds(
            stream,
            total: requests.count,
            leaseOwner: leaseOwner,
            makeRequest: makeRequest,
            callbacks: .init(onResult: { result in results.withLock { $0.append(result) } })
        )
        return (results.withLock(\.self), report)
    }

    /// The subscription to an address.
    func subscription(_ url: String) async throws -> Subscription? {
        try await read { unit throws(PersistenceError) in try unit.subscriptions.subscription(matching: url) }
    }

    /// The subscriptions to some addresses, as far as there are any.
    func subscriptions(_ urls: [String]) async throws -> [Subscription] {
        var found: [Subscription] = []
        for url in urls {
            if let subscription = try await subscription(url) { found.append(subscription) }
        }
        return found
    }

    /// The addresses that were asked for so far, in order.
    var asked: [String] { server.requests.map(\.path) }
}
