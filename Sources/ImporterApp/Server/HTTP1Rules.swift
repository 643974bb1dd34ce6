import NIOCore
import NIOHTTP1

/// The rules of HTTP/1 that hummingbird does not see to: it is told neither the version of a request nor, for an
/// answer, the method; it waits for ever for a body that goes on and on; and it takes an answer for sent as soon as NIO
/// has it, so that its idle time would cut off whoever reads slowly.
///
/// Stands between NIO's codec and hummingbird's. One for each connection, on its event loop only.
final class HTTP1Rules: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// What counts of a request until it is answered.
    private struct PendingRequest {
        /// Before HTTP/1.1 there are no chunks: the end of the connection is the end of the answer.
        let isOld: Bool
        let isHead: Bool
        let isLast: Bool
    }

    /// The requests without an answer, oldest first: a client need not wait for one answer before it asks again.
    private var pending: [PendingRequest] = []
    /// Whether the head of an answer has been written, and its end has not.
    private var isAnswering = false

    private let timeouts: ConnectionTimeouts
    private let unsent: UnsentParts
    /// Whether the rest of a request is still to come.
    private var isReading = false
    /// Ends the connection unless the rest of the request has come by then.
    private var deadline: Scheduled<Void>?
    /// Ends the connection unless another request has come by then.
    private var idle: Scheduled<Void>?
    /// Whether no more answers will be written.
    private var isFinished = false
    /// Ends the connection when the server stops, unless what is on its way has gone out by then.
    private var stop: Scheduled<Void>?
    /// Closes the side by which answers go out, once they have.
    private var closing: (() -> Void)?

    /// Makes the rules for a connection.
    ///
    /// - Parameter timeouts: when it is closed.
    init(_ timeouts: ConnectionTimeouts) {
        self.timeouts = timeouts
        unsent = UnsentParts(patience: timeouts.write)
    }

    /// Takes its place in a pipeline that hummingbird has set up.
    func add(to pipeline: ChannelPipeline.SynchronousOperations) throws {
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.addHandler(self, position: .after(decoder))
    }

    func handlerAdded(context: ChannelHandlerContext) {
        waitForRequest(on: context.channel)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .end = part {
            stopWaiting()
            waitForRequest(on: context.channel)
        }
        if isFinished { return }
        guard case .head(var head) = part else { return context.fireChannelRead(data) }
        idle?.cancel()
        idle = nil
        let isOld = head.version.major < 1 || (head.version.major == 1 && head.version.minor < 1)
        // Whoever names no host does not speak HTTP/1.1 whatever is claimed; and HTTP/1.0 has no connections that stay,
        // but for an extension that proxies misunderstand (RFC 9112 C.2.2).
        let isLast = isOld || !head.isKeepAlive || !head.headers.contains(name: "Host")
        // Hummingbird goes by this very word.
        if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        head.goByTarget()
        if !isOld, pending.isEmpty, head.expectsContinue {
            // It holds the body back until then (RFC 9110 10.1.1).
            let go = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(go)), promise: nil)
        }
        pending.append(PendingRequest(isOld: isOld, isHead: head.method == .HEAD, isLast: isLast))
        isReading = true
        waitForBody(on: context)
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func channelInactive(context: ChannelHandlerContext) {
        stopWaiting()
        unsent.stopLooking()
        idle?.cancel()
        stop?.cancel()
        context.fireChannelInactive()
    }

    /// Sets the time for the next request, once everything is answered and the answers have gone out.
    ///
    /// What is refused is answered before it has come to its end, for which there is a time of its own.
    private func waitForRequest(on channel: any Channel) {
        guard pending.isEmpty, unsent.isEmpty, idle == nil, !isReading || isFinished else { return }
        idle = channel.eventLoop.scheduleTask(in: TimeAmount(timeouts.idle)) { channel.close(promise: nil) }
    }

    /// Sets the deadline, once it is the turn of the request that is being read: before that nobody reads on.
    private func waitForBody(on context: ChannelHandlerContext) {
        guard isReading, pending.count == 1, deadline == nil else { return }
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: TimeAmount(timeouts.body)) { channel.close(promise: nil) }
    }

    private func stopWaiting() {
        isReading = false
        deadline?.cancel()
        deadline = nil
    }

    private func noteAllSent(on channel: any Channel) {
        let close = closing
        closing = nil
        close?()
        if channel.isActive { waitForRequest(on: channel) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let channel = context.channel
        let promise = unsent.add(promise, on: channel) { self.noteAllSent(on: channel) }
        // Without a request it is the answer to what could not be understood.
        guard let request = pending.first else { return context.write(data, promise: promise) }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            isAnswering = true
            if request.isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            // NIO leaves chunks out for this version only.
            if request.isOld { head.version = .http1_0 }
            // Nothing here is empty that can be asked for: it is the length of an answer that goes on, which has none.
            if request.isHead, head.headers["Content-Length"] == ["0"] { head.headers.remove(name: "Content-Length") }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body where request.isHead:
            context.write(wrapOutboundOut(.nothing), promise: promise)
        case .end:
            isAnswering = false
            pending.removeFirst()
            waitForBody(on: context)
            // NIO would write the end of the chunks that there were none of.
            context.write(request.isHead ? wrapOutboundOut(.nothing) : data, promise: promise)
        case .body:
            context.write(data, promise: promise)
        }
    }

    /// Ends an answer that goes on, such as events, before the connection is closed: a stop cancels whoever writes it.
    ///
    /// Only a stop closes the side by which requests come; it does not wait long for those who take their time to read.
    /// NIO waits for them, unless the other side is closed already: then it would drop what has not gone out yet.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode != .input, isAnswering {
            isAnswering = false
            // One of a known length has no last chunk, and stays cut off.
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
        switch mode {
        case .input:
            let channel = context.channel
            stop = context.eventLoop.scheduleTask(in: TimeAmount(timeouts.stop)) { channel.close(promise: nil) }
            context.close(mode: mode, promise: promise)
        case .output:
            (isFinished, pending) = (true, [])
            waitForRequest(on: context.channel)
            guard !unsent.isEmpty else { return context.close(mode: mode, promise: promise) }
            closing = { context.close(mode: mode, promise: promise) }
        case .all:
            context.close(mode: mode, promise: promise)
        }
    }
}

extension HTTPServerResponsePart {
    /// No bytes, for a promise that is to be kept in its turn.
    fileprivate static var nothing: HTTPServerResponsePart { .body(.byteBuffer(ByteBuffer())) }
}

extension HTTPRequestHead {
    fileprivate var expectsContinue: Bool {
        headers[canonicalForm: "Expect"].contains { $0.lowercased() == "100-continue" }
    }
}
