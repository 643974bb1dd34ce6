import Testing

@testable import FeedImporting

struct TokenBucketTests {
    @Test func allowsASecondsWorthAtOnceAndThenItsRate() {
        var bucket = TokenBucket(rate: 20, at: .zero)
        #expect(bucket.available(at: .zero) == 20)
        bucket.take(20)
        #expect(bucket.available(at: .zero) == 0)
        #expect(bucket.nextTime(at: .zero) == .milliseconds(50))
        #expect(bucket.available(at: .milliseconds(50)) == 1)
        #expect(bucket.available(at: .milliseconds(500)) == 10)
        // Idle time is not saved up.
        #expect(bucket.available(at: .seconds(3600)) == 20)
    }

    @Test func worksSlowRatesOffOneByOne() {
        var bucket = TokenBucket(rate: 0.5, at: .zero)
        #expect(bucket.available(at: .zero) == 1)
        bucket.take(1)
        #expect(bucket.nextTime(at: .zero) == .seconds(2))
        #expect(bucket.available(at: .milliseconds(1990)) == 0)
        #expect(bucket.available(at: .seconds(2)) == 1)
    }

    @Test(arguments: [(0, 50.0), (45_000, 50), (90_000, 100), (900_000, 1000)])
    func takesAQuarterOfAnHourForEverything(feeds: Int, rate: Double) {
        #expect(TokenBucket.defaultRate(feedCount: feeds) == rate)
    }
}
