import Testing

@testable import FeedImporting

struct ClaimsTests {
    @Test func aRowThatIsReleasedIsFreeAndItsItemPendingAgain() {
        // Given
        var claims = Claims(itemCount: 2, rowCount: 2)
        claims.add(1, for: 0, by: .guid, detail: "so it is")
        claims.findPending()
        #expect(claims.pending == [1])
        #expect(claims.unclaimedRows == [0])

        // When
        claims.release(0)
        claims.findPending()

        // Then
        #expect(claims.pending == [0, 1])
        #expect(claims.unclaimedRows == [0, 1])
        #expect(claims.reason(for: 0) == nil)
        #expect(claims.detail(of: 0).isEmpty)
    }

    @Test func aRowGoesOverToTheItemThatItsOwnIsMergedInto() {
        // Given
        var claims = Claims(itemCount: 3, rowCount: 1)
        claims.add(0, for: 0, by: .alias)
        claims.findPending()

        // When
        claims.merge(0, into: 2, detail: "twice")
        claims.dropSettled()

        // Then
        #expect(claims.pairs.map(\.item) == [2])
        #expect(claims.item(of: 0) == 2)
        #expect(claims.row(of: 0) == nil)
        #expect(claims.reason(for: 0) == .duplicate)
        #expect(claims.reason(for: 2) == .alias)
        #expect(claims.unclaimedCount == 0)
        #expect(claims.distinctItems == [1, 2])
        #expect(claims.pending == [1])
    }
}
