import Foundation
import Logging
import Persistence
import PodcastModel

/// One run of the importer: takes feeds in, and lets each begin in its turn.
final class FeedImportRun: Sendable {
    private let tools: ImportTools
    private let traffic: ImportTraffic
    private let stages: ImportStages
    private let tally: ImportTally
    private let leases: ImportLeases
    private let departures: FeedDepartures

    init(
        tools: ImportTools,
        traffic: ImportTraffic,
        stages: ImportStages,
        tally: ImportTally,
        leaseOwner: String?,
        makeRequest: FeedImporter.MakeRequest?
    ) {
        self.tools = tools
        self.traffic = traffic
        self.stages = stages
        self.tally = tally
        leases = ImportLeases(
            owner: leaseOwner ?? "run-\(UUID().uuidString)",
            isKeptElsewhere: leaseOwner != nil,
            turns: traffic.turns,
            tools: tools
        )
        departures = FeedDepartures(
            tools: tools,
            traffic: traffic,
            stages: stages,
            tally: tally,
            leases: leases,
            makeRequest: makeRequest
        )
    }

    /// The name under which the run leases its feeds.
    var leaseOwner: String { leases.owner }

    /// The sum of what has ended, once all callbacks have returned.
    var report: ImportReport {
        get async {
            await tally.told()
            return tally.report
        }
    }

    /// Takes feeds from the caller as long as there is room.
    ///
    /// - Throws: what the sequence throws, unless the run was cancelled.
    func take(_ requests: some AsyncSequence<FeedImportRequest, any Error>) async throws {
        defer { traffic.endSource() }
        var iterator = requests.makeAsyncIterator()
        while await traffic.wantsMore(), let request = try await iterator.next() {
            if await isRefused(request) { continue }
            // The run may have been cancelled while the feed was fetched from its source.
            guard traffic.add(request) else { return tally.leave(1) }
        }
    }

    /// Ends a feed that another process is importing, if the caller would rather hear of that than wait; true if it has
    /// ended.
    ///
    /// Looked at before the feed stands in the line of its host, where it would wait for the other process's turn.
    private func isRefused(_ request: FeedImportRequest) async -> Bool {
        guard request.whenLeased == .fail else { return false }
        let result: FeedImportResult
        do {
            guard let until = try await leases.holdElsewhere(on: request) else { return false }
            let busy = ImportFailure.busy(feed: request.source.redacted, until: until)
            result = try request.result(.failed(busy), countedIn: tally.countsEpisodes ? tools.persistence : nil)
        } catch {
            // What is wrong with the store is reported when the feed's turn has come.
            return false
        }
        tally.begin()
        tools.log(result, of: request)
        tally.end(result)
        return true
    }

    /// Lets feeds begin until there are none any more, and waits for them.
    func letDepart() async throws {
        while true {
            let next = await traffic.departures()
            guard !next.isEmpty else { break }
            departures.settle(next)
        }
        await traffic.drained()
        do {
            try leases.giveBack()
        } catch PersistenceError.busy where Task.isCancelled {
            // Whoever has stopped the run is to hear what became of it.
            tools.logger.warning(
                "feeds were not given back; they are free when this process has ended",
                metadata: ["error": "another process writes to the store"]
            )
        }
    }

    /// Prolongs the leases of what is under way, until the task is cancelled: a feed of many pages may take longer than
    /// a lease lasts, and begins nothing meanwhile.
    func keepLeases(by clock: PipelineClock) async {
        guard !leases.isKeptElsewhere else { return }
        while await ImportLeases.prolonged(by: clock, tools.logger, leases.renew) {}
    }

    /// Lets nothing more begin; what has begun goes on, to other hosts, too.
    func end() {
        tally.leave(traffic.endBeginning())
    }

    /// Gives up what has not reached the writer.
    func cancel() {
        departures.cancel()
        tally.leave(traffic.close())
        stages.cancelUnwritten()
    }
}
