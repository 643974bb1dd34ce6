import CCurl
import PodcastModel

/// One libcurl easy handle, used for one transfer after another where that is
/// safe (``isReusable``).
///
/// Touched by the loop's thread only. libcurl copies the strings it is given,
/// all but the header list and the error buffer, which live here.
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    private let errorBuffer: UnsafeMutablePointer<CChar>
    private let headers = HeaderList()
    /// What the handle is set up for; nil if it must be reset first.
    private var settings: ConnectionSettings?
    private var opensNewConnection = false
    /// Where it finds its connections, and leaves them.
    private(set) var cache: ConnectionCache?

    /// What libcurl takes of an answer at once: the longest headers, and what it reads from HTTP/2 in one go.
    private static let bufferBytes = SizeLimits().headerBytes + (32 << 10)

    /// Whether a handle may be used for another transfer.
    static let isReusable = forgetsHeaders(curl_version_info(CURLVERSION_FIRST)?.pointee.version_num ?? 0)

    /// Whether nothing of the headers of one transfer is left for the next.
    ///
    /// Before 8.1, libcurl remembers where the last header of a transfer was when it has freed that. A response that
    /// begins with a folded line is added to it there: any server could corrupt the memory of the process (curl/curl
    /// pull request 11103).
    ///
    /// - Parameter version: libcurl's, as it numbers them.
    /// - Returns: whether it clears what it remembers.
    static func forgetsHeaders(_ version: UInt32) -> Bool { version >= 0x08_01_00 }

    init?() {
        guard let pointer = curl_easy_init() else { return nil }
        self.pointer = pointer
        errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        curl_easy_cleanup(pointer)
        errorBuffer.deallocate()
    }

    /// Readies the handle for a transfer; nil if all options were taken.
    ///
    /// What stays the same from one feed to the next is set once: setting it
    /// again each time costs more than parsing the response.
    func prepare(for transfer: Transfer, cache: ConnectionCache?) -> CURLcode? {
        errorBuffer.pointee = 0
        let request = transfer.request
        let context = Unmanaged.passUnretained(transfer).toOpaque()
        var setter = OptionSetter(easy: pointer)
        let wanted = ConnectionSettings(request)
        if settings != wanted {
            curl_easy_reset(pointer)
            setter.set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorBuffer))
            setter.set(CURLOPT_SHARE, cache?.share)
            self.cache = cache
            // Without signals there is no SIGALRM for name look-ups, and libcurl
            // does not change the process's handling of SIGPIPE around each call.
            setter.set(CURLOPT_NOSIGNAL, 1)
            // Of HTTP/2 headers that come at once, libcurl forgets what is more than this until something else comes.
            // It refuses the option while it has a buffer, as after a host without an address: then 16 KB have to do.
            _ = ccurl_set_long(pointer, CURLOPT_BUFFERSIZE, Self.bufferBytes)
            // The loop's thread must not wait for a name server that is silent.
            ccurl_leave_look_ups(pointer)
            setter.set(CURLOPT_PROTOCOLS_STR, "http,https")
            setter.setConnection(wanted)
            setter.setLimits(request.options.timeLimits)
        }
        setter.set(CURLOPT_PRIVATE, context)
        setter.set(CURLOPT_URL, request.target)
        setter.setHeaders(makeHeaders(request))
        setter.setCallbacks(context)
        settings = setter.failure == nil ? wanted : nil
        return setter.failure
    }

    /// Lets go of what a transfer left behind, before the handle waits for the next.
    func release() {
        // The header list is used for another request, so the handle must not keep it.
        _ = ccurl_set_headers(pointer, nil)
        headers.removeAll()
        if opensNewConnection { setOpensNewConnection(false) }
    }

    /// Makes the next attempt of the transfer open a connection of its own.
    func openNewConnection() {
        setOpensNewConnection(true)
    }

    /// Whether libcurl forgets the addresses of all hosts when the transfer ends, and not only those it has known for a
    /// minute; those that other transfers are using stay.
    func setForgetsAddresses(_ value: Bool) {
        _ = ccurl_set_long(pointer, CURLOPT_DNS_CACHE_TIMEOUT, value ? 0 : 60)
    }

    private func setOpensNewConnection(_ value: Bool) {
        opensNewConnection = value
        _ = ccurl_set_long(pointer, CURLOPT_FRESH_CONNECT, value ? 1 : 0)
    }

    private func makeHeaders(_ request: HopRequest) -> UnsafeMutablePointer<curl_slist>? {
        headers.removeAll()
        // Not CURLOPT_USERAGENT: libcurl would put that together, byte by byte, twice for each request.
        headers.append("User-Agent: ", request.userAgent)
        headers.append("Accept: ", request.options.accept)
        headers.append("Accept-Encoding: ", request.acceptEncoding)
        // Not CURLOPT_USERPWD, which stays with the handle and takes no bytes
        // but UTF-8; libcurl does not show this list to proxies.
        if let authorization = request.authorization { headers.append("Authorization: ", authorization) }
        if let etag = request.validators.etag { headers.append("If-None-Match: ", etag) }
        if let lastModified = request.validators.lastModified { headers.append("If-Modified-Since: ", lastModified) }
        if request.asksForDelta { headers.append("A-IM: ", "feed") }
        return headers.chain()
    }
}

