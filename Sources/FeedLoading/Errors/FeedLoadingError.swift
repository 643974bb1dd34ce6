/// Why a feed could not be loaded.
///
/// `feed` is the address at which it failed, of the last hop if there were
/// redirects, with everything secret hidden (http polling A6 64).
package enum FeedLoadingError: Error, Hashable, Sendable {
    // MARK: - The way there

    /// The host name has no address.
    case unresolvedHost(feed: String)
    /// There is no route at all: the network here is down, not the feed.
    case offline(feed: String)
    /// The connection was not answered, or refused.
    case unreachable(feed: String, reason: String, isRefused: Bool = false)
    /// The proxy could not be used.
    ///
    /// `isOurs` if the proxy of all feeds cannot be reached, or lets nobody in: then the network here is not as it
    /// should be, and the feed was not asked at all.
    case proxy(feed: String, reason: String, isOurs: Bool = false)
    /// TLS failed, or the certificate was not accepted.
    case tls(feed: String, reason: String)
    /// A time limit passed; `answer` if a response had begun.
    case timedOut(feed: String, phase: TransferPhase, milliseconds: Int, answer: AnswerHead? = nil)
    /// The address of the host is not allowed.
    case addressDenied(feed: String, address: String, rule: String)
    /// The port of the address is not allowed.
    case portDenied(feed: String, port: Int)
    /// The connection broke before there was a response.
    case connectionLost(feed: String, reason: String)
    /// The server does not speak HTTP as it should.
    ///
    /// `isHTTP2` if it was HTTP/2, which some servers offer and do not master.
    case protocolViolation(feed: String, reason: String, isHTTP2: Bool = false)
    /// Basic credentials may not be sent without TLS.
    case credentialsRefused(feed: String)

    // MARK: - The answer

    /// 404.
    case notFound(feed: String, retryAfter: RetryAfter? = nil)
    /// 410.
    case gone(feed: String, retryAfter: RetryAfter? = nil)
    /// 401 or 407.
    case unauthorized(
        feed: String,
        status: Int,
        challenge: AuthenticationChallenge = .password,
        retryAfter: RetryAfter? = nil
    )
    /// 403; `isBotWall` if it is a challenge for browsers, which may have another status.
    case forbidden(feed: String, isBotWall: Bool, retryAfter: RetryAfter? = nil, status: Int = 403)
    /// 429.
    case rateLimited(feed: String, retryAfter: RetryAfter?)
    /// 503.
    case unavailable(feed: String, retryAfter: RetryAfter?)
    /// Any other 5xx.
    case serverError(feed: String, status: Int, retryAfter: RetryAfter?)
    /// Any other 4xx.
    case clientError(feed: String, status: Int, retryAfter: RetryAfter?)
    /// A status that makes no sense here, such as 204 or 206.
    case unexpectedStatus(feed: String, status: Int, retryAfter: RetryAfter? = nil)
    /// A 304 to a request without validators.
    case unsolicitedNotModified(feed: String, retryAfter: RetryAfter? = nil)

    // MARK: - Redirects

    /// A redirect to an address already visited.
    case redirectLoop(feed: String, answer: AnswerHead? = nil)
    /// More redirects in a row than allowed.
    case tooManyRedirects(feed: String, limit: Int, answer: AnswerHead? = nil)
    /// A redirect without a Location, or with one that is no address.
    case invalidRedirect(feed: String, status: Int, answer: AnswerHead? = nil)
    /// A redirect to something other than http or https.
    case unsafeRedirect(feed: String, scheme: String, answer: AnswerHead? = nil)
    /// A redirect from https to http.
    case downgradingRedirect(feed: String, answer: AnswerHead? = nil)

    // MARK: - The body

    /// A size limit was passed.
    case tooLarge(feed: String, limit: SizeLimit, answer: AnswerHead? = nil)
    /// The body ended early.
    case partialBody(feed: String, reason: String, answer: AnswerHead? = nil)
    /// The content coding is unknown or its data is damaged.
    case undecodableBody(feed: String, coding: String, reason: String, answer: AnswerHead? = nil)
    /// A success without a body.
    case emptyBody(feed: String, answer: AnswerHead? = nil)
    /// The body is media, an archive or another thing that is no text.
    case mediaBody(feed: String, kind: String, answer: AnswerHead? = nil)
    /// A header that is stored or sent back holds a control character.
    case controlCharacterInHeader(feed: String, header: String)

    // MARK: - Files

    /// No such file.
    case fileNotFound(feed: String)
    /// The file may not be read.
    case filePermissionDenied(feed: String)
    /// The path is a directory.
    case isDirectory(feed: String)
    /// Reading failed.
    case fileFailure(feed: String, reason: String)

    // MARK: - Ourselves

    /// The task was cancelled or the loader shut down.
    case cancelled(feed: String)
    /// The system has no more descriptors or memory to give, so nobody was asked.
    case noResources(feed: String, reason: String)
    /// The file of certificate authorities cannot be used, be it the system's or one that the settings name.
    case authorities(feed: String, reason: String)
    /// The transfer library refused what it was asked.
    case internalFailure(feed: String, reason: String)
}

extension FeedLoadingError {
    /// One word for metrics and for the JSON output's error kind.
    package var shortDescription: String {
        switch self {
        case .unresolvedHost: "unresolved-host"
        case .offline: "offline"
        case .unreachable: "unreachable"
        case .proxy: "proxy"
        case .tls: "tls"
        case .timedOut: "timeout"
        case .addressDenied: "address-denied"
        case .portDenied: "port-denied"
        case .connectionLost: "connection-lost"
        case .protocolViolation: "protocol"
        case .credentialsRefused: "credentials-refused"
        case .notFound: "not-found"
        case .gone: "gone"
        case .unauthorized: "unauthorized"
        case .forbidden(_, let isBotWall, _, _): isBotWall ? "bot-wall" : "forbidden"
        case .rateLimited: "rate-limited"
        case .unavailable: "unavailable"
        case .serverError: "server-error"
        case .clientError: "client-error"
        case .unexpectedStatus: "unexpected-status"
        case .unsolicitedNotModified: "unsolicited-not-modified"
        case .redirectLoop: "redirect-loop"
        case .tooManyRedirects: "too-many-redirects"
        case .invalidRedirect: "invalid-redirect"
        case .unsafeRedirect: "unsafe-redirect"
        case .downgradingRedirect: "downgrading-redirect"
        case .tooLarge: "too-large"
        case .partialBody: "partial-body"
        case .undecodableBody: "undecodable-body"
        case .emptyBody: "empty-body"
        case .mediaBody: "media-body"
        case .controlCharacterInHeader: "header-injection"
        case .fileNotFound: "file-not-found"
        case .filePermissionDenied: "file-permission"
        case .isDirectory: "is-directory"
        case .fileFailure: "file-failure"
        case .cancelled: "cancelled"
        case .noResources: "no-resources"
        case .authorities: "authority-file"
        case .internalFailure: "internal"
        }
    }
}
