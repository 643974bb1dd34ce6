import FeedLoading
import FeedParsing
import Foundation
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Two stores that import the same documents: in one, items that are known are not read again; in the other all are.
struct TwoRoads {
    let short: ImportTestBed
    let long: ImportTestBed

    static func run(_ test: (TwoRoads) async throws -> Void) async throws {
        try await ImportTestBed.run { short in
            try await ImportTestBed.run { long in try await test(TwoRoads(short: short, long: long)) }
        }
    }

    /// Imports a document of one feed into both, and compares them.
    ///
    /// - Returns: whether all its items were left out together.
    @discardableResult
    func take(
        _ text: String,
        as feedURL: String = "https://show.example/feed.xml",
        compares: Bool = true
    ) async throws -> Bool {
        let isLeftOut = try await reading(of: text, feedURL).map(\.itemsAreLeftOut) ?? false
        let path = try short.write(text)
        let quick = try await short.take(path, as: feedURL, readsAll: false)
        let slow = try await long.take(path, as: feedURL, readsAll: true)
        #expect(quick == slow)
        if compares { try await compare("\(text.prefix(2_000))") }
        advance(hours: 7)
        return isLeftOut
    }

    /// How many items of a document would be left out one by one, and how many read.
    func leftOut(
        of text: String,
        as feedURL: String = "https://show.example/feed.xml"
    ) async throws -> (count: Int, readCount: Int) {
        guard let reading = try await reading(of: text, feedURL) else { return (0, 0) }
        return (reading.layout?.items.count(where: \.isLeftOut) ?? 0, reading.document.episodes.count)
    }

    func compare(_ comment: String) async throws {
        let (one, other) = (try await short.dump(), try await long.dump())
        #expect(one == other, "\(Set(one).symmetricDifference(other).sorted())\n\(comment)")
    }

    func advance(hours: Int64) {
        short.advance(hours: hours)
        long.advance(hours: hours)
    }

    /// What the first store's importer reads of a document; nil if it knows none of its items.
    private func reading(of text: String, _ feedURL: String) async throws -> DocumentReading? {
        guard let state = try await short.state(of: feedURL), let known = state.itemBlockDigest else { return nil }
        let bytes = try await short.read { unit throws(PersistenceError) in
            try unit.refreshes.itemMemory(of: state.subscriptionID)
        }
        let source = DocumentSource(
            body: FeedBody(Array(text.utf8)),
            baseURL: feedURL,
            charset: nil,
            guidsAreUnreliable: state.guidsAreUnreliable
        )
        return try FeedDocumentReader().read(source, items: .unknown(known, ItemMemoryLookup { bytes }))
    }
}

extension ImportTestBed {
    fileprivate func state(of feedURL: String) async throws -> RefreshState? {
        try await read { unit throws(PersistenceError) in
            try unit.refreshes.state(forFeedURL: feedURL)
        }
    }

    /// Imports a file, and says what came of it.
    fileprivate func take(_ path: String, as feedURL: String, readsAll: Bool) async throws -> String? {
        var request = FeedImportRequest(name: feedURL, source: .file(path: path), identity: feedURL)
        request.refreshState = try await state(of: feedURL)
        if readsAll { request.refreshState = request.refreshState?.changing { $0.itemBlockDigest = nil } }
        let result = Locked<String?>(nil)
        let requests = AsyncThrowingStream<FeedImportRequest, any Error> { [request] in
            $0.yield(request)
            $0.finish()
        }
        _ = try await importer(FeedImporterConfiguration(processorCount: 2)).importFeeds(
            requests,
            callbacks: .init(onResult: { given in result.withLock { $0 = given.comparable } })
        )
        return result.withLock(\.self)
    }
}

extension FeedImportResult {
    /// All but how long it took.
    fileprivate var comparable: String {
        "\(feed) \(outcome) \(podcastID ?? 0) \(episodeCount) \(title ?? "") \(warnings)"
    }
}
