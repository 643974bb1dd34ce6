import CCurl
import PodcastModel

/// How a transfer comes by its connection: which addresses it may connect to, and whether what libcurl has kept is fit for
/// its request.
///
/// Part of one ``Transfer``; the loop's thread only.
struct TransferConnection {
    /// Why the first address was refused that was; nil if none was.
    private(set) var denial: AddressDenial?
    /// Why a socket could not be opened for the transfer, a shortage before all else; 0 if none failed.
    private(set) var socketError: Int32 = 0
    /// Whether HTTP/2, and not HTTP/1, was agreed on where the request was sent last, whatever the answer is called; nil if
    /// that cannot be told.
    private var agreedOnHTTP2: Bool? = false
    /// Whether the request was sent again in HTTP/1.1 after HTTP/2 was agreed on.
    private(set) var hasLeftHTTP2 = false
    /// Whether a connection was opened, and so its address checked, for this
    /// transfer: a reused one was opened under another transfer's policy.
    private var hasCheckedAddress = false
    /// Opened for this transfer; its connection will be one of them.
    private var openedSockets: [curl_socket_t] = []
    /// What the request was, or is being, sent on.
    private var name: ConnectionName?
    /// Whether the book knows what is spoken there.
    private var isKnown = false
    private var search = Search.any
    /// How often the request was, or is being, sent.
    private var requestCount = 0
    private let book: ConnectionBook

    init(book: ConnectionBook) {
        self.book = book
    }

    /// How far it has come with finding a connection.
    private enum Search {
        /// It takes what libcurl finds.
        case any
        /// What libcurl had kept was refused.
        case refused
        /// It has a connection opened for it, whatever it is called.
        case new
    }

    /// What becomes of a request on a connection that libcurl has found.
    enum Verdict {
        case allowed
        case refused
        /// It was sent often enough.
        case notTaken
    }

    /// Whether HTTP/2 was agreed on where the request was sent last.
    var speaksHTTP2: Bool { agreedOnHTTP2 == true }

    /// Whether the request was, or is being, sent.
    var wasSent: Bool { requestCount > 0 }

    /// Whether the request was sent where the transfer is now: libcurl may have lost a connection that was kept, and be
    /// about to open another.
    var isInUse: Bool { name != nil && openedSockets.isEmpty }

    /// Whether there was an address that it was allowed to connect to: what came of that is then how it ended, whatever
    /// other addresses the name has.
    var hasTriedAnAddress: Bool { name != nil || !openedSockets.isEmpty }

    /// Whether the transfer ended because the connection that libcurl had kept is not fit
    /// for another request; asking again, it must get a new one.
    ///
    /// - Returns: true once at most.
    mutating func needsNewOne() -> Bool {
        guard search == .refused else { return false }
        search = .new
        return true
    }

    /// Whether a new connection to the address is allowed.
    mutating func allows(_ address: IPAddress?, for request: HopRequest) -> Bool {
        // The connection to a proxy leads to the proxy.
        guard request.options.proxy == nil else { return true }
        hasCheckedAddress = true
        guard let address else { return false }
        return check(address, for: request)
    }

    /// Notes a socket that was opened for it, or why it could not be.
    mutating func opened(_ socket: curl_socket_t, error: Int32) {
        if socket == CURL_SOCKET_BAD {
            if !LocalShortage.isMeant(by: socketError) { socketError = error }
        } else {
            openedSockets.append(socket)
        }
    }

    /// Whether the request may be written to the connection that libcurl has found.
    ///
    /// - Parameters:
    ///   - found: what libcurl calls it.
    ///   - request: the request.
    ///   - easy: the handle that carries it out.
    ///   - now: the time, in nanoseconds of the loop's clock.
    /// - Returns: whether it may; where it may not, libcurl ends the transfer.
    mutating func take(
        _ found: ConnectionName,
        for request: HopRequest,
        by easy: EasyHandle?,
        at now: UInt64
    ) -> Verdict {
        if !hasCheckedAddress, request.options.proxy == nil {
            guard let address = found.remote, check(address, for: request) else { return .refused }
        }
        // libcurl has given up one that was closed while it waited for the answer.
        if let name, !isKnown { book.noteLoss(on: name, at: now) }
        leave()
        guard requestCount < Self.requestsAtMost else { return .notTaken }
        if book.add(found, among: openedSockets)
            || book.use(found, at: now, isRead: Self.hasReadTLS(request, by: easy))
        {
            name = found
            requestCount += 1
            let spokeHTTP2 = speaksHTTP2
            agreedOnHTTP2 = request.isSecure ? easy?.hasAgreedOnHTTP2 : false
            // What libcurl does by itself when a stream is closed with HTTP_1_1_REQUIRED (RFC 9113 7).
            hasLeftHTTP2 = hasLeftHTTP2 || spokeHTTP2 && !speaksHTTP2
        } else if search == .any {
            search = .refused
            return .refused
        }
        openedSockets.removeAll()
        return .allowed
    }

    /// Tells the book of connections what is spoken, as soon as a status line says so.
    mutating func learn(from head: ResponseHead) {
        guard !isKnown, head.status > 0, let name else { return }
        isKnown = true
        let isCalledHTTP2 = head.httpVersion == "2"
        let isMisnamed = isCalledHTTP2 && agreedOnHTTP2 == false
        book.learn(name, isMultiplexed: isCalledHTTP2 && !isMisnamed)
        if isMisnamed { book.notePretence(on: name) }
    }

    /// Sees to it that nobody else waits where it has waited in vain.
    func giveUp() {
        if let name { book.giveUp(name) }
    }

    /// Leaves its connection to others.
    mutating func leave() {
        guard let name else { return }
        book.leave(name)
        self.name = nil
        isKnown = false
    }

    /// libcurl repeats a request that a server lets fall, or refuses in HTTP/2, up to five times at once.
    private static let requestsAtMost = 2

    /// Whether TLS has nothing left that belongs to an earlier answer, if there is TLS.
    private static func hasReadTLS(_ request: HopRequest, by easy: EasyHandle?) -> Bool {
        let isWithoutTLS = !request.isSecure && request.options.proxy?.hasPrefix("https:") != true
        return isWithoutTLS || easy?.hasReadTLS == true
    }

    private mutating func check(_ address: IPAddress, for request: HopRequest) -> Bool {
        guard let rule = request.options.addressPolicy.rule(against: address, host: request.url.host) else {
            return true
        }
        denial = denial ?? AddressDenial(address: address, rule: rule)
        return false
    }
}

extension HopRequest {
    fileprivate var isSecure: Bool { url.scheme == "https" }
}
