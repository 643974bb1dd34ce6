import PodcastModel
import TestSupport
import Testing

@testable import FeedImporting

struct HostLinesTests {
    private let now = Timestamp(epochSeconds: 1_795_232_700)

    @Test func keepsRequestsToAHostApart() {
        // Given three feeds of one host
        var lines = HostLines(limits: HostLimits(), maximumActive: 10)
        for ticket in 1...3 { lines.add(ticket, host: "a", now: now) }

        // When the first takes half a second
        #expect(lines.next(at: .zero, now: now)?.ticket == 1)
        #expect(lines.next(at: .seconds(5), now: now) == nil, "one at a time")
        lines.end(host: "a", at: .seconds(5.5), now: now)

        // Then the next comes a second after its end
        #expect(lines.nextTime == .seconds(6.5))
        #expect(lines.next(at: .seconds(6.4), now: now) == nil)
        #expect(lines.next(at: .seconds(6.5), now: now)?.ticket == 2)
    }

    @Test func liftsTheRulesIfTold() {
        var lines = HostLines(limits: HostLimits(spacing: .zero, concurrency: 2), maximumActive: 10)
        for ticket in 1...3 { lines.add(ticket, host: "a", now: now) }
        #expect(lines.next(at: .zero, now: now)?.ticket == 1)
        #expect(lines.next(at: .zero, now: now)?.ticket == 2)
        #expect(lines.next(at: .zero, now: now) == nil)
        lines.end(host: "a", at: .zero, now: now)
        #expect(lines.next(at: .zero, now: now)?.ticket == 3)
    }

    @Test func letsOneHostHaveLimitsOfItsOwn() {
        var lines = HostLines(limits: HostLimits(spacing: .zero), maximumActive: 10)
        lines.setLimits(HostLimits(spacing: .seconds(60)), of: "slow")
        for ticket in 1...2 { lines.add(ticket, host: "slow", now: now) }
        #expect(lines.next(at: .zero, now: now)?.ticket == 1)
        lines.end(host: "slow", at: .seconds(1), now: now)
        #expect(lines.next(at: .seconds(60), now: now) == nil)
        #expect(lines.next(at: .seconds(61), now: now)?.ticket == 2)
    }

    @Test(arguments: [
        ("reddit.com", 60), ("www.reddit.com", 60), ("notreddit.com", 1), ("openrss.org", 1),
    ])
    func rule59AHostMayWantMoreTimeBetweenItsFeeds(host: String, seconds: Int) {
        var lines = HostLines(limits: HostLimits(), rules: HostRule.defaults, maximumActive: 10)
        for ticket in 1...2 { lines.add(ticket, host: host, now: now) }
        #expect(lines.next(at: .zero, now: now)?.ticket == 1)
        lines.end(host: host, at: .seconds(2), now: now)
        #expect(lines.nextTime == .seconds(2 + seconds))
        #expect(lines.spacing(of: host) == .seconds(seconds))
    }

    @Test func aLongLineHoldsUpNobodyElse() {
        var lines = HostLines(limits: HostLimits(), maximumActive: 32)
        for ticket in 1...10_000 { lines.add(ticket, host: "many", now: now) }
        lines.add(10_001, host: "other", now: now)
        #expect(lines.next(at: .zero, now: now)?.ticket == 1)
        #expect(lines.next(at: .zero, now: now)?.ticket == 10_001)
    }

    @Test func whoIsOnTheWayGoesBeforeThoseThatHaveNotBegunAndKeepsTheRules() {
        // Given a host at which two feeds wait, and one that comes from elsewhere
        var lines = HostLines(limits: HostLimits(), maximumActive: 10)
        for ticket in 1...2 { lines.add(ticket, host: "a", now: now) }
        #expect(lines.next(at: .zero, now: now)?.ticket == 1)
        lines.add(3, host: "a", as: .hop, now: now)
        #expect(lines.next(.hop, at: .seconds(5), now: now) == nil, "one at a time")
        lines.end(host: "a", at: .seconds(5), now: now)

        // When nobody else may begin
        #expect(lines.nextTime(for: .hop) == .seconds(6))
        #expect(lines.next(.hop, at: .seconds(5.9), now: now) == nil)
        let hop = lines.next(.hop, at: .seconds(6), now: now)

        // Then
        #expect(hop?.ticket == 3)
        #expect(lines.next(at: .seconds(7), now: now) == nil)
        if let hop { lines.putBack(hop, until: .seconds(9), now: now) }
        #expect(lines.next(.hop, at: .seconds(9), now: now)?.ticket == 3)
        lines.end(host: "a", at: .seconds(9), now: now)
        #expect(lines.next(.hop, at: .seconds(10), now: now) == nil)
        #expect(lines.next(at: .seconds(10), now: now)?.ticket == 2)
    }

