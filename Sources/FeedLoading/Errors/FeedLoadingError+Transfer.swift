import CCurl
import Foundation
import PodcastModel

extension FeedLoadingError {
    /// What the end of a transfer without a response means.
    ///
    /// - Parameters:
    ///   - stop: why we ended it.
    ///   - answer: the response that was on its way.
    ///   - url: the address that was asked.
    ///   - options: those of this transfer.
    init(stop: TransferStop, answer: AnswerHead?, url: FeedURL, options: TransferOptions) {
        let feed = url.redacted
        switch stop {
        case .tooLarge(let limit):
            self = .tooLarge(feed: feed, limit: limit, answer: answer)
        case .controlCharacter(let field):
            self = .controlCharacterInHeader(feed: feed, header: "\(field.name)")
        case .media(let kind):
            self = .mediaBody(feed: feed, kind: kind, answer: answer)
        case .idle(let hasResponse):
            let phase: TransferPhase = hasResponse ? .idle : .response
            self = .timedOut(feed: feed, phase: phase, milliseconds: options.timeLimits.idle, answer: answer)
        case .addressDenied(let denial):
            self = .addressDenied(feed: feed, address: denial.address.description, rule: denial.rule)
        case .notTaken:
            self = .connectionLost(feed: feed, reason: "the server did not take the request, nor its repetition")
        case .unclearLength:
            self = .protocolViolation(feed: feed, reason: "nobody can tell from its headers where the body ends")
        case .codedForTransfer:
            self = .protocolViolation(feed: feed, reason: "a Transfer-Encoding that was not asked for")
        case .unwantedBody:
            self = .protocolViolation(feed: feed, reason: "a body without headers")
        }
    }

    /// What libcurl's result means for a feed.
    ///
    /// - Parameters:
    ///   - failure: how the transfer ended.
    ///   - answer: the response that was on its way.
    ///   - url: the address that was asked.
    ///   - options: those of this transfer.
    ///   - totalLimit: the milliseconds for all transfers of the load together.
    ///   - hasRoute: whether this machine has a way out at all.
    init(
        failure: TransferFailure,
        answer: AnswerHead? = nil,
        url: FeedURL,
        options: TransferOptions,
        totalLimit: Int,
        hasRoute: () -> Bool = LocalRoutes.leadAnywhere
    ) {
        let limits = options.timeLimits
        let feed = url.redacted
        let reason = failure.message
        if let shortage = failure.shortage {
            self = .noResources(feed: feed, reason: String(cString: strerror(shortage)))
            return
        }
        if let trouble = FeedLoadingError(ofProxy: failure, isSecure: url.scheme == "https", feed: feed, options) {
            self = trouble
            return
        }
        switch failure.code {
        case CURLE_COULDNT_RESOLVE_HOST:
            self = .unresolvedHost(feed: feed)
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED:
            self = .unreached(failure, feed: feed, hasRoute: hasRoute)
        case CURLE_SSL_CACERT_BADFILE:
            self = .authorities(feed: feed, reason: reason)
        case CURLE_OPERATION_TIMEDOUT:
            let isTotal = failure.timings.finished / 1000 >= limits.total
            self =
                isTotal
                ? .timedOut(feed: feed, phase: .total, milliseconds: totalLimit, answer: answer)
                : .timedOut(failure, answer, url, options)
        case CURLE_PEER_FAILED_VERIFICATION:
            let advice = "the publisher has to mend that; if the server is yours, name its authority in authority-file"
            self = .tls(feed: feed, reason: "\(reason); \(advice)")
        case _ where failure.isOfTLS:
            self = .tls(feed: feed, reason: reason)
        case CURLE_OUT_OF_MEMORY where failure.wasSent, CURLcode(rawValue: 100):
            // libcurl's own limit for a single line, CURLE_TOO_LARGE since 8.6.
            self = .tooLarge(feed: feed, limit: .header(bytes: options.sizeLimits.headerBytes))
        case CURLE_PARTIAL_FILE:
            self = .partialBody(feed: feed, reason: reason, answer: answer)
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
            // Once the body has begun, a broken connection cuts it short.
            self =
                answer != nil && failure.code == CURLE_RECV_ERROR
                ? .partialBody(feed: feed, reason: reason, answer: answer)
                : .connectionLost(feed: feed, reason: reason)
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_HTTP3,
            CURLE_BAD_CONTENT_ENCODING:
            self = .protocolViolation(feed: feed, reason: reason, isHTTP2: failure.isHTTP2)
        case CURLE_BAD_FUNCTION_ARGUMENT where failure.wasSent:
            // What libcurl calls a header whose name has a line break in it, or a folded line behind none.
            self = .protocolViolation(feed: feed, reason: "a header that cannot be read", isHTTP2: failure.isHTTP2)
        default:
            self = .internalFailure(feed: feed, reason: reason)
        }
    }

    private static func unreached(_ failure: TransferFailure, feed: String, hasRoute: () -> Bool) -> Self {
        let isWithoutRoute = [ENETUNREACH, ENETDOWN].contains(Int32(truncatingIfNeeded: failure.systemError))
        if isWithoutRoute, !hasRoute() { return .offline(feed: feed) }
        return .unreachable(
            feed: feed,
            reason: failure.systemReason ?? failure.message,
            isRefused: failure.systemError == Int(ECONNREFUSED)
        )
    }

    private static func timedOut(
        _ failure: TransferFailure,
        _ answer: AnswerHead?,
        _ url: FeedURL,
        _ options: TransferOptions
    ) -> Self {
        let (feed, limits, timings) = (url.redacted, options.timeLimits, failure.timings)
        if failure.isOnConnection {
            // A server that says nothing at all is silent, whichever limit comes first.
            let phase: TransferPhase = answer == nil ? .response : .rate
            let milliseconds = limits.minimumRateSeconds * 1000
            return .timedOut(feed: feed, phase: phase, milliseconds: milliseconds, answer: answer)
        }
        if timings.resolved == 0 { return .timedOut(feed: feed, phase: .resolve, milliseconds: limits.connect) }
        // A proxy that was reached may still wait for the server; a SOCKS proxy, or one that is spoken to in TLS, may say
        // nothing.
        let isOfTLS =
            failure.hasConnection && url.scheme == "https" && timings.secured == 0
            && (options.proxy == nil || failure.tunnelStatus > 0)
        return .timedOut(feed: feed, phase: isOfTLS ? .tls : .connect, milliseconds: limits.connect)
    }
}

extension TransferFailure {
    /// Whether TLS did not come about.
    var isOfTLS: Bool {
        switch code {
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED:
            true
        default: false
        }
    }

    /// The words of the system for a connection that failed; nil if it had none.
    var systemReason: String? {
        systemError == 0 ? nil : String(cString: strerror(Int32(truncatingIfNeeded: systemError)))
    }
}
