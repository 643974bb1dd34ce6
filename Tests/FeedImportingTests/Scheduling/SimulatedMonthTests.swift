import PodcastModel
import Testing

@testable import FeedImporting

/// Thirty days of a daemon in one test: outages, restarts, crashes, suspends,
/// clocks that are set, and hosts that fail.
struct SimulatedMonthTests {
    private static let feedCount = 24
    private static let interval: Int64 = 3600

    /// What befalls the daemon, by the hour it happens in.
    private enum Event {
        case restart
        case crash
        case suspend(hours: Int)
        case setClock(hours: Int64)
        /// Every host fails for so many hours.
        case outage(hours: Int64)
    }

    private static let events: [Int64: Event] = [
        30: .restart, 31: .restart, 50: .crash, 77: .suspend(hours: 9), 120: .setClock(hours: 26),
        150: .setClock(hours: -26), 200: .outage(hours: 5), 260: .setClock(hours: -48), 300: .setClock(hours: 48),
        333: .crash, 334: .restart, 400: .suspend(hours: 30), 480: .outage(hours: 20), 600: .setClock(hours: 3),
    ]

    @Test func losesNoFeedMakesNoBurstAndAsksNothingEarly() async throws {
        // Given feeds followed at one moment
        let bed = try await SchedulerTestBed()
        try await bed.follow(0..<Self.feedCount) { _ in 0 }
        var month = Month(bed: bed)

        // When
        try await month.run(events: Self.events)

        // Then each wait was as long as it was meant to be, by a clock nobody sets
        #expect(month.early == [])
        // No feed was forgotten: none waited longer than all that befell it explains.
        #expect(month.asked.count == Self.feedCount)
        #expect(month.longestWait <= .seconds(34 * 3600))
        #expect(month.asked.values.allSatisfy { $0.count > 400 })
        // What fell due at once was not asked at once: five a second, as much beforehand, and again after a restart.
        #expect(month.mostInASecond <= 15)
    }

    /// The course of the month, and what was seen in it.
    private struct Month {
        let bed: SchedulerTestBed
        var scheduler: RefreshScheduler
        var processes = 1
        var outageEnds = Duration.zero
        /// When each feed was asked, on the clock nobody sets.
        var asked: [String: [Duration]] = [:]
        /// The wait that each feed was given.
        var promised: [String: Duration] = [:]
        var early: [String] = []
        var perSecond: [Int64: Int] = [:]

        init(bed: SchedulerTestBed) {
            self.bed = bed
            scheduler = Self.scheduler(bed, 1)
        }

        private static func scheduler(_ bed: SchedulerTestBed, _ number: Int) -> RefreshScheduler {
            bed.scheduler("process-\(number)") { configuration in
                configuration.feedsPerSecond = 5
                configuration.provisionalDue = { _, now in now.adding(seconds: SimulatedMonthTests.interval) }
            }
        }

        var mostInASecond: Int { perSecond.values.max() ?? 0 }

        var longestWait: Duration {
            var longest = Duration.zero
            for times in asked.values {
                for (first, second) in zip(times, times.dropFirst()) { longest = max(longest, second - first) }
            }
            return longest
        }

        private var elapsed: Duration { bed.clock.now.offset }

        mutating func run(events: [Int64: Event]) async throws {
            var pending = events.sorted { $0.key < $1.key }
            while elapsed < .seconds(30 * 86_400) {
                guard let request = await scheduler.next() else { return }
                note(request.name)
                if let event = pending.first, elapsed >= .seconds(event.key * 3600) {
                    pending.removeFirst()
                    // The feed at hand is what a crash catches in flight.
                    try await undergo(event.value, with: request)
                } else {
                    try await answer(request)
                }
            }
        }

        private mutating func note(_ name: String) {
            let times = asked[name] ?? []
            if let last = times.last, let wait = promised[name], elapsed - last < wait - .seconds(60) {
                early.append("\(name) after \(elapsed - last) instead of \(wait)")
            }
            asked[name] = times + [elapsed]
            perSecond[elapsed.components.seconds, default: 0] += 1
        }

        private mutating func answer(_ request: FeedImportRequest) async throws {
            // Some are asked rarely, and while all hosts fail each waits twice as long.
            let isSlow = request.name.hasSuffix("7")
            let wait = SimulatedMonthTests.interval + (elapsed < outageEnds ? 1800 : 0) + (isSlow ? 600 : 0)
            promised[request.name] = .seconds(wait)
            try await bed.answer(request, nextDueIn: wait, scheduler)
        }

        private mutating func undergo(_ event: Event, with request: FeedImportRequest) async throws {
            switch event {
            case .crash:
                promised[request.name] = .seconds(SimulatedMonthTests.interval)
                processes += 1
                scheduler = Self.scheduler(bed, processes)
                return
            case .restart:
                try await answer(request)
                scheduler.end()
                _ = await scheduler.next()
                try await scheduler.giveBack()
                processes += 1
                scheduler = Self.scheduler(bed, processes)
                return
            case .suspend(let hours): bed.clock.advance(by: .seconds(hours * 3600))
            case .setClock(let hours): bed.setClock(by: hours * 3600)
            case .outage(let hours): outageEnds = elapsed + .seconds(hours * 3600)
            }
            try await answer(request)
        }
    }
}
