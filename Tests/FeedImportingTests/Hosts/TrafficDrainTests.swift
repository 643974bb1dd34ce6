import Foundation
import Operations
import PodcastModel
import TestSupport
import Testing

@testable import FeedImporting

/// Feeds of any weight that go to any hosts, with room for few: all get through.
struct TrafficDrainTests {
    @Test(.timeLimit(.minutes(10)), arguments: 0..<16)
    func everyFeedGetsThroughWhereverItHasToGo(seed: UInt64) async throws {
        // Given
        var generator = SeededGenerator(seed: seed)
        let journeys = try (0..<80).map { try Journey($0, &generator) }
        let clock = SteppingClock()
        let traffic = traffic(clock, &generator)
        let rules = HostRules(clock: clock)

        // When
        let ended = await withTaskCancellationHandler {
            await drive(journeys, through: traffic, rules)
        } onCancel: {
            _ = traffic.close()
        }

        // Then
        #expect(ended.sorted() == journeys.map(\.request.name).sorted())
        #expect(traffic.lines.waitingCount == 0 && traffic.lines.activeCount == 0)
        traffic.state.withLock { state in
            #expect(state.window.count == 0 && state.hops.isEmpty && state.feeds.isEmpty && state.heldBytes == nil)
        }
        #expect(rules.breaches.isEmpty)
    }

