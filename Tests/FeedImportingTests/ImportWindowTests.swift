import Testing

@testable import FeedImporting

struct ImportWindowTests {
    @Test func boundsTheNumberInFlight() async {
        let window = ImportWindow(maximumFeeds: 2, maximumBytes: 1000)
        #expect(await window.admit("a", assumedBytes: 1))
        #expect(await window.admit("b", assumedBytes: 1))
        async let third = window.admit("c", assumedBytes: 1)
        window.leave("a")
        #expect(await third)
        #expect(window.count == 2)
    }

    @Test func boundsTheBytesInFlight() async {
        let window = ImportWindow(maximumFeeds: 10, maximumBytes: 100)
        #expect(await window.admit("a", assumedBytes: 10))
        window.weigh("a", bytes: 95)
        async let second = window.admit("b", assumedBytes: 10)
        window.weigh("a", bytes: 90)
        #expect(await second)
    }

    @Test func letsASingleLargeFeedInAlone() async {
        let window = ImportWindow(maximumFeeds: 10, maximumBytes: 100)
        #expect(await window.admit("large", assumedBytes: 1000))
        async let second = window.admit("b", assumedBytes: 1)
        window.leave("large")
        #expect(await second)
    }

    @Test func neverHoldsOneFeedTwice() async {
        let window = ImportWindow(maximumFeeds: 10, maximumBytes: 100)
        #expect(await window.admit("a", assumedBytes: 1))
        async let again = window.admit("a", assumedBytes: 1)
        window.leave("a")
        #expect(await again)
        #expect(window.count == 1)
    }

    @Test func admitsNothingOnceClosed() async {
        let window = ImportWindow(maximumFeeds: 1, maximumBytes: 100)
        #expect(await window.admit("a", assumedBytes: 1))
        async let second = window.admit("b", assumedBytes: 1)
        window.close()
        #expect(await second == false)
        window.leave("a")
        await window.drained()
        #expect(window.count == 0)
    }

    @Test func drainsUnderPressure() async {
        let window = ImportWindow(maximumFeeds: 8, maximumBytes: 1_000_000)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<2000 {
                guard await window.admit("\(number)", assumedBytes: 1) else { break }
                group.addTask { window.leave("\(number)") }
            }
        }
        await window.drained()
        #expect(window.count == 0)
    }
}
