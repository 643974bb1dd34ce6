import PodcastModel
import Testing

@testable import FeedImporting

struct OutageDetectorTests {
    /// What happens, in order; the tickets of failures count from 1.
    enum Event: Sendable {
        case fails(String, OutageDetector.Testimony = .witness, offline: Bool = false)
        case answers
        case settles
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let events: [Event]
        /// Tickets of failures that are the feed's, and of those that are nobody's.
        let charged: [Int]
        let uncharged: [Int]
        let isOutage: Bool
    }

    static let cases = [
        Case(
            testDescription: "one dead host among living ones",
            events: [.fails("a"), .answers],
            charged: [1],
            uncharged: [],
            isOutage: false
        ),
        Case(
            testDescription: "one dead host and nothing else",
            events: [.fails("a"), .settles],
            charged: [1],
            uncharged: [],
            isOutage: false
        ),
        Case(
            testDescription: "three hosts at once",
            events: [.fails("a"), .fails("b"), .fails("c")],
            charged: [],
            uncharged: [1, 2, 3],
            isOutage: true
        ),
        Case(
            testDescription: "three feeds of one host",
            events: [.fails("a"), .fails("a"), .fails("a"), .settles],
            charged: [1, 2, 3],
            uncharged: [],
            isOutage: false
        ),
        Case(
            testDescription: "an answer in between",
            events: [.fails("a"), .fails("b"), .answers, .fails("c"), .settles],
            charged: [1, 2, 3],
            uncharged: [],
            isOutage: false
        ),
        Case(
            testDescription: "one host after the other",
            events: [.fails("a"), .settles, .fails("b"), .settles, .fails("c"), .settles, .fails("d"), .settles],
            charged: [1, 2],
            uncharged: [3, 4],
            isOutage: true
        ),
        Case(
            testDescription: "one host after the other, and an answer in between",
            events: [.fails("a"), .settles, .fails("b"), .settles, .answers, .fails("c"), .settles],
            charged: [1, 2, 3],
            uncharged: [],
            isOutage: false
        ),
        Case(
            testDescription: "one host again and again",
            events: [.fails("a"), .settles, .fails("a"), .settles, .fails("a"), .settles],
            charged: [1, 2, 3],
            uncharged: [],
            isOutage: false
        ),
        Case(
            testDescription: "a host that has been dead for long, after two that were well",
            events: [.fails("a"), .settles, .fails("b"), .settles, .fails("dead", .nothing), .settles],
            charged: [1, 2, 3],
            uncharged: [],
            isOutage: false
        ),
        Case(
            testDescription: "three hosts that have been dead for long",
            events: [
                .fails("a", .nothing), .fails("b", .nothing), .fails("c", .nothing), .settles,
            ],
            charged: [1, 2, 3],
            uncharged: [],
            isOutage: false
        ),
        Case(
            testDescription: "three hosts that nobody has asked before",
            events: [.fails("a", .newcomer), .fails("b", .newcomer), .fails("c", .newcomer), .settles],
            charged: [],
            uncharged: [1, 2, 3],
            isOutage: true
        ),
        Case(
            testDescription: "three hosts that nobody has asked before, while others may still answer",
            events: [.fails("a", .newcomer), .fails("b", .newcomer), .fails("c", .newcomer)],
            charged: [],
            uncharged: [],
            isOutage: false
        ),
        Case(
            testDescription: "three hosts that nobody has asked before, and then an answer",
            events: [.fails("a", .newcomer), .fails("b", .newcomer), .fails("c", .newcomer), .answers],
            charged: [1, 2, 3],
            uncharged: [],
            isOutage: false
        ),
        Case(
            testDescription: "two hosts that nobody has asked before, and one that has been dead for long",
            events: [.fails("a", .newcomer), .fails("b", .newcomer), .fails("c", .nothing), .settles],
            charged: [1, 2, 3],
            uncharged: [],
            isOutage: false
        ),
        Case(
            testDescription: "a host that nobody has asked before, after two that were well",
            events: [.fails("a"), .settles, .fails("b"), .settles, .fails("c", .newcomer), .settles],
            charged: [1, 2],
            uncharged: [3],
            isOutage: true
        ),
        Case(
            testDescription: "three dead hosts to which the system knows no route",
            events: [
                .fails("a", .nothing, offline: true), .fails("b", .nothing, offline: true),
                .fails("c", .nothing, offline: true),
            ],
            charged: [],
            uncharged: [1, 2, 3],
            isOutage: true
        ),
        Case(
            testDescription: "a dead host during an outage",
            events: [.fails("a"), .fails("dead", .nothing), .fails("b"), .fails("c")],
            charged: [],
            uncharged: [1, 2, 3, 4],
            isOutage: true
        ),
        Case(
            testDescription: "what fails after the outage was recognised",
            events: [.fails("a"), .fails("b"), .fails("c"), .fails("d"), .fails("a")],
            charged: [],
            uncharged: [1, 2, 3, 4, 5],
            isOutage: true
        ),
        Case(
            testDescription: "no route and nothing else",
            events: [.fails("a", offline: true), .settles],
            charged: [],
            uncharged: [1],
            isOutage: true
        ),
        Case(
            testDescription: "no route to one host while others answer",
            events: [.fails("a", offline: true), .answers],
            charged: [1],
            uncharged: [],
            isOutage: false
        ),
        Case(
            testDescription: "the network comes back",
            events: [.fails("a"), .fails("b"), .fails("c"), .answers, .fails("d"), .settles],
            charged: [4],
            uncharged: [1, 2, 3],
            isOutage: false
        ),
    ]