    @Test(.timeLimit(.minutes(10)))
    func whoWaitsToGoOnIsToldWhenTheRunIsClosedAndNothingIsKept() async throws {
        // Given room for one feed, which has to go where the next one waits for room
        let path = NSTemporaryDirectory() + "turns-\(UUID())"
        defer { unlink(path) }
        let (own, other) = (try TurnFile(path: path), try TurnFile(path: path))
        let clock = SteppingClock()
        let meter = StageMeter(clock: PipelineClock(clock))
        var configuration = FeedImporterConfiguration(processorCount: 1)
        configuration.maximumFeedsInFlight = 1
        let traffic = traffic(configuration, clock, turns: own, meter)
        let urls = ["http://one.example/", "http://two.example/", "http://three.example/"]
        for url in urls { #expect(traffic.add(FeedImportRequest(name: url, source: .http(try FeedURL(url))))) }
        guard case .begin(let feed, let pass)? = await traffic.departures().first else {
            Issue.record("nothing begins")
            return
        }
        let turn = Task { try await pass.takeTurn(at: "two.example") }
        try await until { traffic.state.withLock { !$0.hops.isEmpty } }

        // When
        #expect(traffic.close() == 2)

        // Then
        await #expect(throws: CancellationError.self) { try await turn.value }
        traffic.end([feed.request.windowKey])
        await traffic.drained()
        #expect(await traffic.departures().isEmpty)
        #expect(traffic.lines.activeCount == 0)
        #expect(other.enter(host: "two.example", spacing: .seconds(1)) == nil, "the turn there is nobody's")
        clock.advance(by: .seconds(9))
        #expect(meter.use.stalled == .zero, "nobody waits for room any more")
    }

    @Test(.timeLimit(.minutes(10)))
    func whoWaitsToGoOnDoesSoWhenNoFeedBeginsAnyMore() async throws {
        // Given a feed that has to go where another one is, and feeds that wait to begin there and where it was
        let traffic = traffic(FeedImporterConfiguration(processorCount: 1), SteppingClock())
        let urls = ["one", "two", "one", "two"].enumerated().map { "http://\($1).example/\($0)" }
        for url in urls { #expect(traffic.add(FeedImportRequest(name: url, source: .http(try FeedURL(url))))) }
        let begun = await traffic.departures().compactMap { departure -> Begun? in
            if case .begin(let feed, let pass) = departure { (feed, pass) } else { nil }
        }
        let (feed, pass) = try #require(begun.first { $0.pass.host == "one.example" })
        let (other, place) = try #require(begun.first { $0.pass.host == "two.example" })
        let turn = Task { try await pass.takeTurn(at: "two.example") }
        try await until { traffic.state.withLock { !$0.hops.isEmpty } }

        // When
        #expect(traffic.endBeginning() == 2)

        // Then it gets its turn, and nobody is woken for those
        #expect(traffic.state.withLock { $0.nextTime } == nil)
        async let departures = traffic.departures()
        place.end()
        traffic.end([other.request.windowKey])
        #expect(try await turn.value == nil)
        pass.end()
        traffic.end([feed.request.windowKey])

        // And nothing else begins
        #expect(await departures.isEmpty)
        #expect(!traffic.add(FeedImportRequest(name: urls[0], source: .http(try FeedURL(urls[0])))))
        #expect(traffic.lines.waitingCount == 0 && traffic.lines.activeCount == 0)
    }

    @Test(.timeLimit(.minutes(10)))
    func aFeedHeavierThanAllRoomGoesOnAndThenTheNextBegins() async throws {
        // Given a feed whose document turns out to be larger than all there is room for
        let clock = SteppingClock()
        let traffic = traffic(FeedImporterConfiguration(processorCount: 1), clock)
        let urls = (0..<3).map { "http://host\($0).example/" }
        for url in urls.prefix(1) {
            #expect(traffic.add(FeedImportRequest(name: url, source: .http(try FeedURL(url)))))
        }
        guard case .begin(let feed, let pass)? = await traffic.departures().first else {
            Issue.record("nothing begins")
            return
        }
        traffic.weigh(feed.request.windowKey, bytes: 64 << 20)
        pass.end()
        for url in urls.dropFirst() {
            #expect(traffic.add(FeedImportRequest(name: url, source: .http(try FeedURL(url)))))
        }
        traffic.endSource()

        // When it has to look elsewhere, at a host it has asked just now as well
        async let next = traffic.departures()
        for host in ["elsewhere.example", "elsewhere.example", "host0.example"] {
            #expect(try await pass.takeTurn(at: host) == nil)
        }
        pass.end()
        traffic.end([feed.request.windowKey])

        // Then the others can begin
        #expect(await next.count == 2)
    }
}

extension TrafficDrainTests {
    private typealias Begun = (feed: ImportTraffic.WaitingFeed, pass: HostPass)

    /// Where a feed goes, and what it weighs there.
    private struct Journey: Sendable {
        let request: FeedImportRequest
        let firstHost: String?
        /// Where it goes on to, and whether it may stay if it is there already.
        let hops: [(host: String, mayStay: Bool, bytes: Int)]

        init(_ number: Int, _ generator: inout SeededGenerator) throws {
            let host = Journey.host(&generator)
            let isFile = generator.chance(10)
            let source: FeedSource =
                isFile ? .file(path: "/nowhere/\(number)") : .http(try FeedURL("http://\(host)/\(number)"))
            request = FeedImportRequest(name: "\(number)", source: source)
            firstHost = isFile ? nil : host
            hops = (0..<(generator.chance(50) ? 0 : Int.random(in: 1...3, using: &generator))).map { _ in
                (Journey.host(&generator), generator.chance(50), Int.random(in: 0...600, using: &generator))
            }
        }

        private static func host(_ generator: inout SeededGenerator) -> String {
            "host\(Int.random(in: 0..<7, using: &generator)).example"
        }
    }

    /// Notices where a host is asked twice at once, or too soon.
    private final class HostRules: Sendable {
        private let clock: SteppingClock
        private let state = Locked((asked: Set<String>(), ends: [String: Duration](), breaches: [String]()))

        init(clock: SteppingClock) {
            self.clock = clock
        }

        var breaches: [String] { state.withLock(\.breaches) }

        func begin(_ host: String) {
            let time = clock.now.offset
            state.withLock { state in
                if !state.asked.insert(host).inserted { state.breaches.append("\(host) twice at once") }
                guard let end = state.ends[host], time - end < .seconds(1) else { return }
                state.breaches.append("\(host) after \(time - end)")
            }
        }

        func end(_ host: String) {
            let time = clock.now.offset
            state.withLock { state in
                state.asked.remove(host)
                state.ends[host] = time
            }
        }
    }

    private func traffic(_ clock: SteppingClock, _ generator: inout SeededGenerator) -> ImportTraffic {
        var configuration = FeedImporterConfiguration(processorCount: 2)
        configuration.loadWidth = Int.random(in: 1...3, using: &generator)
        configuration.maximumFeedsInFlight = Int.random(in: 1...5, using: &generator)
        configuration.maximumBytesInFlight = Int.random(in: 50...500, using: &generator)
        configuration.assumedDocumentBytes = 100
        let traffic = traffic(configuration, clock)
        let until = clock.timestamp.adding(seconds: 1_000_000)
        traffic.pause("host6.example", HostPause(until: until, reason: .rateLimited))
        return traffic
    }

    private func traffic(
        _ configuration: FeedImporterConfiguration,
        _ clock: SteppingClock,
        turns: TurnFile? = nil,
        _ meter: StageMeter? = nil
    ) -> ImportTraffic {
        ImportTraffic(
            configuration: configuration,
            lines: HostLines(limits: configuration.hostLimits, maximumActive: configuration.turnWidth),
            turns: turns,
            clock: PipelineClock(clock),
            loadMeter: meter,
            now: { clock.timestamp }
        )
    }

    /// Sends feeds on their ways; returns the names of those that came to their end.
    private func drive(
        _ journeys: [Journey],
        through traffic: ImportTraffic,
        _ rules: HostRules
    ) async -> [String] {
        let byName = Dictionary(uniqueKeysWithValues: journeys.map { ($0.request.name, $0) })
        return await withTaskGroup(of: String?.self) { group in
            group.addTask {
                for journey in journeys { guard await traffic.wantsMore(), traffic.add(journey.request) else { break } }
                traffic.endSource()
                return nil
            }
            while true {
                let departures = await traffic.departures()
                if departures.isEmpty { break }
                for departure in departures {
                    group.addTask {
                        switch departure {
                        case .begin(let feed, let pass):
                            guard let journey = byName[feed.request.name] else { return nil }
                            await travel(journey, with: pass, traffic, rules)
                            return journey.request.name
                        case .postpone(let feed, _):
                            traffic.end([feed.request.windowKey])
                            return feed.request.name
                        }
                    }
                }
            }
            await traffic.drained()
            return await group.reduce(into: []) { names, name in if let name { names.append(name) } }
        }
    }

    private func travel(
        _ journey: Journey,
        with pass: HostPass,
        _ traffic: ImportTraffic,
        _ rules: HostRules
    ) async {
        var place = journey.firstHost
        if let place { rules.begin(place) }
        for hop in journey.hops {
            await Task.yield()
            traffic.weigh(journey.request.windowKey, bytes: hop.bytes)
            if hop.mayStay, place == hop.host { continue }
            if let place { rules.end(place) }
            do {
                place = try await pass.takeTurn(at: hop.host) == nil ? hop.host : nil
            } catch {
                // Only a traffic that was closed throws; that the feed has not come through shows.
                place = nil
            }
            if let place { rules.begin(place) }
        }
        await Task.yield()
        if let place { rules.end(place) }
        pass.end()
        traffic.end([journey.request.windowKey])
    }
}
