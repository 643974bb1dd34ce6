import CCurl
import PodcastModel

/// What the requests of one load fall back to when a server cannot cope: HTTP/1.1, and passwords in ISO 8859-1.
///
/// Each fallback happens once, so that no load repeats its request in a loop.
struct RequestFallbacks {
    /// The newest HTTP version to speak.
    private(set) var httpVersion: HTTPVersionLimit
    /// The bytes that names and passwords are made into.
    private(set) var passwordEncoding: PasswordEncoding
    /// Whether they were refused in another encoding.
    private(set) var hasChangedEncoding = false
    /// Whether HTTP/2 failed, and HTTP/1.1 is spoken instead.
    private(set) var hasGivenUpHTTP2 = false

    init(_ options: TransferOptions) {
        httpVersion = options.httpVersion
        passwordEncoding = options.passwordEncoding
    }

    /// Whether a transfer that failed is to be tried again, over HTTP/1.1:
    /// some servers offer an HTTP/2 that breaks (http polling A5 53).
    ///
    /// - Parameters:
    ///   - failure: how it ended.
    ///   - hasAnswer: whether a response was on its way.
    /// - Returns: whether it is.
    mutating func change(after failure: TransferFailure, hasAnswer: Bool) -> Bool {
        guard httpVersion == .http2, failure.isOfHTTP2(hasAnswer: hasAnswer) else { return false }
        giveUpHTTP2()
        return true
    }

    /// Speaks HTTP/1.1 from now on.
    mutating func giveUpHTTP2() {
        httpVersion = .http1
        hasGivenUpHTTP2 = true
    }

    /// Whether a refused password is to be tried again in the other encoding: in ISO 8859-1, which servers older than RFC
    /// 7617 expect, or in UTF-8 where the server expected the other one the last time (http polling A6 62).
    ///
    /// Only if that makes a difference, and ISO 8859-1 only if the server wants Basic and does not say that UTF-8 is what
    /// it wants.
    mutating func change(after response: HopResponse, credentials: FeedCredentials?, hop: HopRequest) -> Bool {
        guard response.head.status == 401, hop.authorization != nil, !hasChangedEncoding,
            let credentials, BasicAuthorization.differs(credentials),
            passwordEncoding == .latin1 || response.head.asksForLatin1
        else { return false }
        passwordEncoding = passwordEncoding.other
        hasChangedEncoding = true
        return true
    }
}

extension TransferFailure {
    /// Whether HTTP/2 may be to blame: its rules were broken, or all ended before an answer where it was agreed on.
    fileprivate func isOfHTTP2(hasAnswer: Bool) -> Bool {
        switch code {
        case CURLE_HTTP2, CURLE_HTTP2_STREAM: true
        // What libcurl says when the frames make no sense, or the server finds that of ours and goes.
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR: isHTTP2 && !hasAnswer
        default: false
        }
    }
}

extension ResponseHead {
    /// Whether the challenge is for Basic, and not for UTF-8.
    fileprivate var asksForLatin1: Bool {
        guard let challenge = self[.authenticate]?.lowercased(), challenge.contains("basic") else { return false }
        return !challenge.replacing("\"", with: "").contains("charset=utf-8")
    }
}
