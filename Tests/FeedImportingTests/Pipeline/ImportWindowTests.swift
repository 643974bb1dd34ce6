import Testing

@testable import FeedImporting

struct ImportWindowTests {
    @Test func boundsTheNumberInFlight() {
        var window = ImportWindow(maximumFeeds: 2, maximumBytes: 1000)
        window.enter("a", bytes: 1)
        #expect(window.hasRoom(forBytes: 1))
        window.enter("b", bytes: 1)
        #expect(!window.hasRoom(forBytes: 1))
        window.leave("a")
        #expect(window.hasRoom(forBytes: 1))
        #expect(window.count == 1)
    }

    @Test func boundsTheBytesInFlight() {
        var window = ImportWindow(maximumFeeds: 10, maximumBytes: 100)
        window.enter("a", bytes: 10)
        window.weigh("a", bytes: 95)
        #expect(!window.hasRoom(forBytes: 10))
        window.weigh("a", bytes: 90)
        #expect(window.hasRoom(forBytes: 10))
    }

    @Test func letsASingleLargeFeedInAlone() {
        var window = ImportWindow(maximumFeeds: 10, maximumBytes: 100)
        #expect(window.hasRoom(forBytes: 1000))
        window.enter("large", bytes: 1000)
        #expect(!window.hasRoom(forBytes: 1))
        window.leave("large")
        #expect(window.hasRoom(forBytes: 1))
    }

    @Test func forgetsWhatHasLeft() {
        var window = ImportWindow(maximumFeeds: 2, maximumBytes: 100)
        window.enter("a", bytes: 60)
        window.leave("a")
        window.leave("a")
        window.weigh("a", bytes: 90)
        #expect(window.count == 0)
        window.enter("b", bytes: 50)
        #expect(window.hasRoom(forBytes: 50))
    }
}
