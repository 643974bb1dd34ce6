package import FeedLoading
import Foundation
package import Logging
import Operations
package import Persistence
package import PodcastModel

/// Imports feeds: loads, parses and stores them, three stages on three queues.
///
/// Each queue is as wide as the resource it uses: the network wide, the
/// processors one each, the writer narrow. Feeds are taken from the caller one
/// by one as there is room for them, in number and in bytes, and never two of
/// one feed at once; each waits for the turn of its host. Every feed ends in
/// exactly one ``FeedImportResult``; one that fails stops no other.
package final class FeedImporter: Sendable {
    /// What the caller of a run is told of it; called from any thread, one call at a time.
    package struct Callbacks: Sendable {
        /// Whether results of feeds without news say how many episodes they have,
        /// or 0: counting is most of what such a refresh may cost.
        package var countsEpisodes = true
        package var onResult: @Sendable (FeedImportResult) -> Void
        /// Told of feeds that were given up with the run, which are no results, though their servers may have been asked.
        var onGivenUp: @Sendable (FeedImportResult) -> Void = { _ in }
        package var onProgress: @Sendable (ImportProgress) -> Void

        package init(
            onResult: @escaping @Sendable (FeedImportResult) -> Void = { _ in },
            onProgress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
        ) {
            self.onResult = onResult
            self.onProgress = onProgress
        }
    }

    /// Makes the request for a feed of the store, of what that knows now; throws if its address cannot be used.
    package typealias MakeRequest = @Sendable (RefreshState) throws -> FeedImportRequest

    let tools: ImportTools
    private let configuration: FeedImporterConfiguration
    private let clock: PipelineClock
    private let leaseClock: PipelineClock
    private let turns: TurnFile?
    /// How the stages have spent their time, over all runs.
    package let meters: StageMeters
    /// What is known of the hosts between two runs.
    private let lines: Locked<HostLines>
    private let currentRun = Locked<FeedImportRun?>(nil)

    /// Makes an importer.
    ///
    /// - Parameters:
    ///   - loader: brings the bytes.
    ///   - persistence: a store, loaded.
    ///   - configuration: widths and limits.
    ///   - turns: the file by which the processes that share the store take turns;
    ///     nil if there is no other process.
    ///   - clock: measures how long hosts are left alone between two requests.
    ///   - leaseClock: measures when the leases of a long run have to be prolonged.
    ///   - now: the wall clock; every time that is stored comes from it.
    ///   - logger: gets one line for each feed.
    package init(
        loader: PodcastFeedLoader,
        persistence: PersistenceManager,
        configuration: FeedImporterConfiguration,
        turns: TurnFile? = nil,
        clock: PipelineClock = PipelineClock(ContinuousClock()),
        leaseClock: PipelineClock = PipelineClock(ContinuousClock()),
        now: @escaping @Sendable () -> Timestamp,
        logger: Logger
    ) {
        self.configuration = configuration
        self.turns = turns
        self.clock = clock
        self.leaseClock = leaseClock
        meters = StageMeters(clock: clock)
        lines = Locked(
            HostLines(
                limits: configuration.hostLimits,
                rules: configuration.refreshPolicy.hostRules,
                maximumActive: configuration.turnWidth
            )
        )
        tools = ImportTools(
            loader: loader,
            persistence: persistence,
            reader: FeedDocumentReader(configuration: configuration.parser),
            policy: configuration.refreshPolicy,
            editHistoryLimit: configuration.editHistoryLimit,
            pageLimit: configuration.maximumPages,
            outages: OutageWatch(now: now, logger: logger),
            now: now,
            logger: logger
        )
    }

    /// Imports feeds and returns the sum.
    ///
    /// Cancelling the task ends the run: nothing new is begun, what is loading
    /// or parsing is given up, what has reached the writer is finished. The
    /// report says how many feeds were left. One run at a time.
    ///
    /// - Parameters:
    ///   - requests: taken as there is room, so they may be a million.
    ///   - total: how many there are, if that is known.
    ///   - leaseOwner: the owner of the leases, if the caller has leased the feeds
    ///     already, and prolongs and ends the leases; nil if the run does all that.
    ///   - makeRequest: makes the request anew for a feed, not named by anybody, whose address, settings or credentials
    ///     have changed while it waited; nil to leave such feeds for the next run.
    ///   - callbacks: told of every result and of the progress.
    /// - Returns: the sum of the run.
    /// - Throws: what `requests` throws; the feeds already taken are finished first.
    package func importFeeds(
        _ requests: some AsyncSequence<FeedImportRequest, any Error> & Sendable,
        total: Int? = nil,
        leaseOwner: String? = nil,
        makeRequest: MakeRequest? = nil,
        callbacks: Callbacks = Callbacks()
    ) async throws -> ImportReport {
        let traffic = ImportTraffic(
            configuration: configuration,
            lines: try await knownLines(),
            turns: turns,
            clock: clock,
            loadMeter: meters.load,
            pauseElsewhere: { [tools] host in await tools.pauseAskedFor(by: host) },
            now: tools.now
        )
        let run = FeedImportRun(
            tools: tools,
            traffic: traffic,
            stages: ImportStages(configuration: configuration, meters: meters),
            tally: ImportTally(total: total, callbacks: callbacks),
            leaseOwner: leaseOwner,
            makeRequest: makeRequest
        )
        // Ended with the run and not with its memory, for the next run of the same owner holds the same lock.
        turns?.begin(run: run.leaseOwner)
        currentRun.withLock { $0 = run }
        defer {
            turns?.end(run: run.leaseOwner)
            currentRun.withLock { $0 = nil }
            lines.withLock { $0 = traffic.lines }
        }
        return try await withTaskCancellationHandler {
            // Cancelled at the end of the scope: leases are kept for as long as anything is under way.
            async let _ = run.keepLeases(by: leaseClock)
            async let taking: Void = run.take(requests)
            try await run.letDepart()
            try await taking
            return await run.report
        } onCancel: {
            run.cancel()
        }
    }

    /// Lets nothing more begin in the run that is under way; what has begun is
    /// finished, and the run then ends.
    ///
    /// Of the later pages of a feed no more are begun: they may be many, and the next refresh goes on there. A source
    /// that is being waited for has to end by itself.
    package func endRun() {
        currentRun.withLock(\.self)?.end()
    }

    /// What earlier runs and the store know of hosts.
    private func knownLines() async throws -> HostLines {
        let now = tools.now()
        let hosts = try await tools.persistence.mainContext().perform { unit throws(PersistenceError) in
            try unit.hosts.specialHosts(at: now)
        }
        var lines = lines.withLock(\.self)
        for host in hosts {
            lines.recall(failures: host.failures, of: host.name, now: now)
            if let pause = HostPause(host, at: now) { lines.pause(host.name, pause, at: clock.elapsed, now: now) }
            if let limits = HostLimits(host, otherwise: lines.limits(of: host.name)) {
                lines.setLimits(limits, of: host.name)
            }
        }
        return lines
    }
}
