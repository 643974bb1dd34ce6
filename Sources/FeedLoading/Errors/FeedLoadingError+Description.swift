import PodcastModel

extension FeedLoadingError: CustomStringConvertible {
    package var description: String { "feed loading: " + explanation }
}

extension FeedLoadingError {
    private var explanation: String {
        switch self {
        case .unresolvedHost(let feed):
            "\(feed): the host name has no address; check its spelling"
        case .offline(let feed):
            "\(feed): there is no route to the network"
        case .unreachable(let feed, let reason, _):
            "\(feed): the server cannot be reached: \(reason)"
        case .proxy(let feed, let reason, _):
            "\(feed): the proxy cannot be used: \(reason); is the setting proxy right?"
        case .tls(let feed, let reason):
            "\(feed): the secure connection failed: \(reason)"
        case .timedOut(let feed, let phase, let milliseconds, _):
            "\(feed): \(phase.complaint) (limit \(milliseconds) ms, \(phase.setting))"
        case .addressDenied(let feed, let address, let rule):
            "\(feed): its address \(address) is not public (\(rule)); if that is wanted, add the host to allow-hosts or the network to allow-networks"
        case .portDenied(let feed, let port):
            "\(feed): port \(port) is not among the allowed ports; add it to allow-ports if that is wanted"
        case .connectionLost(let feed, let reason):
            "\(feed): the connection broke before the response: \(reason)"
        case .protocolViolation(let feed, let reason, let isHTTP2):
            "\(feed): the server breaks the protocol: \(reason)"
                + (isHTTP2 ? "; the feed's own setting http-version=1.1 may help" : "")
        case .credentialsRefused(let feed):
            "\(feed): the password is not sent without TLS; use the https address, or follow the feed (`podimport subscription add`) and give it the setting allow-insecure-credentials=true"
        case .notFound(let feed, let retryAfter):
            "\(feed): there is nothing at this address (404); check whether the feed has moved\(retryAfter.advice)"
        case .gone(let feed, let retryAfter):
            "\(feed): the feed was removed for good (410)\(retryAfter.advice)"
        case .unauthorized(let feed, let status, let challenge, let retryAfter):
            "\(feed): \(challenge.explanation(status: status))\(retryAfter.advice)"
        case .forbidden(let feed, let isBotWall, let retryAfter, let status):
            (isBotWall
                ? "\(feed): the server only lets browsers in (\(status) with a challenge); ask the publisher to let feeds pass"
                : "\(feed): the server refuses the request (\(status))") + retryAfter.advice
        case .rateLimited(let feed, let retryAfter):
            "\(feed): too many requests (429)\(retryAfter.advice)"
        case .unavailable(let feed, let retryAfter):
            "\(feed): the server is unavailable (503)\(retryAfter.advice)"
        case .serverError(let feed, let status, let retryAfter):
            "\(feed): \(Self.words(ofServerError: status)) (\(status))\(retryAfter.advice)"
        case .clientError(let feed, let status, let retryAfter):
            "\(feed): \(Self.words(ofClientError: status)) (\(status))\(retryAfter.advice)"
        case .unexpectedStatus(let feed, let status, let retryAfter):
            "\(feed): the answer cannot be used (\(status))\(retryAfter.advice)"
        case .unsolicitedNotModified(let feed, let retryAfter):
            "\(feed): the server says not modified (304) although it was not asked\(retryAfter.advice)"
        case .redirectLoop(let feed, let answer):
            "\(feed): redirects lead in a circle\(answer.advice)"
        case .tooManyRedirects(let feed, let limit, let answer):
            "\(feed): more than \(limit) redirects, the limit of transfer.redirects\(answer.advice)"
        case .invalidRedirect(let feed, let status, let answer):
            "\(feed): a redirect (\(status)) leads to no valid address\(answer.advice)"
        case .unsafeRedirect(let feed, let scheme, let answer):
            "\(feed): a redirect leads to \(Self.name(ofScheme: scheme)), only http and https are followed\(answer.advice)"
        case .downgradingRedirect(let feed, let answer):
            "\(feed): a redirect leads from https to http, which is not allowed\(answer.advice)"
        case .tooLarge(let feed, let limit, _):
            "\(feed): it is too large: \(limit.explanation)"
        case .partialBody(let feed, let reason, _):
            "\(feed): the feed was cut short: \(reason)"
        case .undecodableBody(let feed, let coding, let reason, _):
            "\(feed): the body cannot be decoded (\(coding.inBrief)): \(reason)"
        case .emptyBody(let feed, _):
            "\(feed): the body is empty"
        case .mediaBody(let feed, let kind, _):
            "\(feed): this is \(kind), not a feed; look for the address of the feed itself"
        case .controlCharacterInHeader(let feed, let header):
            "\(feed): the value of \(header) holds a control character and is refused"
        case .fileNotFound(let feed):
            "\(feed): there is no such file"
        case .filePermissionDenied(let feed):
            "\(feed): the file may not be read; check its permissions and those of its folders"
        case .isDirectory(let feed):
            "\(feed): this is a directory; name the file in it"
        case .fileFailure(let feed, let reason):
            "\(feed): reading failed: \(reason)"
        case .cancelled(let feed):
            "\(feed): cancelled before it was done"
        case .noResources(let feed, let reason):
            "\(feed): it was not asked, for this machine has no more to give: \(reason); raise LimitNOFILE= or TasksMax= of the service, or ulimit -n or -u, or lower the setting pipeline.loads"
        case .authorities(let feed, let reason):
            "\(feed): it was not asked, for the certificate authorities cannot be read: \(reason); is the package ca-certificates installed, or the setting authority-file right?"
        case .internalFailure(let feed, let reason):
            "\(feed): the request could not be made: \(reason)"
        }
    }

