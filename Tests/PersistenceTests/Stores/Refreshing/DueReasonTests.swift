import PodcastModel
import Testing

@testable import Persistence

struct DueReasonTests {
    private static let stored =
        #"[{"rule":"back-off","detail":"é \"1\"","notBefore":"2026-11-21T05:40:00Z"},"#
        + #"{"rule":"of-later","detail":"","notBefore":null}]"#

    private static let reasons = [
        DueReason(rule: .backOff, detail: "é \"1\"", notBefore: Timestamp(epochSeconds: 1_795_239_600)),
        DueReason(rule: DueReason.Rule(rawValue: "of-later"), detail: ""),
    ]

    @Test func isStoredAsItIsPrinted() throws {
        #expect(ColumnJSON.text(Self.reasons) == Self.stored)
        #expect(try JSONValue(encoding: Self.reasons).text == Self.stored)
    }

    @Test func aRuleThatOnlyALaterVersionKnowsIsReadAndKept() async throws {
        // Given what a later version has written
        let store = try await TestStore.withFeeds(dueIn: [0])
        try await store.damage("UPDATE subscription SET dueReasons = '\(Self.stored)' WHERE id = 1")

        // When this one reads it, and writes it again
        let (read, written) = try await store.context.save { unit throws(PersistenceError) in
            let reasons = try unit.refreshes.dueReasons(of: 1)
            try unit.refreshes.postpone(1, until: TestStore.now, reasons: reasons)
            let column = "SELECT dueReasons FROM subscription WHERE id = 1"
            return (reasons, try unit.fetchOne(column) { row in row.text() })
        }

        // Then
        #expect(read == Self.reasons)
        #expect(written == Self.stored)
    }
}
