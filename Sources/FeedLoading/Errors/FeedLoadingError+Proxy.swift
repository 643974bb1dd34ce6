import CCurl
import Foundation
import PodcastModel

extension FeedLoadingError {
    /// What a failed transfer says of the proxy; nil if it has none, or another is to blame.
    ///
    /// - Parameters:
    ///   - failure: how the transfer ended.
    ///   - isSecure: whether the proxy was to connect to the server and then pass on what it does not understand.
    ///   - feed: the address that was asked, for people.
    ///   - options: those of this transfer.
    init?(ofProxy failure: TransferFailure, isSecure: Bool, feed: String, _ options: TransferOptions) {
        guard let proxy = options.proxy else { return nil }
        // Of the proxy of all feeds, what it is to this machine and not to a server is no feed's trouble.
        let isOurs = !options.hasOwnProxy
        let name = options.proxyName
        if failure.tunnelStatus >= 300 {
            self = .refusedTunnel(failure.tunnelStatus, feed: feed, options)
            return
        }
        switch failure.code {
        case CURLE_PROXY where failure.proxyError == CURLPX_RESOLVE_HOST:
            self = .unresolvedHost(feed: feed)
        case CURLE_PROXY:
            if let cause = failure.causeBehindSOCKS {
                let isRefused = failure.proxyError == CURLPX_REPLY_CONNECTION_REFUSED
                self = .notReached(because: cause, isRefused: isRefused, feed: feed, options)
                return
            }
            self = .proxy(feed: feed, reason: "\(name): \(failure.message)", isOurs: isOurs && failure.isAtProxysDoor)
        // Of a SOCKS proxy libcurl says so as it does of a server; that one's name it looks up when the proxy is connected.
        case CURLE_COULDNT_RESOLVE_PROXY,
            CURLE_COULDNT_RESOLVE_HOST where proxy.hasPrefix("socks") && !failure.hasConnection:
            self = .unreachedProxy("its name has no address", feed: feed, options)
        case CURLE_COULDNT_CONNECT:
            self = .unreachedProxy(failure.systemReason ?? failure.message, feed: feed, options)
        case CURLE_OPERATION_TIMEDOUT where !failure.hasConnection:
            self = .unreachedProxy("no connection in \(options.timeLimits.connect) ms", feed: feed, options)
        case _ where failure.isOfTLS && failure.tunnelStatus == 0 && proxy.hasPrefix("https:"):
            self = .unreachedProxy("the secure connection failed: \(failure.message)", feed: feed, options)
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
            // A connection that was kept leads there already.
            guard isSecure, !failure.isOnConnection, failure.tunnelStatus == 0, proxy.hasPrefix("http") else {
                return nil
            }
            // Some close instead of saying that the server is not there.
            self = .proxy(feed: feed, reason: "\(name) closes the connection before it leads to the server")
        default:
            return nil
        }
    }

    /// The proxy itself was not reached, and so nothing is known of the feed.
    private static func unreachedProxy(_ reason: String, feed: String, _ options: TransferOptions) -> Self {
        .proxy(feed: feed, reason: "\(options.proxyName) cannot be reached: \(reason)", isOurs: !options.hasOwnProxy)
    }

    /// Nobody was asked, for it would have been the server (``ProxyAddress/isLeftOut(_:)``).
    static func proxyThatIsLeftOut(feed: String, _ options: TransferOptions) -> Self {
        let reason = "the user name or password for \(options.proxyName) has a control character in it"
        return .proxy(feed: feed, reason: reason, isOurs: !options.hasOwnProxy)
    }

    /// The proxy is there, and did not get through to the server.
    private static func notReached(
        because cause: String,
        isRefused: Bool = false,
        feed: String,
        _ options: TransferOptions
    ) -> Self {
        let reason = "the proxy \(options.proxyName) did not get through to it (\(cause))"
        return .unreachable(feed: feed, reason: reason, isRefused: isRefused)
    }

    /// The proxy answered in the server's stead, and what the server would have said nobody knows.
    private static func refusedTunnel(_ status: Int, feed: String, _ options: TransferOptions) -> Self {
        if status == 407 { return .lockedProxy(feed: feed, retryAfter: nil, options) }
        // So proxies say that the server is not there: Squid with 503 and 504, others with 502, Tinyproxy with 500.
        if [500, 502, 503, 504].contains(status) { return .notReached(because: "\(status)", feed: feed, options) }
        return .proxy(feed: feed, reason: "\(options.proxyName) does not connect to the server (\(status))")
    }

    /// The proxy wants a password, or another one.
    ///
    /// That of all feeds says nothing of this one, whose server was not asked.
    static func lockedProxy(feed: String, retryAfter: RetryAfter?, _ options: TransferOptions) -> Self {
        guard !options.hasOwnProxy else {
            return .unauthorized(feed: feed, status: 407, challenge: .proxy, retryAfter: retryAfter)
        }
        let reason = "\(options.proxyName) wants a user name and password, or others (407)"
        return .proxy(feed: feed, reason: reason, isOurs: true)
    }
}

extension TransferOptions {
    /// The proxy without the password that may be in its address.
    fileprivate var proxyName: String { FeedAddress.withoutUserinfo(proxy ?? "") }
}

extension TransferFailure {
    /// What a SOCKS proxy that lets us in says of a server that it could not connect to; nil if it was something else.
    fileprivate var causeBehindSOCKS: String? {
        switch proxyError {
        case CURLPX_REPLY_CONNECTION_REFUSED: "connection refused"
        case CURLPX_REPLY_HOST_UNREACHABLE: "host unreachable"
        case CURLPX_REPLY_NETWORK_UNREACHABLE: "network unreachable"
        case CURLPX_REPLY_TTL_EXPIRED: "timeout"
        // All that some have to say, Tor among them.
        case CURLPX_REPLY_GENERAL_SERVER_FAILURE: "general failure"
        default: nil
        }
    }

    /// Whether a SOCKS proxy let nobody in: it is none, or wants another password, before it heard of any server.
    fileprivate var isAtProxysDoor: Bool {
        [CURLPX_BAD_VERSION, CURLPX_NO_AUTH, CURLPX_USER_REJECTED].contains(proxyError)
    }
}