    private static func words(ofServerError status: Int) -> String {
        switch status {
        case 511: "the network here wants a log-in before it lets anything through; open a web page in a browser"
        case 502, 504: "the server passes on to another one, and has no answer from that"
        // Cloudflare's own, of the server behind it.
        case 520...527, 530: "the server is not reached by what stands before it, such as Cloudflare"
        default: "the server failed"
        }
    }

    private static func words(ofClientError status: Int) -> String {
        switch status {
        case 402: "the server wants to be paid"
        case 451: "the server may not show this, for legal reasons"
        default: "the server rejects the request"
        }
    }

    /// What a server makes up may be what it was sent (http polling A6 64).
    private static func name(ofScheme scheme: String) -> String {
        let known: Set = [
            "about", "blob", "data", "feed", "file", "ftp", "ftps", "itpc", "javascript", "mailto", "pcast", "podcast",
            "rss", "tel", "ws", "wss",
        ]
        return known.contains(scheme) ? "\(scheme):" : "an address of another kind"
    }
}

extension String {
    /// A word that a server has made up, which may be as long as all its headers together.
    fileprivate var inBrief: String { count > 40 ? prefix(40) + "…" : self }
}

extension AuthenticationChallenge {
    fileprivate func explanation(status: Int) -> String {
        switch self {
        case .password:
            "a user name and password are needed, or these are wrong (\(status)); give them in the feed's own setting credentials, or in the credentials-file"
        case .other(let scheme):
            "the server wants a log-in by \(scheme) (\(status)), and podimport knows only Basic; ask the publisher for an address that takes that, or none"
        case .elsewhere(let origin):
            "a redirect leads to \(origin), which wants a user name and password (\(status)), and none are sent there; if that is where the feed is now, give it that address: podimport subscription set URL url=\(origin)/…"
        case .proxy:
            "the proxy wants a user name and password, or others (\(status)); give them in the setting proxy"
        case .strayProxy:
            "the server asks for the password of a proxy (\(status)), though none is used; ask the publisher, or whoever runs the network here"
        }
    }
}

extension TransferPhase {
    /// The setting that limits it.
    fileprivate var setting: String {
        switch self {
        case .resolve, .connect, .tls: "transfer.connect-timeout"
        case .response, .idle: "transfer.idle-timeout"
        case .rate: "transfer.minimum-rate"
        case .total: "transfer.total-timeout"
        }
    }

    fileprivate var complaint: String {
        switch self {
        case .resolve: "the host name was not looked up in time"
        case .connect: "no connection in time"
        case .tls: "the secure connection was not set up in time"
        case .response: "no answer in time"
        case .idle: "the answer stalled"
        case .rate: "the answer came too slowly"
        case .total: "the transfer took too long"
        }
    }
}

extension SizeLimit {
    /// What there was too much of, and what to do about it.
    package var explanation: String { complaint + advice }

    private var complaint: String {
        switch self {
        case .decoded(let bytes): "more than \(bytes) bytes"
        case .wire(let bytes): "more than \(bytes) bytes transferred"
        case .ratio(let ratio): "more than \(ratio) bytes for each byte transferred"
        case .header(let bytes): "more than \(bytes) bytes of headers"
        }
    }

    /// Which settings raise it; headers that are too long are never genuine.
    private var advice: String {
        switch self {
        case .decoded: Self.advice("transfer.decoded-bytes, or the feed's own decoded-bytes")
        case .wire: Self.advice("transfer.wire-bytes, or the feed's own wire-bytes")
        case .ratio: Self.advice("transfer.compression-ratio")
        case .header: ""
        }
    }

    private static func advice(_ settings: String) -> String {
        "; if the feed is genuine, raise the setting \(settings)"
    }
}

extension AnswerHead? {
    fileprivate var advice: String { (self?.retryAfter).advice }
}

extension RetryAfter? {
    fileprivate var advice: String {
        switch self {
        case .seconds(let seconds): "; it asks to wait \(seconds) s"
        case .date(let date): "; it asks to wait until \(date.rfc3339)"
        case nil: ""
        }
    }
}