// MARK: - What libcurl knows of a transfer

extension EasyHandle {
    /// What libcurl wrote about the failure; empty if nothing.
    var errorMessage: String { String(cString: errorBuffer) }

    func string(_ info: CURLINFO) -> String? {
        guard let text = ccurl_get_string(pointer, info), text.pointee != 0 else { return nil }
        return String(cString: text)
    }

    func long(_ info: CURLINFO) -> Int { ccurl_get_long(pointer, info) }

    /// Whether TLS has nothing left of what it took from the connection that the transfer is on.
    var hasReadTLS: Bool { ccurl_tls_is_silent(pointer) != 0 }

    /// Whether HTTP/2 is what is spoken on that connection; nil if that cannot be told.
    var hasAgreedOnHTTP2: Bool? {
        let answer = ccurl_agreed_on_http2(pointer)
        return answer < 0 ? nil : answer != 0
    }

    func microseconds(_ info: CURLINFO) -> Int { Int(ccurl_get_offset(pointer, info)) }
}

/// The options that libcurl keeps from one transfer to the next.
private struct ConnectionSettings: Equatable {
    let proxy: String?
    /// What a proxy is told; it does not see the header list.
    let proxyUserAgent: String?
    let httpVersion: HTTPVersionLimit
    let trust: TransferTrust
    let timeLimits: TimeLimits

    init(_ request: HopRequest) {
        proxy = request.options.proxy
        proxyUserAgent = proxy == nil ? nil : request.userAgent
        httpVersion = request.httpVersion
        trust = request.options.trust
        timeLimits = request.options.timeLimits
    }
}

/// Sets options and remembers the first that was refused.
private struct OptionSetter {
    let easy: UnsafeMutableRawPointer
    private(set) var failure: CURLcode?

    init(easy: UnsafeMutableRawPointer) {
        self.easy = easy
    }

    mutating func set(_ option: CURLoption, _ value: String) { note(ccurl_set_string(easy, option, value)) }
    mutating func set(_ option: CURLoption, _ value: Int) { note(ccurl_set_long(easy, option, value)) }
    mutating func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
        note(ccurl_set_pointer(easy, option, value))
    }
    mutating func setHeaders(_ headers: UnsafeMutablePointer<curl_slist>?) { note(ccurl_set_headers(easy, headers)) }

    mutating func setConnection(_ options: ConnectionSettings) {
        if let userAgent = options.proxyUserAgent { set(CURLOPT_USERAGENT, userAgent) }
        // Both are always set: left alone, libcurl would take http_proxy and
        // no_proxy from the environment, and go past the address policy.
        set(CURLOPT_PROXY, options.proxy ?? "")
        set(CURLOPT_NOPROXY, "")
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        switch options.httpVersion {
        case .http1: set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        case .http2: set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        }
        if !options.trust.verifiesCertificate {
            set(CURLOPT_SSL_VERIFYPEER, 0)
            set(CURLOPT_SSL_VERIFYHOST, 0)
        }
        setAuthorities(options.trust)
    }

    private mutating func setAuthorities(_ trust: TransferTrust) {
        if let file = trust.authorityFile {
            // A proxy has options of its own.
            for option in [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO] { set(option, file) }
        }
        // The system's folder would hold beside a file of one's own. And beside the system's own file it has libcurl read
        // all authorities anew for each connection, which takes longer than all the rest of a request.
        if trust.authorityFile != nil || Self.systemHasAuthorityFile { ccurl_leave_authority_folder(easy) }
        ccurl_keep_authorities(easy, trust.authoritySeconds)
    }

    private static let systemHasAuthorityFile = ccurl_has_authority_file() != 0

    mutating func setLimits(_ limits: TimeLimits) {
        set(CURLOPT_CONNECTTIMEOUT_MS, min(limits.connect, TimeLimits.longest))
        set(CURLOPT_TIMEOUT_MS, min(limits.total, TimeLimits.longest))
        set(CURLOPT_LOW_SPEED_LIMIT, limits.minimumRate)
        set(CURLOPT_LOW_SPEED_TIME, limits.minimumRateSeconds)
    }

    mutating func setCallbacks(_ context: UnsafeMutableRawPointer) {
        note(ccurl_set_header_callback(easy, TransferCallbacks.header, context))
        note(ccurl_set_body_callback(easy, TransferCallbacks.body, context))
        note(ccurl_set_open_socket_callback(easy, TransferCallbacks.openSocket, context))
        note(ccurl_set_before_request_callback(easy, TransferCallbacks.beforeRequest, context))
    }

    private mutating func note(_ code: CURLcode) {
        if failure == nil, code != CURLE_OK { failure = code }
    }
}
