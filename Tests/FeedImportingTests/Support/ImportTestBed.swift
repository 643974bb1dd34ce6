import FeedLoading
import Foundation
import Logging
import Operations
import Persistence
import PodcastModel
import TestSupport

@testable import FeedImporting

/// A store in memory, an importer on it, and files to import.
struct ImportTestBed: StoreTestBed {
    let persistence: PersistenceManager
    let folder: URL
    private let loader: PodcastFeedLoader
    private let clock: Locked<Timestamp>

    /// Runs a test with everything set up, and takes it down again.
    static func run<Value>(inFile: Bool = false, _ test: (ImportTestBed) async throws -> Value) async throws -> Value {
        let logger = Logger.silent
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "podimport-\(UUID())",
            isDirectory: true
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let location: PersistenceConfiguration.Location =
            inFile ? .file(path: folder.appendingPathComponent("store.sqlite").path) : .memory
        let persistence = PersistenceManager(
            configuration: PersistenceConfiguration(location: location),
            logger: logger
        )
        try await persistence.loadPersistentStore()
        let loader = try PodcastFeedLoader()
        let bed = ImportTestBed(
            persistence: persistence,
            folder: folder,
            loader: loader,
            clock: .init(Timestamp(epochSeconds: 1_795_232_700))
        )
        let value = try await test(bed)
        await loader.shutdown()
        try await persistence.close()
        try FileManager.default.removeItem(at: folder)
        return value
    }

    /// Lets time pass, as far as the importer can see.
    func advance(hours: Int64) {
        advance(seconds: hours * 3600)
    }

    /// Lets time pass, as far as the importer can see.
    func advance(seconds: Int64) {
        clock.withLock { $0 = $0.adding(seconds: seconds) }
    }

    /// The importer's clock.
    var now: Timestamp { clock.withLock { $0 } }

    /// Writes a document to a file of the folder.
    func write(_ text: String, to name: String = "feed.xml") throws -> String {
        let path = folder.appendingPathComponent(name).path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Imports files in one run; the results come in order of completion.
    @discardableResult
    func importFiles(
        _ paths: [String],
        as identity: String? = nil,
        force: Bool = false,
        subscribes: Bool = true,
        isDryRun: Bool = false,
        configuration: FeedImporterConfiguration = FeedImporterConfiguration(processorCount: 2)
    ) async throws -> (results: [FeedImportResult], report: ImportReport) {
        let results = Locked<[FeedImportResult]>([])
        let importer = importer(configuration)
        let requests = AsyncThrowingStream<FeedImportRequest, any Error> { continuation in
            do {
                for path in paths {
                    var request = FeedImportRequest(name: path, source: .file(path: path), identity: identity)
                    request.isNamed = true
                    request.force = force
                    request.subscribes = subscribes
                    request.isDryRun = isDryRun
                    let feedURL = identity ?? request.source.feedURL ?? ""
                    request.refreshState = try persistence.mainContext().performAndWait {
                        unit throws(PersistenceError) in
                        try unit.refreshes.state(forFeedURL: feedURL)
                    }
                    continuation.yield(request)
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        let report = try await importer.importFeeds(
            requests,
            total: paths.count,
            callbacks: .init(onResult: { result in results.withLock { $0.append(result) } })
        )
        return (results.withLock { $0 }, report)
    }

    func importer(_ configuration: FeedImporterConfiguration) -> FeedImporter {
        FeedImporter(
            loader: loader,
            persistence: persistence,
            configuration: configuration,
            now: { clock.withLock { $0 } },
            logger: .silent
        )
    }

    func episodes() async throws -> [StoredEpisode] {
        try await read { unit throws(PersistenceError) in
            try unit.episodes.episodes(matching: EpisodeQuery(order: .oldestFirst))
        }
    }
}

/// Feeds as simple as a test needs them.
enum TestFeed {
    static func item(_ guid: String, title: String? = nil, day: Int = 1, extra: String = "") -> String {
        """
        <item><title>\(title ?? "Episode \(guid)")</title><guid isPermaLink="false">\(guid)</guid>
        <pubDate>\(day < 10 ? "0\(day)" : "\(day)") Nov 2026 06:00:00 GMT</pubDate>
        <enclosure url="https://media.example/\(guid).mp3" length="1000000" type="audio/mpeg"/>\(extra)</item>
        """
    }

    static func rss(
        _ items: [String],
        title: String = "Show",
        link: String = "https://show.example/",
        channel: String = ""
    ) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
        <title>\(title)</title><link>\(link)</link><description>d</description>\(channel)
        \(items.joined(separator: "\n"))
        </channel></rss>
        """
    }
}