    @Test func aTurnThatIsOnlyLookedAtKeepsNobodyFromTheHost() {
        // Given
        var lines = HostLines(limits: HostLimits(), maximumActive: 1)
        for ticket in 1...2 { lines.add(ticket, host: "a", now: now) }
        lines.add(3, host: nil, now: now)

        // When
        let first = lines.first(at: .zero, now: now)

        // Then
        #expect(first?.ticket == 1)
        #expect(lines.first(at: .seconds(1), now: now) == first)
        #expect(lines.waitingCount == 3 && lines.activeCount == 0)
        lines.add(4, host: "a", as: .hop, now: now)
        #expect(lines.next(.hop, at: .zero, now: now)?.ticket == 4)
        lines.end(host: "a", at: .zero, now: now)
        #expect(lines.next(at: .seconds(1), now: now) == HostLines.Turn(ticket: 3, host: nil, pause: nil))
        lines.end(host: nil, at: .seconds(1), now: now)
        #expect(lines.next(at: .seconds(1), now: now) == first)
    }

    @Test func boundsWhatIsUnderWayInAll() {
        var lines = HostLines(limits: HostLimits(), maximumActive: 2)
        for ticket in 1...4 { lines.add(ticket, host: "host\(ticket)", now: now) }
        lines.add(5, host: nil, now: now)
        let first = (0..<5).compactMap { _ in lines.next(at: .zero, now: now)?.ticket }
        #expect(first == [1, 2])
        lines.end(host: "host1", at: .zero, now: now)
        #expect(lines.next(at: .zero, now: now)?.ticket == 3)
    }

    @Test func handsOutWhoWaitsForAPausedHostAtOnce() {
        // Given a host that is busy with one of its feeds
        var lines = HostLines(limits: HostLimits(), maximumActive: 2)
        for ticket in 1...4 { lines.add(ticket, host: "a", now: now) }
        #expect(lines.next(at: .zero, now: now)?.pause == nil)

        // When it asks for a pause
        let pause = HostPause(until: now.adding(seconds: 600), reason: .rateLimited)
        lines.pause("a", pause, at: .zero, now: now)

        // Then the others are told, and none is to ask
        let turns = (0..<5).compactMap { _ in lines.next(at: .zero, now: now) }
        #expect(turns.map(\.ticket) == [2, 3, 4])
        #expect(turns.allSatisfy { $0.pause == pause })
        #expect(lines.activeCount == 1)

        // And afterwards it is asked again
        lines.end(host: "a", at: .seconds(1), now: now)
        lines.add(5, host: "a", now: now.adding(seconds: 600))
        #expect(lines.next(at: .seconds(600), now: now.adding(seconds: 600))?.pause == nil)
    }

    @Test func whoWaitsWhenAPauseEndsHasATurn() {
        var lines = HostLines(limits: HostLimits(), maximumActive: 2)
        lines.pause("a", HostPause(until: now.adding(seconds: 10), reason: .unavailable), at: .zero, now: now)
        lines.add(1, host: "a", now: now)
        let later = now.adding(seconds: 10)
        #expect(lines.next(at: .seconds(10), now: later) == HostLines.Turn(ticket: 1, host: "a", pause: nil))
    }

    @Test(arguments: [Int64(-172_800), 172_800])
    func aPauseLastsAsLongAsWasAskedForWhereverTheClockIsSet(seconds: Int64) {
        var lines = HostLines(limits: HostLimits(spacing: .zero), maximumActive: 8)
        lines.pause("a", HostPause(until: now.adding(seconds: 7200), reason: .rateLimited), at: .zero, now: now)
        lines.add(1, host: "a", now: now)

        // When the clock is set after an hour, the pause ends when it would have
        let hour = now.adding(seconds: 3600 + seconds)
        let early = lines.next(at: .seconds(3600), now: hour)
        lines.add(2, host: "a", now: hour)
        let onTime = lines.next(at: .seconds(7200), now: hour.adding(seconds: 3600))

        #expect(early?.pause?.until == now.adding(seconds: 7200 + seconds))
        #expect(onTime == HostLines.Turn(ticket: 2, host: "a", pause: nil))
    }

