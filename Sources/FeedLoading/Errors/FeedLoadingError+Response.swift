extension FeedLoadingError {
    /// The error that a status stands for (http polling A3).
    ///
    /// - Parameters:
    ///   - head: the last response.
    ///   - retryAfter: what it, or a redirect before it, said of when to come back.
    ///   - feed: the address, secrets hidden.
    init(head: ResponseHead, retryAfter: RetryAfter?, feed: String) {
        switch head.status {
        case 401, 407: self = .unauthorized(feed: feed, status: head.status)
        case 403: self = .forbidden(feed: feed, isBotWall: head.isChallenge)
        case 404: self = .notFound(feed: feed)
        case 410: self = .gone(feed: feed)
        case 429: self = .rateLimited(feed: feed, retryAfter: retryAfter)
        case 503: self = .unavailable(feed: feed, retryAfter: retryAfter)
        case 400...499: self = .clientError(feed: feed, status: head.status, retryAfter: retryAfter)
        case 500...599: self = .serverError(feed: feed, status: head.status, retryAfter: retryAfter)
        default: self = .unexpectedStatus(feed: feed, status: head.status)
        }
    }

    /// The error that an undecodable body stands for.
    init(decoding error: ContentDecodingError, feed: String) {
        switch error {
        case .unsupported(let coding):
            self = .undecodableBody(feed: feed, coding: coding, reason: "the coding is not supported")
        case .damaged(let coding):
            self = .undecodableBody(feed: feed, coding: coding, reason: "the data is damaged")
        case .truncated(let coding):
            self = .partialBody(feed: feed, reason: "the \(coding) data ends early")
        case .tooLarge(let limit):
            self = .tooLarge(feed: feed, limit: limit)
        }
    }
}

extension ResponseHead {
    /// Cloudflare marks its challenge pages so (http polling A3 36).
    fileprivate var isChallenge: Bool {
        self[.browserChallenge]?.lowercased() == "challenge"
    }
}
