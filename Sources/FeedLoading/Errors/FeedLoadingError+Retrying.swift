extension FeedLoadingError {
    /// Whether the same request may well succeed later without anybody
    /// changing anything.
    package var isTransient: Bool {
        switch self {
        // Certificates are renewed, and TLS trouble passes like any other (http polling A3 41).
        case .unresolvedHost, .offline, .unreachable, .proxy, .tls, .timedOut, .connectionLost, .protocolViolation,
            .rateLimited, .unavailable, .serverError, .unsolicitedNotModified, .partialBody, .emptyBody,
            .fileFailure, .cancelled, .noResources, .authorities:
            true
        // 408 Request Timeout, 421 Misdirected Request, 425 Too Early (http polling A3 38).
        case .clientError(_, let status, _):
            status == 408 || status == 421 || status == 425
        case .forbidden(_, let isBotWall, _, _):
            isBotWall
        case .addressDenied, .portDenied, .credentialsRefused, .notFound, .gone, .unauthorized, .unexpectedStatus,
            .redirectLoop, .tooManyRedirects, .invalidRedirect, .unsafeRedirect, .downgradingRedirect, .tooLarge,
            .undecodableBody, .mediaBody, .controlCharacterInHeader, .fileNotFound, .filePermissionDenied,
            .isDirectory, .internalFailure:
            false
        }
    }

    /// What the server that answered last said of when to come back to it; redirects before it may have been those of
    /// others, and said something else.
    package var retryAfter: RetryAfter? {
        switch self {
        case .rateLimited(_, let retryAfter), .unavailable(_, let retryAfter), .serverError(_, _, let retryAfter),
            .clientError(_, _, let retryAfter), .notFound(_, let retryAfter), .gone(_, let retryAfter),
            .unauthorized(_, _, _, let retryAfter), .forbidden(_, _, let retryAfter, _),
            .unexpectedStatus(_, _, let retryAfter), .unsolicitedNotModified(_, let retryAfter):
            retryAfter
        default:
            answer?.retryAfter
        }
    }

    /// The response whose body could not be used, or the redirect that could not be followed, if that was it.
    private var answer: AnswerHead? {
        switch self {
        case .redirectLoop(_, let answer), .tooManyRedirects(_, _, let answer), .invalidRedirect(_, _, let answer),
            .unsafeRedirect(_, _, let answer), .downgradingRedirect(_, let answer):
            answer
        case .tooLarge(_, _, let answer), .partialBody(_, _, let answer), .undecodableBody(_, _, _, let answer),
            .emptyBody(_, let answer), .mediaBody(_, _, let answer), .timedOut(_, _, _, let answer):
            answer
        default:
            nil
        }
    }

    /// The HTTP status behind the error, if there was one.
    package var status: Int? {
        switch self {
        case .notFound: 404
        case .gone: 410
        case .rateLimited: 429
        case .unavailable: 503
        case .unsolicitedNotModified: 304
        case .unauthorized(_, let status, _, _), .serverError(_, let status, _), .clientError(_, let status, _),
            .unexpectedStatus(_, let status, _), .invalidRedirect(_, let status, _),
            .forbidden(_, _, _, let status):
            status
        default:
            answer?.status
        }
    }

    /// Whether it says nothing about the feed: not to be counted against it
    /// (http polling A3 42).
    package var isInterruption: Bool {
        switch self {
        case .offline, .cancelled: true
        default: isLocalTrouble
        }
    }

    /// Whether something of this machine is not as it should be, so that the feed was not even asked.
    package var isLocalTrouble: Bool {
        switch self {
        case .noResources, .authorities, .proxy(_, _, isOurs: true): true
        default: false
        }
    }

    /// Whether it is not the server that speaks but the network here, which wants a log-in before it lets anything
    /// through: that is what 511 is for (RFC 6585 6).
    ///
    /// A server may say so all the same.
    package var isOfNetworkLogIn: Bool {
        if case .serverError(_, status: 511, _) = self { true } else { false }
    }
}
