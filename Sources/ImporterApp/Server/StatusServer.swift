import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Persistence
import ServiceLifecycle

/// Answers HTTP requests from the moment the daemon starts until it stops.
///
/// The sockets are made by others, because systemd may have opened them; NIO
/// takes them over and closes them. One thread is enough: what takes time is
/// done by the store's.
final class StatusServer: Service, CustomStringConvertible {
    /// More connections are turned away, so that they cannot use up the descriptors
    /// that loading feeds needs.
    static let maximumConnections = 256
    /// The socket beside the store has slots of its own, so that `podimport status` is answered whoever else asks.
    static let connectionsBesideStore = 32

    private let sockets: [ListeningSocket]
    /// Makes the socket beside the store.
    private let makeSocketBesideStore: (@Sendable () throws -> ListeningSocket)?
    /// How to wait before it is looked after again.
    private let pause: Pause
    private let responder: RouterResponder<StatusContext>
    private let logger: Logger
    private let timeouts: ConnectionTimeouts
    private let slots: ConnectionSlots
    private let slotsBesideStore = ConnectionSlots(connectionsBesideStore)

    /// Makes a server; nobody is answered yet.
    ///
    /// - Parameters:
    ///   - sockets: where it listens; it closes them.
    ///   - makeSocketBesideStore: makes the socket beside the store when it is missing among these, or its file is
    ///     gone: another daemon may have been there first, and may end before this one; nil not to.
    ///   - source: what there is to tell.
    ///   - maximumConnections: how many there may be besides those at the socket beside the store.
    ///   - timeouts: when a connection is closed.
    ///   - pause: how to wait.
    ///   - logger: told of what goes wrong.
    init(
        sockets: [ListeningSocket],
        makeSocketBesideStore: (@Sendable () throws -> ListeningSocket)?,
        source: StatusSource,
        maximumConnections: Int = StatusServer.maximumConnections,
        timeouts: ConnectionTimeouts = ConnectionTimeouts(),
        pause: @escaping Pause = { try await Task.sleep(for: $0) },
        logger: Logger
    ) {
        self.sockets = sockets
        self.makeSocketBesideStore = makeSocketBesideStore
        self.pause = pause
        self.timeouts = timeouts
        slots = ConnectionSlots(maximumConnections)
        // Those that stay open leave a quarter to others: whoever looks whether the daemon is well among them.
        let streams = ConnectionSlots(maximumConnections * 3 / 4)
        responder = StatusRouter.make(source, streams: streams, logger: logger).buildResponder()
        self.logger = logger
    }

    var description: String { "status server" }

    func run() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        // Answers that never end, such as the feed of changes, end when their task is cancelled.
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { tasks in
                for socket in self.sockets where socket.path == nil {
                    tasks.addTask { await self.serve(socket, on: group) }
                }
                tasks.addTask { await self.serveBesideStore(on: group) }
                // Without a socket the daemon works all the same.
                tasks.addTask {
                    do {
                        try await gracefulShutdown()
                    } catch {
                        // Cancelled, which means the same.
                    }
                }
            }
        }
        try await group.shutdownGracefully()
    }

    /// Serves the socket beside the store as long as its file is there, and looks each minute whether it can be had
    /// when it is not.
    private func serveBesideStore(on group: MultiThreadedEventLoopGroup) async {
        var socket = sockets.first { $0.path != nil }
        while true {
            if let socket {
                await withTaskGroup(of: Void.self) { tasks in
                    tasks.addTask { await self.serve(socket, on: group) }
                    tasks.addTask { await self.untilOutOfPlace(socket) }
                    await tasks.next()
                    tasks.cancelAll()
                }
                socket.removeFile()
            }
            guard let makeSocketBesideStore else { return }
            do {
                try await pause(Self.lookInterval)
            } catch {
                // The service stops.
                return
            }
            do {
                socket = try makeSocketBesideStore()
                logger.notice("the daemon can be asked for its status now")
            } catch {
                // Another daemon has it still; that this one cannot be asked was said at the start.
                socket = nil
            }
        }
    }

    /// How often it is looked whether the socket beside the store is there.
    private static let lookInterval = Duration.seconds(60)

    /// Suspends until the file of a socket is gone, or another one's, or the task is cancelled.
    private func untilOutOfPlace(_ socket: ListeningSocket) async {
        repeat {
            do {
                try await pause(Self.lookInterval)
            } catch {
                return
            }
        } while socket.isInPlace || makeSocketBesideStore == nil
    }

    private func serve(_ socket: ListeningSocket, on group: MultiThreadedEventLoopGroup) async {
        let channel = HTTP1Channel(responder: { request, writer, channel in
            try await self.respond(to: request, with: writer, on: channel)
        })
        let slots = socket.path == nil ? slots : slotsBesideStore
        let (connections, arrival) = AsyncStream<HTTP1Channel.Value>.makeStream()
        let listener: any Channel
        do {
            listener = try await ServerBootstrap(group: group)
                .serverChannelInitializer { listener in
                    // Without a descriptor for another connection it waits a moment.
                    listener.eventLoop.makeCompletedFuture {
                        try listener.pipeline.syncOperations.addHandler(AcceptBackoffHandler())
                    }
                }
                .childChannelOption(.allowRemoteHalfClosure, value: true)
                .childChannelInitializer { child in
                    self.admit(child, to: channel, slots).map { _ = arrival.yield($0) }
                }
                .withBoundSocket(socket.descriptor)
                .get()
        } catch {
            // Feeds are refreshed all the same.
            logger.warning("a socket is not served", metadata: ["socket": "\(socket.name)", "error": "\(error)"])
            return
        }
        listener.closeFuture.whenComplete { _ in arrival.finish() }
        logger.info("listening", metadata: ["socket": "\(socket.name)"])
        // A connection that is dropped before it is handled crashes NIO. So none comes by a sequence of NIO's, which
        // drops what is on its way when it ends, and they are taken by a task that no stop cancels.
        let serving = Task {
            await withDiscardingTaskGroup { tasks in
                for await connection in connections {
                    tasks.addTask { await channel.handle(value: connection, logger: self.logger) }
                }
                // Nobody can connect any more, and all who have are being answered.
                tasks.cancelAll()
            }
        }
        await withTaskCancellationHandler {
            await serving.value
        } onCancel: {
            listener.close(promise: nil)
        }
        if !Task.isCancelled {
            logger.warning("a socket is no longer served", metadata: ["socket": "\(socket.name)"])
        }
    }

    /// Sets a connection up, unless there are too many.
    private func admit(
        _ child: any Channel,
        to channel: HTTP1Channel,
        _ slots: ConnectionSlots
    ) -> EventLoopFuture<HTTP1Channel.Value> {
        guard slots.take() else {
            // The listener closes what could not be set up.
            return child.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
        }
        child.closeFuture.whenComplete { _ in slots.release() }
        return channel.setup(channel: child, logger: logger).flatMapThrowing { [timeouts] value in
            try HTTP1Rules(timeouts).add(to: child.pipeline.syncOperations)
            return value
        }
    }

    private func respond(
        to request: Request,
        with writer: consuming ResponseWriter,
        on channel: any Channel
    ) async throws {
        let context = StatusContext(source: .init(channel: channel, logger: logger))
        let response: Response
        do {
            response = try await responder.respond(to: StatusRouter.routable(request), context: context)
        } catch {
            logger.error("a request was not answered", metadata: ["error": "\(error)"])
            response = Response(status: .internalServerError)
        }
        try await writer.write(response: response.head, body: response.body)
    }
}
