import FeedLoading
import Foundation
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
    /// - Returns: whether its items were left out.
    @discardableResult
    func take(_ text: String, as feedURL: String = "https://show.example/feed.xml") async throws -> Bool {
        let state = try await short.read { unit throws(PersistenceError) in
            try unit.subscriptions.refreshState(forFeedURL: feedURL)
        }
        let path = try short.write(text)
        let isLeftOut = try Self.isLeftOut(text, state: state, feedURL: feedURL)

        let quick = try await short.importFiles([path], as: feedURL).results
        try await long.forgetItemBlocks()
        let slow = try await long.importFiles([path], as: feedURL).results
        #expect(quick.map(\.comparable) == slow.map(\.comparable))
        try await compare(text)
        advance(hours: 7)
        return isLeftOut
    }

    func compare(_ comment: String) async throws {
        let (one, other) = (try await short.dump(), try await long.dump())
        #expect(one == other, "\(Set(one).symmetricDifference(other).sorted())\n\(comment)")
    }

    func advance(hours: Int64) {
        short.advance(hours: hours)
        long.advance(hours: hours)
    }

    private static func isLeftOut(_ text: String, state: RefreshState?, feedURL: String) throws -> Bool {
        let source = DocumentSource(
            body: FeedBody(Array(text.utf8)),
            baseURL: feedURL,
            charset: nil,
            guidsAreUnreliable: state?.guidsAreUnreliable ?? false
        )
        return try FeedDocumentReader().read(source, items: .unknown(state?.itemBlockDigest)).itemsAreLeftOut
    }
}

extension FeedImportResult {
    /// All but how long it took.
    var comparable: String {
        "\(feed) \(outcome) \(podcastID ?? 0) \(episodeCount ?? -1) \(title ?? "") \(warnings)"
    }
}
