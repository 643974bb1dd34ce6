import FeedImporting
import Foundation
import Logging
import Persistence
import PodcastModel
import ServiceLifecycle
import TestSupport

@testable import ImporterApp

/// The status server on a store of its own, at a Unix socket and at a port of
/// the loopback.
struct ServerTestBed: Sendable {
    let persistence: PersistenceManager
    let path: String
    let port: UInt16
    /// What /metrics tells besides the store.
    let metrics: CollectedMetrics

    static let now = Timestamp(epochSeconds: 1_793_491_200)
    /// Longer than any test: a busy machine closes no connection.
    static let patient = Duration.seconds(3600)

    /// Runs a test against a server.
    ///
    /// - Parameters:
    ///   - loads: whether the store is loaded before the test begins.
    ///   - connections: how many there may be at the port.
    ///   - idleTimeout: how long a connection may be there without a request.
    ///   - bodyTimeout: how long a request may take after its head.
    ///   - writeTimeout: how long an answer may stand still.
    ///   - stopTimeout: how long an answer may go out after the test.
    ///   - patience: how many seconds to wait for another process that holds the store.
    ///   - pause: how the server waits before it looks after the socket beside the store.
    ///   - test: asks the server.
    /// - Throws: what the test throws, and what goes wrong with the server.
    static func run(
        loads: Bool = true,
        connections: Int = StatusServer.maximumConnections,
        idleTimeout: Duration = Self.patient,
        bodyTimeout: Duration = Self.patient,
        writeTimeout: Duration = Self.patient,
        stopTimeout: Duration = ConnectionTimeouts().stop,
        patience: Double = 10,
        pause: @escaping Pause = { try await Task.sleep(for: $0) },
        _ test: @escaping @Sendable (ServerTestBed) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("podimport-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer {
            do {
                try FileManager.default.removeItem(atPath: folder)
            } catch {
                print("a folder is left behind: \(folder)")
            }
        }
        let logger = Logger.silent
        var configuration = PersistenceConfiguration(location: .file(path: folder + "/s"))
        configuration.busyTimeoutSeconds = patience
        let persistence = PersistenceManager(configuration: configuration, logger: logger)
        let state = DaemonState(startedAt: now)
        if loads {
            try await persistence.loadPersistentStore()
            _ = state.becomeReady(at: now)
        }
        let app = ImporterApp(
            settings: try ImporterSettings(
                SettingsSources(commandLine: [:], environment: ["HOME": folder], file: nil, currentDirectory: folder)
            )
        )
        guard let address = ListenAddress("127.0.0.1:0") else { throw POSIXError(.EINVAL) }
        let tcp = try ListeningSocket.loopback(address)
        let unix = try ListeningSocket.besideStore(folder + "/s")
        let bed = ServerTestBed(
            persistence: persistence,
            path: folder + "/s-daemon",
            port: ListeningSocket.port(of: tcp.descriptor) ?? 0,
            metrics: CollectedMetrics()
        )
        let server = StatusServer(
            sockets: [unix, tcp],
            makeSocketBesideStore: { try ListeningSocket.besideStore(folder + "/s") },
            source: StatusSource(
                persistence: persistence,
                app: { app },
                status: { DaemonStatus(state: state, figures: RefreshSchedulerFigures(), processID: 1) },
                metrics: bed.metrics,
                isAlive: { true },
                now: { now }
            ),
            maximumConnections: connections,
            timeouts: ConnectionTimeouts(idle: idleTimeout, body: bodyTimeout, write: writeTimeout, stop: stopTimeout),
            pause: pause,
            logger: logger
        )
        let group = ServiceGroup(services: [server], logger: logger)
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                try await test(bed)
                await group.triggerGracefulShutdown()
            }
            do {
                try await tasks.waitForAll()
            } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
        }
        try await persistence.close()
    }

    /// Asks at the Unix socket.
    func get(_ target: String, headers: [String] = []) async throws -> HTTPClient.Response {
        try await HTTPClient(path: path).send("GET", target, headers: headers)
    }

    /// Searches until nothing is missing in the index: on a busy machine that may take longer than a search waits.
    func getWhenIndexed(_ target: String) async throws -> HTTPClient.Response {
        while true {
            let answer = try await get(target)
            let missing = try answer.object()["notIndexed"] as? Int
            if missing ?? 0 == 0 { return answer }
        }
    }

    func send(
        _ method: String,
        _ target: String,
        headers: [String] = [],
        body: String = ""
    ) async throws -> HTTPClient.Response {
        try await HTTPClient(path: path).send(method, target, headers: headers, body: body)
    }

    /// Sends a document in JSON.
    func post(_ target: String, _ body: String) async throws -> HTTPClient.Response {
        try await send("POST", target, headers: ["Content-Type: application/json"], body: body)
    }

    /// Imports podcasts with episodes, the first of a podcast the oldest.
    func fill(podcasts: Int, episodes: Int) async throws {
        try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            for number in 1...podcasts {
                let wish = NewSubscription(
                    feedURL: "https://\(number).example/feed?token=geheim",
                    title: "Show \(number)"
                )
                let id = try unit.subscriptions.subscribe(to: wish, at: Self.now).id
                var podcast = Podcast()
                podcast.title = "Show \(number)"
                podcast.link = "https://anna:geheim@\(number).example/site"
                podcast.selfURL = "https://\(number).example/feed?auth=geheim"
                let stored = try unit.podcasts.upsert(
                    podcast,
                    contentHash: UInt64(number),
                    computedGUID: nil,
                    subscriptionID: id,
                    at: Self.now
                )
                for index in 0..<episodes {
                    let episode = Self.episode("\(number)-\(index)", at: index)
                    _ = try unit.episodes.insert([(episode, true)], podcastID: stored.id, at: Self.now)
                }
            }
        }
    }

    /// Writes something to the store that is no change: when a host was asked.
    func noteHost(_ name: String) async throws {
        try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            try unit.hosts.save(HostState(name: name, lastUsedAt: Self.now))
        }
    }

    /// Where the store is.
    var store: String { String(path.dropLast("-daemon".count)) }

    /// Subscribes to feeds and deletes all changes but the last, at once.
    func addAndTrim(_ feeds: [String]) async throws {
        try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            for feed in feeds { _ = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: feed), at: Self.now) }
            try unit.changes.trim(before: Self.now.adding(seconds: 1), at: Self.now)
        }
    }

    private static func episode(_ name: String, at index: Int) -> IncomingEpisode {
        var episode = Episode()
        episode.guid = name
        episode.key = name
        episode.title = "Episode \(name)"
        episode.publishedAt = now.adding(seconds: Int64(index - 1_000) * 86_400)
        episode.enclosures = [Enclosure(url: "https://cdn.example/\(name).mp3?token=1", length: 1, type: "audio/mpeg")]
        return IncomingEpisode(
            episode: episode,
            contentHash: UInt64(index),
            canonicalEnclosure: nil,
            canonicalTitle: episode.title,
            position: index
        )
    }
}

extension HTTPClient.Response {
    /// The numbers of the items of a page.
    func ids() throws -> [Int] {
        (try object()["items"] as? [[String: Any]] ?? []).compactMap { ($0["id"] as? NSNumber)?.intValue }
    }

    /// The word of an error.
    func errorKind() throws -> String? {
        (try object()["error"] as? [String: Any])?["kind"] as? String
    }
}