    @Test(arguments: cases)
    func chargesAFailureToWhomItBelongs(sample: Case) {
        let now = Timestamp(epochSeconds: 1_795_232_700)
        var detector = OutageDetector()
        var verdicts: [Int: OutageDetector.Verdict] = [:]
        var ticket = 0
        for event in sample.events {
            let decided: [Int: OutageDetector.Verdict]
            switch event {
            case .answers: decided = detector.answered()
            case .settles: decided = detector.settle(at: now)
            case .fails(let host, let testimony, let isOffline):
                ticket += 1
                let failure = OutageDetector.Failure(
                    ticket: ticket,
                    host: host,
                    testimony: testimony,
                    isOffline: isOffline
                )
                decided = detector.failed(failure, at: now)
            }
            #expect(Set(decided.keys).isDisjoint(with: verdicts.keys), "each is decided once")
            verdicts.merge(decided) { $1 }
        }
        #expect(verdicts.filter { $0.value == .feed }.keys.sorted() == sample.charged)
        #expect(verdicts.filter { $0.value != .feed }.keys.sorted() == sample.uncharged)
        #expect(detector.isOutage == sample.isOutage)
    }

    @Test func asksNobodyForAWhileAndThenTriesAgain() {
        let now = Timestamp(epochSeconds: 1_795_232_700)
        var detector = OutageDetector()
        #expect(!detector.waitsForAnswer)
        for (ticket, host) in ["a", "b", "c"].enumerated() {
            _ = detector.failed(.init(ticket: ticket, host: host, testimony: .witness, isOffline: false), at: now)
            #expect(detector.waitsForAnswer)
        }
        #expect(detector.standstill(at: now) == now.adding(seconds: 300))
        #expect(detector.standstill(at: now.adding(seconds: 300)) == nil)
        _ = detector.answered()
        #expect(detector.standstill(at: now) == nil)
    }

    @Test func aClockThatWasAheadLeavesNoStandstillBehind() {
        // Given an outage that was recognised by a clock eight hours ahead
        let now = Timestamp(epochSeconds: 1_795_232_700)
        let ahead = now.adding(seconds: 8 * 3600)
        var detector = OutageDetector()
        for (ticket, host) in ["a", "b", "c"].enumerated() {
            _ = detector.failed(.init(ticket: ticket, host: host, testimony: .witness, isOffline: false), at: ahead)
        }
        #expect(detector.standstill(at: ahead) == ahead.adding(seconds: 300))

        // When the clock is set, then somebody is asked, and is judged as after any other standstill
        #expect(detector.standstill(at: now) == nil)
        #expect(detector.failed(.init(ticket: 3, host: "a", testimony: .witness, isOffline: false), at: now).isEmpty)
        #expect(detector.settle(at: now) == [3: .outage(until: now.adding(seconds: 300))])
        #expect(detector.standstill(at: now) == now.adding(seconds: 300))
    }

    @Test func aClockThatIsSetBackByALittleEndsNoStandstill() {
        let now = Timestamp(epochSeconds: 1_795_232_700)
        var detector = OutageDetector()
        _ = detector.failed(.init(ticket: 0, host: "a", testimony: .witness, isOffline: true), at: now)
        _ = detector.settle(at: now)

        #expect(detector.standstill(at: now.adding(seconds: -30)) == now.adding(seconds: 300))
    }

    @Test func whoIsTriedAfterwardsIsExcusedAsLongAsNobodyHasAnswered() {
        // Given an outage of which nobody has said that it is over
        let now = Timestamp(epochSeconds: 1_795_232_700)
        var detector = OutageDetector()
        for (ticket, host) in ["a", "b", "c"].enumerated() {
            _ = detector.failed(.init(ticket: ticket, host: host, testimony: .witness, isOffline: false), at: now)
        }

        // When one host is tried again and does not answer
        let later = now.adding(seconds: 300)
        let decided = detector.failed(.init(ticket: 3, host: "a", testimony: .witness, isOffline: false), at: later)

        // Then others may show whose trouble it is, and if none does it is nobody's
        #expect(decided.isEmpty)
        #expect(detector.settle(at: later) == [3: .outage(until: later.adding(seconds: 300))])

        // But that of a host which says nothing of the network any more is its own
        let last = later.adding(seconds: 300)
        _ = detector.failed(.init(ticket: 4, host: "a", testimony: .nothing, isOffline: false), at: last)
        #expect(detector.settle(at: last) == [4: .feed])
    }
}
