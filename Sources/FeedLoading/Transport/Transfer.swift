import CCurl

/// One request on its way: what to send, and what has come back so far.
///
/// Made by a loading task, then handed to the loop's thread, which alone
/// touches it until it resumes the task with the end of the transfer.
final class Transfer: @unchecked Sendable {
    let request: HopRequest
    /// Its place among those it was submitted with.
    let place: Int

    // MARK: - Under the loop's lock

    /// Whether its task was cancelled.
    var isCancelled = false
    /// Whether the loop has taken it on.
    var isSubmitted = false

    // MARK: - The loop's thread only

    /// Resumes the task that waits.
    var continuation: UnsafeContinuation<Void, Never>?
    /// Those it was submitted with, if nobody waits for it alone.
    var group: TransferGroup?
    /// How it ended; the task reads it once it is resumed.
    var outcome: TransferEnd?
    /// The handle carrying it out; nil while it waits for its turn.
    var easy: EasyHandle?
    /// Its place among the active transfers.
    var slot = 0
    /// Why we ended it ourselves.
    private(set) var stop: TransferStop?
    /// The limit at which the rest of the body was left.
    private var cutAt: SizeLimit?
    /// The last time something came that is wanted, in nanoseconds; 0 until the request is sent.
    private(set) var lastActivity: UInt64 = 0
    private var reader = HeaderReader()
    private var body: CollectedBody
    private var wireBytes = 0
    /// The connection it is on, or how far it has come with finding one.
    var connection: TransferConnection
    private let clock: LoopClock

    init(request: HopRequest, place: Int = 0, clock: LoopClock, connections: ConnectionBook) {
        self.request = request
        self.place = place
        self.clock = clock
        body = CollectedBody(limit: request.options.sizeLimits.wireBytes)
        connection = TransferConnection(book: connections)
    }

    /// What libcurl's result means, once it has one.
    func end(code: CURLcode, easy: EasyHandle) -> TransferEnd {
        if let stop, !(hasSaidAll && stop.isOfTheBody) { return .stopped(stop, AnswerHead(reader)) }
        if let denial = connection.denial, code != CURLE_OK, !connection.hasTriedAnAddress {
            return .stopped(.addressDenied(denial))
        }
        if code == CURLE_OK || code == CURLE_PARTIAL_FILE, !reader.isComplete {
            // What libcurl misses is the body, if it has read how long that would be.
            return .failed(TransferFailure(endingInHeaders: easy, on: connection))
        }
        guard code == CURLE_OK || hasSaidAll || cutAt != nil else {
            let hasConnection = easy.microseconds(CURLINFO_CONNECT_TIME_T) > 0
            let shortage = LocalShortage.behind(code, socketError: connection.socketError, hasConnection: hasConnection)
            let failure = TransferFailure(code: code, easy: easy, on: connection, shortage: shortage)
            return .failed(failure, AnswerHead(reader))
        }
        let whole = body.finished()
        var response = HopResponse(head: reader.head, body: whole, cutAt: cutAt, wireBytes: wireBytes, easy: easy)
        response.hasLeftHTTP2 = connection.hasLeftHTTP2
        return .response(response)
    }

    /// Whether the answer is whole as it is: nobody wants its body, so nothing that happens to that can spoil what the
    /// head says, such as when to come back (http polling A3 39, 40).
    private var hasSaidAll: Bool { reader.isComplete && !HopResponse.hasWantedBody(status: reader.head.status) }

    /// For how long nothing may come, in nanoseconds.
    ///
    /// A body that nobody wants is read for the sake of its connection alone: that is worth no waiting.
    var idleLimit: UInt64 {
        let milliseconds = min(max(1, request.options.timeLimits.idle), TimeLimits.longest)
        return UInt64(hasSaidAll ? min(milliseconds, 1000) : milliseconds) * 1_000_000
    }

    /// Ends the transfer because nothing came for too long.
    func stopForIdleness() {
        stop = .idle(hasResponse: reader.byteCount > 0)
    }
}

// MARK: - What the callbacks do

extension Transfer {
    /// Takes one header line; false ends the transfer.
    func receive(headerLine: UnsafeBufferPointer<UInt8>) -> Bool {
        lastActivity = clock.now
        reader.read(headerLine)
        connection.learn(from: reader.head)
        let limit = request.options.sizeLimits.headerBytes
        if reader.byteCount > limit { stop = .tooLarge(.header(bytes: limit)) }
        if let field = reader.head.fieldWithControlCharacter { stop = .controlCharacter(field) }
        if reader.isComplete, HopResponse.hasWantedBody(status: reader.head.status) {
            checkBody(of: reader.head)
        } else if hasSaidAll, reader.head.endsWithConnection {
            // The server may keep the connection open for ever, though it has said where to go; reading on would keep
            // nothing for the next hop.
            stop = stop ?? .unwantedBody
        } else if hasSaidAll {
            clock.checkIdleness(by: clock.now + idleLimit)
        }
        return stop == nil
    }

    /// Refuses a body that libcurl may take for whole, or for one without codings, when it is not.
    private func checkBody(of head: ResponseHead) {
        if head.isCodedForTransfer {
            stop = .codedForTransfer
        } else if head.contentLength == .unclear {
            // libcurl takes one of several lengths, and may take half a feed for a whole one.
            stop = .unclearLength
        }
    }

    /// Takes a piece of the body as transferred; false ends the transfer.
    func receive(body piece: UnsafeBufferPointer<UInt8>) -> Bool {
        let before = wireBytes
        wireBytes += piece.count
        let limits = request.options.sizeLimits
        guard HopResponse.hasWantedBody(status: reader.head.status) else {
            // Reading on keeps the connection for the next hop, within reason: its time runs from the head on.
            if wireBytes > min(64 << 10, limits.wireBytes) { stop = .unwantedBody }
            return stop == nil
        }
        lastActivity = clock.now
        let isPlain = reader.head[.contentEncoding] == nil
        var room = limits.wireBytes
        if isPlain, wireBytes > limits.decodedBytes, limits.decodedBytes <= limits.wireBytes {
            room = limits.decodedBytes
            cutAt = .decoded(bytes: room)
        } else if wireBytes > room {
            cutAt = .wire(bytes: room)
        }
        // The rest is left where it is: what came before it may be most of a feed.
        let wanted = piece.prefix(room - before)
        if !body.hasRoom(for: wanted.count) { reserveBody() }
        body.append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: wanted)))
        if isPlain, wireBytes >= MediaSignature.length, before < MediaSignature.length {
            stop = MediaSignature.kind(of: body.prefix(MediaSignature.length)).map(TransferStop.media)
        }
        return stop == nil && cutAt == nil
    }

    /// Whether the request may be written to the connection libcurl has found.
    func allowsRequest(on found: ConnectionName) -> Bool {
        lastActivity = clock.now
        switch connection.take(found, for: request, by: easy, at: clock.now) {
        case .allowed: return true
        case .refused: return false
        case .notTaken:
            stop = .notTaken
            return false
        }
    }

    /// Makes room for the body.
    ///
    /// Content-Length is a hint, never believed beyond a megabyte or eight times
    /// what has come. Without it a large body would be in memory twice over in
    /// the end, for an array grows by copying.
    private func reserveBody() {
        guard case .bytes(let length) = reader.head.contentLength else { return }
        let believed = max(1 << 20, body.count * 8)
        body.reserve(min(length, believed))
    }
}
