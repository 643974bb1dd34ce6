import FeedServer
import Operations
import PodcastModel

/// Sixteen shows that publish for a month on hosts of which some fail, and a
/// strict look at when they are asked.
///
/// It lives by a clock that nobody sets; what is allowed is worked out from
/// what was answered, and not by the code that is tested.
final class MonthOfWeb: Sendable {
    /// How a show publishes, and how its host behaves.
    enum Kind: Int, CaseIterable {
        case weekly, daily, irregular, fresh, withoutValidators, failing, limited, vanishing
    }

    private struct State {
        var requests: [String: [Duration]] = [:]
        var notBefore: [String: Duration] = [:]
        /// How many episodes each show had when its document was last sent or confirmed.
        var seen: [String: Int] = [:]
        var perSecond: [Int64: Int] = [:]
        var violations: [String] = []
    }

    static let urls = (0..<16).map { "http://show\($0).example/feed" }
    private static let day: Int64 = 86_400
    private static let hour: Int64 = 3600

    private let clock: SteppingClock
    /// The hours in which every host fails.
    private let outages: [Range<Int64>]
    private let state = Locked(State())

    init(clock: SteppingClock, outages: [Range<Int64>]) {
        self.clock = clock
        self.outages = outages
    }

    /// What was done that is not allowed, a line each.
    var violations: [String] { state.withLock(\.violations) }
    /// When each feed was asked.
    var requests: [String: [Duration]] { state.withLock(\.requests) }
    /// How many episodes of each show have been seen.
    var seen: [String: Int] { state.withLock(\.seen) }
    /// The most requests within one second.
    var mostInASecond: Int { state.withLock { $0.perSecond.values.max() ?? 0 } }

    static func kind(of number: Int) -> Kind { Kind(rawValue: number % Kind.allCases.count) ?? .weekly }

    /// The episodes a show has published by now, the newest first.
    func episodes(of number: Int) -> [Timestamp] {
        let gap: Int64 =
            switch Self.kind(of: number) {
            case .weekly, .fresh, .vanishing: 7 * Self.day
            case .daily, .limited, .failing: Self.day
            case .irregular, .withoutValidators: 201_600
            }
        let first = SteppingClock.start.adding(seconds: Int64(number) * 1700 - 12 * gap)
        let count = clock.trueTime.seconds(since: first) / gap
        return (0...count).reversed().map { first.adding(seconds: $0 * gap) }
    }

    /// Answers a request, and looks at it.
    func answer(_ request: RecordedRequest) -> [ServerStep] {
        guard let number = Self.urls.firstIndex(of: request.path) else { return ServerStep.response(404) }
        let episodes = episodes(of: number)
        let elapsed = clock.now.offset
        return state.withLock { state in
            let url = request.path
            if let earliest = state.notBefore[url], elapsed < earliest - .seconds(60) {
                state.violations.append("\(url): asked at \(elapsed), not to be asked before \(earliest)")
            }
            state.requests[url, default: []].append(elapsed)
            state.perSecond[elapsed.components.seconds, default: 0] += 1
            let (steps, rest) = answer(request, number, episodes, in: &state)
            state.notBefore[url] = elapsed + .seconds(rest)
            return steps
        }
    }

    private func answer(
        _ request: RecordedRequest,
        _ number: Int,
        _ episodes: [Timestamp],
        in state: inout State
    ) -> (steps: [ServerStep], rest: Int64) {
        let (hour, url) = (clock.now.offset.components.seconds / Self.hour, request.path)
        let kind = Self.kind(of: number)
        // Who has no validators is asked once a day, also when it fails.
        let floor = kind == .withoutValidators ? Self.day : Self.hour
        if outages.contains(where: { $0.contains(hour) }) { return (ServerStep.response(503), floor) }
        switch kind {
        case .failing where (120..<216).contains(hour): return (ServerStep.response(500), Self.hour)
        case .vanishing where (240..<480).contains(hour): return (ServerStep.response(404), Self.hour)
        case .limited where state.requests[url, default: []].count % 5 == 0:
            return (ServerStep.response(429, ["Retry-After: 7200"]), 7200)
        default: break
        }
        state.seen[url] = episodes.count
        let etag = "\"\(episodes.count)\""
        var headers = kind == .withoutValidators ? [] : ["ETag: \(etag)"]
        if kind == .fresh { headers.append("Cache-Control: max-age=21600") }
        let rest = kind == .fresh ? 6 * Self.hour : floor
        if request["If-None-Match"] == etag { return (ServerStep.notModified(headers), rest) }
        return (ServerStep.response(200, headers, document(number, episodes)), rest)
    }

    private func document(_ number: Int, _ episodes: [Timestamp]) -> String {
        let items = episodes.enumerated().map { index, date in
            """
            <item><title>Episode \(episodes.count - index)</title><pubDate>\(date.rfc3339)</pubDate>
            <guid isPermaLink="false">\(number)-\(episodes.count - index)</guid>
            <enclosure url="https://media.example/\(number)/\(episodes.count - index).mp3" length="1" type="audio/mpeg"/>
            </item>
            """
        }
        return TestFeed.rss(items, title: "Show \(number)")
    }
}
