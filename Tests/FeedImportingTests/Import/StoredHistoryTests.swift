import Foundation
import Logging
import Persistence
import PodcastModel
import TestSupport
import Testing

/// Random publishers against the real import and the real store: whatever they
/// do, every episode has one row, and every row one episode.
///
/// A failure names its seed; `PODIMPORT_HISTORY_SEED=123 swift test --filter
/// StoredHistoryTests` plays that history alone and prints it.
/// `PODIMPORT_HISTORY_COUNT=5000` plays so many.
struct StoredHistoryTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let replayed = environment["PODIMPORT_HISTORY_SEED"].flatMap(UInt64.init)
    private static let count = environment["PODIMPORT_HISTORY_COUNT"].flatMap(UInt64.init) ?? 240
    private static let seeds: [Range<UInt64>] =
        replayed.map { [$0..<$0 + 1] } ?? (0..<4).map { count * $0 / 4..<count * ($0 + 1) / 4 }

    /// What publishers do, by how each act begins: the histories have to come to all of it.
    private static let acts =
        [
            "publishes", "has no guid yet", "lists the oldest first", "lists in any order", "lists the newest",
            "renews the tokens",
            "changes the text", "changes the title", "changes the path", "changes the guid", "changes the date",
            "retracts",
            "restores", "moves to", "the document breaks off", "item", "serves an empty channel", "serves another show",
            "dates everything today", "dates everything 2038", "dates", "gives all items one guid",
            "leaves the guids out",
            "lists everything twice",
        ] + Publisher.Upheaval.allCases.map { "undergoes \($0)" }

    @Test(arguments: seeds)
    func neverLosesDoublesOrMixesEpisodes(seeds: Range<UInt64>) async throws {
        // Given
        let logger = Logger.silent
        let persistence = PersistenceManager(configuration: PersistenceConfiguration(location: .memory), logger: logger)
        try await persistence.loadPersistentStore()
        var heldCount = 0

        for seed in seeds {
            // When
            var history = StoredHistory(seed: seed, persistence: persistence)
            do {
                try await history.play()
            } catch {
                Issue.record("PODIMPORT_HISTORY_SEED=\(seed): \(error)\n\(history.log.joined(separator: "\n"))")
                break
            }

            // Then
            if let failure = history.failure {
                Issue.record("PODIMPORT_HISTORY_SEED=\(seed): \(failure)\n\(history.log.joined(separator: "\n"))")
                break
            }
            heldCount += history.heldCount
            if Self.replayed != nil { print(history.log.joined(separator: "\n")) }
        }
        if Self.replayed == nil { #expect(heldCount > 0, "no history came to a mistake") }
        #expect(try await persistence.care().check().isSound)
        try await persistence.close()
    }

    @Test func theHistoriesComeToWhateverPublishersDo() {
        var missing = Set(Self.acts)
        for seed in 0..<240 {
            // As a history plays it, without a store.
            var publisher = Publisher(seed: UInt64(seed))
            for poll in 0..<10 {
                if poll > 0 { _ = publisher.mistakenDocument() }
                _ = publisher.document()
                publisher.live()
            }
            let done = publisher.takeLog()
            missing = missing.filter { act in !done.contains { $0 == act || $0.hasPrefix(act + " ") } }
        }
        #expect(missing == [])
    }
}
