import FeedServer
import Operations
import PodcastModel

/// Two hundred feeds of many kinds on a hundred and twenty-one hosts, and a
/// strict look at how they are asked.
///
/// What is allowed is worked out here, from what was answered, and not by the
/// code that is tested.
final class SimulatedWeb: Sendable {
    /// How a feed behaves.
    enum Kind: Int, CaseIterable {
        case stable, fresh, withoutValidators, daily, busy, vanishing, redirected, slow, flaky, withCookies
    }

    /// What has been seen of one feed.
    struct Feed {
        var requests = 0
        var documents = 0
        /// Not to be asked before this time.
        var notBefore = Timestamp(epochSeconds: 0)
        /// Every request, a line each.
        var log: [String] = []
    }

    private struct State {
        var feeds: [String: Feed] = [:]
        /// When each host was asked last, and until when it wants to be left alone.
        ///
        /// Time only passes while nothing is under way, so that two requests
        /// at once are two at the same time.
        var hosts: [String: (last: Duration, notBefore: Timestamp)] = [:]
        /// What the last good answer of each address gave to ask with.
        var validators: [String: HTTPValidators] = [:]
        var userAgents: Set<String> = []
        var violations: [String] = []
    }

    static let urls = (0..<200).map { number in
        // The first eighty share a host; every tenth of the others is asked often.
        number < 80 ? "http://many.example/\(number)" : "http://host\(number).example/\(number)"
    }

    private let clock: SteppingClock
    private let state = Locked(State())

    init(clock: SteppingClock) {
        self.clock = clock
    }

    var feeds: [String: Feed] { state.withLock(\.feeds) }
    var userAgents: Set<String> { state.withLock(\.userAgents) }
    /// What was done that is not allowed, a line each.
    var violations: [String] { state.withLock(\.violations) }

    static func kind(of url: String) -> Kind {
        let number = url.split(separator: "/").dropFirst(2).first.flatMap { Int($0) } ?? 0
        return Kind(rawValue: number % Kind.allCases.count) ?? .stable
    }

    /// Answers a request, and looks at it.
    func answer(_ request: RecordedRequest) -> [ServerStep] {
        let isRedirected = request.path.hasSuffix("/moved")
        let url = isRedirected ? String(request.path.dropLast("/moved".count)) : request.path
        let host = url.split(separator: "/").dropFirst().first.map(String.init) ?? ""
        return state.withLock { state in
            let (elapsed, now) = (clock.now.offset, clock.timestamp)
            guard Self.urls.contains(url) else {
                state.violations.append("\(url): was never asked for")
                return ServerStep.response(404)
            }
            lookAtHeaders(of: request, url, now, in: &state)
            // A redirect within a host belongs to the same visit.
            if !isRedirected { look(at: request, url, host, elapsed, now, in: &state) }
            state.hosts[host, default: (elapsed, now)].last = elapsed
            return answer(request, url, host, isRedirected: isRedirected, now, in: &state)
        }
    }

    private func look(
        at request: RecordedRequest,
        _ url: String,
        _ host: String,
        _ elapsed: Duration,
        _ now: Timestamp,
        in state: inout State
    ) {
        if let known = state.hosts[host] {
            if elapsed - known.last < .seconds(1) {
                state.violations.append("\(url): \(elapsed - known.last) after another request to \(host)")
            }
            if now < known.notBefore { state.violations.append("\(url): \(host) wants to be left alone") }
        }
        let feed = state.feeds[url, default: Feed()]
        if now < feed.notBefore {
            state.violations.append("\(url): \(feed.notBefore.seconds(since: now)) s early")
        }
        state.feeds[url, default: Feed()].requests += 1
    }

    /// Nothing but what belongs: no cookie, no referrer, and exactly the
    /// conditions that this very address has given.
    private func lookAtHeaders(of request: RecordedRequest, _ url: String, _ now: Timestamp, in state: inout State) {
        let sent = HTTPValidators(etag: request["If-None-Match"], lastModified: request["If-Modified-Since"])
        state.feeds[url, default: Feed()].log.append("\(now.rfc3339) \(request.path) \(sent)")
        let given = state.validators[request.path] ?? HTTPValidators()
        if sent != given { state.violations.append("\(request.path): sent \(sent), not \(given)") }
        state.userAgents.insert(request["User-Agent"] ?? "none")
        let names = Set(request.headerLines.map { $0.prefix { $0 != ":" }.lowercased() })
        for name in names.subtracting(Self.headers) { state.violations.append("\(url): sent \(name)") }
    }

