import CCurl

/// How a transfer ended.
enum TransferEnd {
    /// There is a response, as much of it as is wanted.
    case response(HopResponse)
    /// We ended it, perhaps when a response was on its way.
    case stopped(TransferStop, AnswerHead? = nil)
    /// libcurl ended it, perhaps when a response was on its way.
    case failed(TransferFailure, AnswerHead? = nil)
    /// The task was cancelled or the loop shut down, perhaps when the request was on its way.
    case cancelled(wasSent: Bool = false)
}

extension TransferEnd {
    /// Whether the time for it was up.
    var isTimeout: Bool {
        switch self {
        case .stopped(.idle, _): true
        case .failed(let failure, _): failure.code == CURLE_OPERATION_TIMEDOUT
        case .response, .stopped, .cancelled: false
        }
    }

    /// Whether anything was asked of anybody.
    var wasAsked: Bool {
        switch self {
        case .response, .stopped: true
        case .failed(let failure, _): failure.wasSent
        case .cancelled(let wasSent): wasSent
        }
    }
}

/// A response to one request, its body as transferred.
struct HopResponse {
    let head: ResponseHead
    let body: FeedBody
    /// The limit at which the rest of the body was left; nil if it is whole.
    let cutAt: SizeLimit?
    let wireBytes: Int
    let timings: TransferTimings
    let remoteAddress: String?
    /// Whether the server was asked in HTTP/2 first, and wanted HTTP/1.1.
    var hasLeftHTTP2 = false

    init(head: ResponseHead, body: FeedBody, cutAt: SizeLimit?, wireBytes: Int, easy: EasyHandle) {
        self.head = head
        self.body = body
        self.cutAt = cutAt
        self.wireBytes = wireBytes
        timings = TransferTimings(easy: easy)
        remoteAddress = easy.string(CURLINFO_PRIMARY_IP)
    }

    /// Whether a body of this status is kept: 200, 203 and, for deltas, 226.
    static func hasWantedBody(status: Int) -> Bool {
        status == 200 || status == 203 || status == 226
    }
}

/// What libcurl says of a transfer that failed.
struct TransferFailure {
    let code: CURLcode
    /// libcurl's words; they name hosts and ports, never a path.
    let message: String
    /// The `errno` of a failed connection; 0 if there is none.
    let systemError: Int
    /// The `errno` of what the system had no more of; nil if it was not that.
    let shortage: Int32?
    let timings: TransferTimings
    /// Whether HTTP/2 was spoken, or agreed on.
    let isHTTP2: Bool
    /// Whether the server was reached, though TLS may not have come to its end.
    ///
    /// Since 7.88 libcurl times a connection only when TLS stands, too, and counts it before. One that was kept it neither
    /// times nor counts.
    let hasConnection: Bool
    /// Whether the request was sent, for which a proxy may first have to let us through.
    let wasSent: Bool
    /// Whether it was sent on the connection that failed: whatever has to be set up before that was.
    let isOnConnection: Bool
    /// What an HTTP proxy said when it was to connect to the server; 0 if none said anything.
    let tunnelStatus: Int
    /// What became of the first words with a SOCKS proxy.
    let proxyError: CURLproxycode

    init(code: CURLcode, easy: EasyHandle, on connection: TransferConnection, shortage: Int32?) {
        let detail = easy.errorMessage
        self.init(
            code: code,
            message: detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail,
            easy: easy,
            on: connection,
            shortage: shortage
        )
    }

    /// A response whose headers do not come to an end, which libcurl takes for whole.
    init(endingInHeaders easy: EasyHandle, on connection: TransferConnection) {
        self.init(
            code: CURLE_GOT_NOTHING,
            message: "it ends in the middle of the headers",
            easy: easy,
            on: connection
        )
    }

    private init(
        code: CURLcode,
        message: String,
        easy: EasyHandle,
        on connection: TransferConnection,
        shortage: Int32? = nil
    ) {
        self.shortage = shortage
        self.code = code
        self.message = message
        systemError = easy.long(CURLINFO_OS_ERRNO)
        timings = TransferTimings(easy: easy)
        isHTTP2 =
            connection.speaksHTTP2 || code == CURLE_HTTP2 || code == CURLE_HTTP2_STREAM
            || easy.long(CURLINFO_HTTP_VERSION) == CURL_HTTP_VERSION_2_0
        wasSent = connection.wasSent
        isOnConnection = connection.isInUse
        let countsAtConnection = LIBCURL_VERSION_NUM >= 0x075800
        hasConnection =
            isOnConnection || timings.connected > 0
            || countsAtConnection && easy.long(CURLINFO_NUM_CONNECTS) > 0
        tunnelStatus = easy.long(CURLINFO_HTTP_CONNECTCODE)
        proxyError = CURLproxycode(UInt32(easy.long(CURLINFO_PROXY_ERROR)))
    }

    /// A transfer that could not even be begun, or could not connect.
    init(code: CURLcode, systemError: Int = 0) {
        shortage = nil
        self.code = code
        message = String(cString: curl_easy_strerror(code))
        self.systemError = systemError
        timings = TransferTimings()
        isHTTP2 = false
        hasConnection = false
        wasSent = false
        isOnConnection = false
        tunnelStatus = 0
        proxyError = CURLPX_OK
    }
}

extension TransferTimings {
    fileprivate init(easy: EasyHandle) {
        resolved = easy.microseconds(CURLINFO_NAMELOOKUP_TIME_T)
        connected = easy.microseconds(CURLINFO_CONNECT_TIME_T)
        secured = easy.microseconds(CURLINFO_APPCONNECT_TIME_T)
        finished = easy.microseconds(CURLINFO_TOTAL_TIME_T)
        total = finished
    }
}