    @Test func theLongerOfTwoPausesCounts() {
        var lines = HostLines(limits: HostLimits(), maximumActive: 2)
        let long = HostPause(until: now.adding(seconds: 600), reason: .rateLimited)
        lines.pause("a", long, at: .zero, now: now)
        lines.pause("a", HostPause(until: now.adding(seconds: 60), reason: .unavailable), at: .zero, now: now)
        lines.add(1, host: "a", now: now)
        #expect(lines.next(at: .zero, now: now)?.pause == long)
    }

    @Test func aFeedThatIsAskedForLiftsOnlyThePauseOfAnUnreachableHost() {
        var lines = HostLines(limits: HostLimits(), maximumActive: 9)
        let until = now.adding(seconds: 600)
        lines.pause("dead", HostPause(until: until, reason: .unreachable), at: .zero, now: now)
        lines.pause("busy", HostPause(until: until, reason: .rateLimited), at: .zero, now: now)
        for (ticket, host) in ["dead", "busy"].enumerated() {
            lines.liftUnreachablePause(of: host, now: now)
            lines.add(ticket, host: host, now: now)
        }
        let turns = (0..<2).compactMap { _ in lines.next(at: .zero, now: now) }
        #expect(turns.filter { $0.pause == nil }.map(\.host) == ["dead"])
        #expect(turns.filter { $0.pause != nil }.map(\.host) == ["busy"])
    }

    @Test(arguments: [(days: 1, count: 2), (days: 8, count: 1)])
    func failuresOfHostsThatNobodyAsksAnyMoreAreForgotten(days: Int64, count: Int) {
        // Given a feed that was redirected to a dead host of another name each time
        var lines = HostLines(limits: HostLimits(spacing: .zero), maximumActive: 10)
        for number in 0..<1200 { #expect(lines.countFailure(of: "dead\(number)", now: now) == 1) }

        // When another host is asked later
        let later = now.adding(seconds: days * 86_400)
        lines.add(1, host: "a", now: later)
        #expect(lines.next(at: .seconds(days * 86_400), now: later) != nil)
        lines.end(host: "a", at: .seconds(days * 86_400), now: later)

        // Then
        #expect(lines.countFailure(of: "dead7", now: later) == count)
    }

    @Test func goesThroughManyFeedsOfManyHostsWithoutLookingAtAllEachTime() {
        // Given a hundred thousand feeds of ten thousand hosts, which takes
        // for ever if each step looks at all of them
        var lines = HostLines(limits: HostLimits(spacing: .zero), maximumActive: 4)
        for ticket in 0..<100_000 { lines.add(ticket, host: "host\(ticket % 10_000)", now: now) }

        // When
        var order: [Int] = []
        while let turn = lines.next(at: .zero, now: now) {
            order.append(turn.ticket)
            lines.end(host: turn.host, at: .zero, now: now)
        }

        // Then each had its turn, the hosts in rotation
        #expect(order == Array(0..<100_000))
        #expect(lines.waitingCount == 0 && lines.activeCount == 0)
    }

    @Test(arguments: 0..<20)
    func neverBreaksItsRules(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var lines = HostLines(limits: HostLimits(spacing: .seconds(1), concurrency: 2), maximumActive: 5)
        var elapsed = Duration.zero
        var active: [String: Int] = [:]
        var lastTouched: [String: Duration] = [:]
        var waiting: Set<Int> = []
        for ticket in 0..<2000 {
            elapsed += .milliseconds(Int.random(in: 0...400, using: &generator))
            if Bool.random(using: &generator) {
                let waiter = Bool.random(using: &generator) ? HostLines.Waiter.hop : .feed
                lines.add(ticket, host: "host\(Int.random(in: 0..<4, using: &generator))", as: waiter, now: now)
                waiting.insert(ticket)
            }
            if let turn = lines.next(.hop, at: elapsed, now: now) ?? lines.next(at: elapsed, now: now),
                let host = turn.host
            {
                #expect(waiting.remove(turn.ticket) != nil, "each has one turn")
                active[host, default: 0] += 1
                #expect(active[host, default: 0] <= 2)
                #expect(active.values.reduce(0, +) <= 5)
                if let last = lastTouched[host] { #expect(elapsed - last >= .seconds(1)) }
                lastTouched[host] = elapsed
            }
            if let host = active.filter({ $0.value > 0 }).keys.sorted().randomElement(using: &generator),
                Int.random(in: 0..<3, using: &generator) == 0
            {
                active[host, default: 0] -= 1
                lines.end(host: host, at: elapsed, now: now)
                lastTouched[host] = elapsed
            }
        }
        #expect(lines.waitingCount == waiting.count)
    }
}