    private static let headers: Set<String> = [
        "host", "user-agent", "accept", "accept-encoding", "if-none-match", "if-modified-since",
        // For the proxy that stands for the whole web here.
        "proxy-connection",
    ]
}

extension SimulatedWeb {
    private static let hour: Int64 = 3600

    private func answer(
        _ request: RecordedRequest,
        _ url: String,
        _ host: String,
        isRedirected: Bool,
        _ now: Timestamp,
        in state: inout State
    ) -> [ServerStep] {
        let count = state.feeds[url]?.requests ?? 0
        let day = now.seconds(since: SteppingClock.start) / 86_400
        func rest(_ seconds: Int64) { state.feeds[url]?.notBefore = now.adding(seconds: seconds) }
        switch Self.kind(of: url) {
        case .stable, .withCookies:
            rest(6 * Self.hour)
            let extra = ["Cache-Control: max-age=21600", "Set-Cookie: id=\(count); Path=/"]
            return document(request, url, etag: "\"stable\"", extra, in: &state)
        case .fresh:
            rest(12 * Self.hour)
            let extra = ["Cache-Control: public, MAX-AGE=43200", "Last-Modified: Sat, 21 Nov 2026 03:45:00 GMT"]
            return document(request, url, etag: nil, extra, in: &state)
        case .withoutValidators:
            rest(24 * Self.hour)
            return document(request, url, etag: nil, [], in: &state)
        case .daily:
            rest(Self.hour)
            return document(request, url, etag: "W/\"day \(day)\"", ["Cache-Control: max-age=10800"], in: &state)
        case .busy:
            guard count % 4 == 2 else {
                rest(Self.hour)
                return document(request, url, etag: "\"busy\"", ["Cache-Control: max-age=28800"], in: &state)
            }
            rest(1800)
            state.hosts[host]?.notBefore = now.adding(seconds: 1800)
            return ServerStep.response(count % 8 == 2 ? 503 : 429, ["Retry-After: 1800"])
        case .vanishing where day >= 2:
            rest(Self.hour)
            return ServerStep.response(404)
        case .vanishing, .slow:
            rest(4 * Self.hour)
            return document(request, url, etag: "\"slow\"", ["Cache-Control: max-age=14400"], in: &state)
        case .redirected:
            rest(6 * Self.hour)
            guard isRedirected else { return ServerStep.redirect(302, to: url + "/moved") }
            return document(request, url, etag: "\"moved\"", ["Cache-Control: max-age=21600"], in: &state)
        case .flaky:
            rest(Self.hour)
            guard count % 3 != 2 else { return ServerStep.response(500) }
            return document(request, url, etag: "\"flaky\"", ["Cache-Control: max-age=18000"], in: &state)
        }
    }

    private func document(
        _ request: RecordedRequest,
        _ url: String,
        etag: String?,
        _ headers: [String],
        in state: inout State
    ) -> [ServerStep] {
        let lastModified = headers.first { $0.hasPrefix("Last-Modified: ") }.map { String($0.dropFirst(15)) }
        state.validators[request.path] = HTTPValidators(etag: etag, lastModified: lastModified)
        let headers = headers + (etag.map { ["ETag: \($0)"] } ?? [])
        let isKnown =
            etag.map { $0 == request["If-None-Match"] } ?? lastModified.map { $0 == request["If-Modified-Since"] }
        if isKnown == true { return ServerStep.notModified(headers) }
        state.feeds[url]?.documents += 1
        let count = Self.kind(of: url) == .daily ? state.feeds[url]?.documents ?? 1 : 1
        let items = (0..<count).map { TestFeed.item("\(url)-\($0)") }
        return ServerStep.response(200, headers, TestFeed.rss(items, title: "Show \(url)"))
    }
}
