import PodcastModel

extension FeedLoadingError {
    /// The error that a status stands for (http polling A3).
    ///
    /// - Parameters:
    ///   - head: the last response.
    ///   - retryAfter: what it said of when to come back.
    ///   - hop: what was asked.
    ///   - source: the feed.
    init(head: ResponseHead, retryAfter: RetryAfter?, to hop: HopRequest, of source: FeedSource) {
        let feed = hop.url.redacted
        switch head.status {
        case 407 where hop.options.proxy != nil:
            self = .lockedProxy(feed: feed, retryAfter: retryAfter, hop.options)
        case 401, 407:
            let challenge = AuthenticationChallenge(head: head, asked: hop.url, of: source)
            self = .unauthorized(feed: feed, status: head.status, challenge: challenge, retryAfter: retryAfter)
        case 202 where head.isChallenge, 405 where head.isChallenge, 403:
            let isBotWall = head.isChallenge
            self = .forbidden(feed: feed, isBotWall: isBotWall, retryAfter: retryAfter, status: head.status)
        case 404: self = .notFound(feed: feed, retryAfter: retryAfter)
        case 410: self = .gone(feed: feed, retryAfter: retryAfter)
        case 429: self = .rateLimited(feed: feed, retryAfter: retryAfter)
        case 503: self = .unavailable(feed: feed, retryAfter: retryAfter)
        case 400...499: self = .clientError(feed: feed, status: head.status, retryAfter: retryAfter)
        case 500...599: self = .serverError(feed: feed, status: head.status, retryAfter: retryAfter)
        default: self = .unexpectedStatus(feed: feed, status: head.status, retryAfter: retryAfter)
        }
    }

    /// The error of a body that was left at a limit and is no feed as far as it came; nil if it is whole.
    package init?(cuttingOff response: FeedResponse, feed: String) {
        guard let limit = response.cutAt else { return nil }
        self = .tooLarge(feed: feed, limit: limit, answer: AnswerHead(response))
    }

    /// The error that an undecodable body stands for.
    init(decoding error: ContentDecodingError, feed: String, answer: AnswerHead? = nil) {
        switch error {
        case .unsupported(let coding):
            self = .undecodableBody(feed: feed, coding: coding, reason: "the coding is not supported", answer: answer)
        case .damaged(let coding):
            self = .undecodableBody(feed: feed, coding: coding, reason: "the data is damaged", answer: answer)
        case .truncated(let coding):
            self = .partialBody(feed: feed, reason: "the \(coding) data ends early", answer: answer)
        case .tooLarge(let limit):
            self = .tooLarge(feed: feed, limit: limit, answer: answer)
        }
    }
}

extension ResponseHead {
    /// Cloudflare and the firewall of AWS mark their challenge pages so; that one sends them with 202, and riddles for
    /// people with 405 (http polling A3 36).
    fileprivate var isChallenge: Bool {
        self[.browserChallenge]?.lowercased() == "challenge"
            || ["challenge", "captcha"].contains(self[.firewallAction]?.lowercased())
    }
}
