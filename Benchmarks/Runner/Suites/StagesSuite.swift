import FeedImporting
import FeedLoading
import FeedServer
import Foundation
import Logging
import Persistence
import PodcastModel

/// Shows how the stages of the pipeline spend a run in which each has work:
/// every feed has changed.
///
/// The figures are the pipeline's own, so the run is one of this process.
struct StagesSuite {
    var feeds: Int
    var episodes: Int
    var seed: UInt64
    var scratch: URL

    /// What one stage did.
    struct Row: Codable {
        var stage: String
        var wallSeconds: Double
        /// How long it had work in hand, and what share of the run that is.
        var busySeconds: Double
        var utilisation: Double
        /// How long it stood still although work waited for it.
        var stalledSeconds: Double
        var pieces: Int
    }

    /// What the writing connection did: the last of the stages is matching and
    /// waiting for commits as well.
    struct Writer: Codable {
        /// How long a transaction was open, for each feed, waits for the disk included.
        var busyMillisecondsPerFeed: Double
        /// The processor time of it.
        var processorMillisecondsPerFeed: Double
        var transactions: Int
    }

    /// What there is to report.
    struct Figures: Codable {
        var stages: [Row]
        var writer: Writer
    }

    /// Why what was measured is not what was meant.
    struct Failure: Error, CustomStringConvertible {
        var imported: Int
        var feeds: Int

        var description: String {
            "benchmark: \(imported) of \(feeds) feeds brought an episode, and all were to; the figures mean nothing"
        }
    }

    /// Imports the feeds, changes them, and measures how the change is imported.
    ///
    /// - Returns: what the stages and the writer did; nil if there is no nginx to load from.
    func run() async throws -> Figures? {
        guard Prerequisites.hasServer(for: "the suite of stages") else { return nil }
        var generator = FeedGenerator(seed: seed, episodes: episodes)
        let first = generator.feed(0)
        generator.revision = .newEpisode
        let server = try NginxServer(
            files: ["first.xml": first, "second.xml": generator.feed(0)],
            configuration: """
                gzip off;
                keepalive_requests 1000000;
                if ($http_user_agent = second) { rewrite ^ /second.xml break; }
                rewrite ^/feeds /first.xml break;
                """
        )
        let store = try FileManager.default.makeEmptyStore(in: scratch)
        let persistence = PersistenceManager(
            configuration: PersistenceConfiguration(location: .file(path: store)),
            logger: Self.silence
        )
        try await persistence.loadPersistentStore()
        let addresses = (1...feeds).map { "http://127.0.0.1:\(server.port)/feeds/\($0).xml" }
        Console.note("stages: first import of \(feeds) feeds")
        _ = try await importer(persistence).importFeeds(requests(addresses, userAgent: "first", persistence))
        Console.note("stages: \(feeds) feeds with a new episode")
        let importer = try importer(persistence)
        let before = try persistence.writerUse()
        let start = ContinuousClock.now
        let report = try await importer.importFeeds(requests(addresses, userAgent: "second", persistence))
        let wall = (ContinuousClock.now - start) / .seconds(1)
        let writer = try persistence.writerUse()
        try server.stop()
        guard report.counts.inserted == feeds else { throw Failure(imported: report.counts.inserted, feeds: feeds) }
        let meters = importer.meters
        let stages = [("load", meters.load), ("parse", meters.parse), ("write", meters.write)].map { stage, meter in
            let use = meter.use
            return Row(
                stage: stage,
                wallSeconds: wall,
                busySeconds: use.busy / .seconds(1),
                utilisation: use.busy / .seconds(1) / wall,
                stalledSeconds: use.stalled / .seconds(1),
                pieces: use.count
            )
        }
        return Figures(
            stages: stages,
            writer: Writer(
                busyMillisecondsPerFeed: (writer.busy - before.busy) / .milliseconds(1) / Double(feeds),
                processorMillisecondsPerFeed: (writer.processor - before.processor) / .milliseconds(1) / Double(feeds),
                transactions: writer.transactions - before.transactions
            )
        )
    }

    /// The figures as text, or as a JSON object.
    static func text(_ figures: Figures, asJSON: Bool) throws -> String {
        if asJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return String(decoding: try encoder.encode(figures), as: UTF8.self)
        }
        let lines = figures.stages.map { row in
            row.stage.padding(toLength: 12, withPad: " ", startingAt: 0)
                + String(
                    format: "%9.3f%10.0f %%%12.3f%9d",
                    row.busySeconds,
                    row.utilisation * 100,
                    row.stalledSeconds,
                    row.pieces
                )
        }
        let writer = String(
            format: "the writing connection: busy %.2f ms a feed, %.2f ms of it CPU, %d transactions",
            figures.writer.busyMillisecondsPerFeed,
            figures.writer.processorMillisecondsPerFeed,
            figures.writer.transactions
        )
        let head = [
            String(
                format: "\nthe stages of an import of changed feeds, %.3f s",
                figures.stages.first?.wallSeconds ?? 0
            ),
            "               busy s     of wall   stalled s   pieces",
        ]
        return (head + lines + [writer]).joined(separator: "\n")
    }
}

extension StagesSuite {
    private static let silence = Logger(label: "podimport-bench", factory: { _ in SwiftLogNoOpLogHandler() })

    private func importer(_ persistence: PersistenceManager) throws -> FeedImporter {
        var configuration = FeedImporterConfiguration(processorCount: ProcessInfo.processInfo.activeProcessorCount)
        // All addresses are of one host.
        configuration.hostLimits = HostLimits(spacing: .zero, concurrency: 64)
        return FeedImporter(
            loader: try PodcastFeedLoader(maximumTransfers: configuration.loadWidth),
            persistence: persistence,
            configuration: configuration,
            now: { Timestamp(epochSeconds: Int64(Date().timeIntervalSince1970)) },
            logger: Self.silence
        )
    }

    private func requests(
        _ addresses: [String],
        userAgent: String,
        _ persistence: PersistenceManager
    ) throws -> AsyncThrowingStream<FeedImportRequest, any Error> {
        let states = try persistence.mainContext().performAndWait { unit throws(PersistenceError) in
            var states: [RefreshState?] = []
            for address in addresses { states.append(try unit.refreshes.state(forFeedURL: address)) }
            return states
        }
        let requests = try zip(addresses, states).map { address, state in
            var request = FeedImportRequest(
                name: address,
                source: try FeedSource(storedURL: address),
                provenance: .user,
                refreshState: state
            )
            request.options.userAgent = userAgent
            return request
        }
        return AsyncThrowingStream { continuation in
            for request in requests { continuation.yield(request) }
            continuation.finish()
        }
    }
}
