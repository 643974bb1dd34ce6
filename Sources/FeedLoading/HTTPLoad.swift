import Logging
import PodcastModel

/// One load over HTTP: request after request until something other than a
/// redirect answers.
final class HTTPLoad: Sendable {
    private let url: FeedURL
    private let request: FeedLoadRequest
    private let loop: TransferLoop
    private let decoder: ContentDecoder
    private let logger: Logger

    init(url: FeedURL, request: FeedLoadRequest, loop: TransferLoop, decoder: ContentDecoder, logger: Logger) {
        self.url = url
        self.request = request
        self.loop = loop
        self.decoder = decoder
        self.logger = logger
    }

    func run() async throws(FeedLoadingError) -> FeedLoadResult {
        var progress = LoadProgress()
        do throws(FeedLoadingError) {
            return try await run(&progress)
        } catch {
            request.onFailure?(progress)
            throw error
        }
    }

    private func run(_ progress: inout LoadProgress) async throws(FeedLoadingError) -> FeedLoadResult {
        try checkRequest()
        var trail = RedirectTrail(start: url, rules: request.options.redirects, credentials: request.credentials)
        var fallbacks = RequestFallbacks(request.options)
        var microseconds = 0
        var first = request.first
        while true {
            try checkPort(of: trail.currentURL)
            let hop = first?.hop ?? hopRequest(to: trail.currentURL, fallbacks, spentMicroseconds: microseconds)
            let response: HopResponse
            let made = first
            first = nil
            switch try await perform(hop, made, &fallbacks, &progress) {
            case .answered(let answer): response = answer
            case .toBeRepeated(let spent):
                microseconds += spent
                continue
            }
            microseconds += response.timings.total
            let status = response.head.status
            guard RedirectTrail.isRedirect(status) else {
                let outcome = HTTPOutcome(
                    hop: hop,
                    response: response,
                    trail: trail,
                    sentValidators: progress.sent,
                    microseconds: microseconds,
                    fallbacks: fallbacks
                )
                return try outcome.result(request: request, decoder: decoder)
            }
            try trail.follow(
                status: status,
                location: response.head[.location],
                retryAfter: response.head.asksToWait
            )
            progress.redirects = trail.hops
            if let hop = trail.hops.last { try await request.beforeHop?(hop) }
            logger.debug(
                "redirected",
                metadata: [
                    "feed.url": "\(hop.url.redacted)", "http.status": "\(status)",
                    "http.location": "\(trail.currentURL.redacted)",
                ]
            )
        }
    }

    /// The first request of the load, to be made before it.
    func firstHop() throws(FeedLoadingError) -> HopRequest {
        try checkRequest()
        try checkPort(of: url)
        return hopRequest(to: url, RequestFallbacks(request.options), spentMicroseconds: 0)
    }

    /// The answer by which nothing has changed, if that is how the first request has ended; nil if there is more to do.
    func notModified(_ hop: HopRequest, _ end: TransferEnd) -> FeedResponse? {
        guard case .response(let response) = end, response.head.status == 304, !response.hasLeftHTTP2,
            !hop.validators.isEmpty
        else { return nil }
        let outcome = HTTPOutcome(
            hop: hop,
            response: response,
            trail: RedirectTrail(start: url, rules: request.options.redirects),
            sentValidators: hop.validators,
            microseconds: response.timings.total,
            fallbacks: RequestFallbacks(request.options)
        )
        return outcome.notModified
    }

    /// Refuses what must not reach the wire.
    private func checkRequest() throws(FeedLoadingError) {
        try check(request.validators.etag, header: "etag")
        try check(request.validators.lastModified, header: "last-modified")
        try check(request.options.userAgent(for: url), header: "user-agent")
        try check(request.options.accept, header: "accept")
        if let proxy = request.options.proxy, ProxyAddress.isLeftOut(proxy) {
            throw .proxyThatIsLeftOut(feed: url.redacted, request.options)
        }
        guard request.credentials == nil || url.scheme == "https" || request.options.allowsCredentialsOverHTTP else {
            throw .credentialsRefused(feed: url.redacted)
        }
    }

    private func checkPort(of address: FeedURL) throws(FeedLoadingError) {
        guard let port = request.options.addressPolicy.deniedPort(of: address) else { return }
        throw .portDenied(feed: address.redacted, port: port)
    }

    private func check(_ value: String?, header: String) throws(FeedLoadingError) {
        guard let value, !Latin1.isHeaderValue(value) else { return }
        throw .controlCharacterInHeader(feed: url.redacted, header: header)
    }

    private func hopRequest(
        to hopURL: FeedURL,
        _ fallbacks: RequestFallbacks,
        spentMicroseconds: Int
    ) -> HopRequest {
        var options = request.$options
        if spentMicroseconds > 0 {
            options.wrappedValue.timeLimits = request.options.timeLimits.left(afterMicroseconds: spentMicroseconds)
        }
        // To the address that gave them, and to no other (A1 10).
        let isValidated = request.validators.url.map { $0 == hopURL.string } ?? (hopURL == url)
        // To the origin they were given for, and to no other (A6 63).
        let credentials = request.credentials.flatMap { hopURL.origin == url.origin ? $0 : nil }
        return HopRequest(
            url: hopURL,
            validators: isValidated ? request.validators : HTTPValidators(),
            authorization: credentials.map { BasicAuthorization.header($0, in: fallbacks.passwordEncoding) },
            httpVersion: fallbacks.httpVersion,
            acceptEncoding: decoder.acceptEncoding,
            options: options
        )
    }

    /// What came of one request.
    private enum HopEnd {
        case answered(HopResponse)
        /// It is to be made again in another manner; so many microseconds were
        /// spent on it.
        case toBeRepeated(Int)
    }

    /// Makes one request, unless it was made before.
    private func perform(
        _ hop: HopRequest,
        _ made: FirstRequest?,
        _ fallbacks: inout RequestFallbacks,
        _ progress: inout LoadProgress
    ) async throws(FeedLoadingError) -> HopEnd {
        let end: TransferEnd
        if let made {
            end = made.end
            progress.add(hop, end, took: made.duration)
        } else {
            let clock = ContinuousClock()
            let start = clock.now
            end = await loop.perform(hop)
            progress.add(hop, end, took: start.duration(to: clock.now))
        }
        switch end {
        case .response(let response):
            if response.hasLeftHTTP2 { fallbacks.giveUpHTTP2() }
            let changes = fallbacks.change(after: response, credentials: request.credentials, hop: hop)
            return changes ? .toBeRepeated(response.timings.total) : .answered(response)
        case .stopped(let stop, let answer):
            throw FeedLoadingError(stop: stop, answer: answer, url: hop.url, options: hop.options)
        case .failed(let failure, let answer):
            if fallbacks.change(after: failure, hasAnswer: answer != nil) {
                logger.debug("HTTP/2 failed", metadata: ["feed.url": "\(hop.url.redacted)"])
                return .toBeRepeated(failure.timings.total)
            }
            throw FeedLoadingError(
                failure: failure,
                answer: answer,
                url: hop.url,
                options: hop.options,
                totalLimit: request.options.timeLimits.total
            )
        case .cancelled:
            throw .cancelled(feed: hop.url.redacted)
        }
    }
}

extension LoadProgress {
    /// Notes how a request has ended.
    fileprivate mutating func add(_ hop: HopRequest, _ end: TransferEnd, took duration: Duration) {
        self.duration += duration
        guard end.wasAsked else { return }
        hasAsked = true
        if !hop.validators.isEmpty { sent = hop.validators }
    }
}
