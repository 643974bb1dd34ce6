import Foundation
import PodcastModel

/// One load from a file or from standard input.
///
/// A regular file is read where the caller is: the disk answers at once. What
/// may keep a reader waiting for ever, such as a pipe, is read on a thread of
/// its own, for the threads that run tasks are too few to wait; cancelling the
/// task ends the wait. That is for paths that somebody has just named: where one
/// that is followed has become a pipe nobody may write to it, and nothing but a
/// regular file is read there. No more is read than a document may hold when
/// decoded; the limit of what may come over a network does not apply.
struct FileLoad {
    private let path: String?
    private let descriptor: Int32
    private let waitsForPipes: Bool
    private let limits: SizeLimits
    private let decoder: ContentDecoder

    /// Makes a load of the file at a path.
    init(path: String, waitsForPipes: Bool, limits: SizeLimits, decoder: ContentDecoder) {
        self.path = path
        descriptor = -1
        self.waitsForPipes = waitsForPipes
        self.limits = limits
        self.decoder = decoder
    }

    /// Makes a load of an open file, which stays open.
    init(descriptor: Int32, limits: SizeLimits, decoder: ContentDecoder) {
        path = nil
        self.descriptor = descriptor
        waitsForPipes = true
        self.limits = limits
        self.decoder = decoder
    }

    func run() async throws(FeedLoadingError) -> LoadedFeed {
        let feed = path ?? "standard input"
        let (packed, cutAt) = try await packedBody(feed)
        let body: DecodedBody
        do {
            body = try decoder.decode(packed, cutAt: cutAt, codings: nil, limits: limits)
        } catch {
            throw FeedLoadingError(decoding: error, feed: feed)
        }
        var response = FeedResponse()
        response.wireBytes = packed.count
        return try LoadedFeed(checking: body, isDelta: false, response: response, feed: feed)
    }

    /// What is wanted of the file, and the limit at which it was cut off.
    ///
    /// A function of its own, so that what was read is not in memory any more, beside a file, when that is looked at.
    private func packedBody(_ feed: String) async throws(FeedLoadingError) -> (FeedBody, SizeLimit?) {
        var raw = try await read(feed)
        let cutAt = raw.count > limits.decodedBytes ? SizeLimit.decoded(bytes: limits.decodedBytes) : nil
        raw.removeLast(max(0, raw.count - limits.decodedBytes))
        return (FeedBody(moving: raw), cutAt)
    }

    /// The bytes of the file, and at least one more than is wanted if there are.
    private func read(_ feed: String) async throws(FeedLoadingError) -> [UInt8] {
        guard let path else { return try await readWaiting(descriptor, feed) }
        // Without O_NONBLOCK the opening of a FIFO waits for its writer.
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else { throw FeedLoadingError(errno: errno, feed: feed) }
        defer { close(opened) }
        guard let status = FileStatus(descriptor: opened) else { throw FeedLoadingError(errno: errno, feed: feed) }
        switch status.kind {
        case .regular: return try readRegular(opened, size: Int(status.size), feed)
        case .directory: throw .isDirectory(feed: feed)
        default: break
        }
        guard waitsForPipes else { throw .irregular(status.kind, feed: feed) }
        return try await readWaiting(opened, feed)
    }

    private func readRegular(_ descriptor: Int32, size: Int, _ feed: String) throws(FeedLoadingError) -> [UInt8] {
        var failure: Int32 = 0
        // One byte more than there should be shows whether the file has grown, and whether there is more than is wanted.
        let wanted = min(size, limits.decodedBytes) + 1
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            while count < buffer.count, !Task.isCancelled {
                let end = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                let read = Foundation.read(descriptor, end.baseAddress, min(end.count, 1 << 20))
                if read == 0 { break }
                if read > 0 {
                    count += read
                } else if errno != EINTR {
                    failure = errno
                    break
                }
            }
        }
        guard failure == 0 else { throw FeedLoadingError(errno: failure, feed: feed) }
        guard !Task.isCancelled else { throw .cancelled(feed: feed) }
        guard bytes.count <= size else {
            throw .fileFailure(feed: feed, reason: "it grew while it was read; try again when it is finished")
        }
        return bytes
    }

    private func readWaiting(_ descriptor: Int32, _ feed: String) async throws(FeedLoadingError) -> [UInt8] {
        guard let alarm = WakeUpPipe() else { throw FeedLoadingError(errno: errno, feed: feed) }
        let delivery = FileDelivery()
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let isStarted = WaitingThread(name: "feed-reading").start {
                    delivery.put(Result { () throws(FeedLoadingError) in try readAll(descriptor, feed, alarm) })
                    continuation.resume()
                }
                guard !isStarted else { return }
                delivery.put(.failure(.noResources(feed: feed, reason: "the system has no thread left")))
                continuation.resume()
            }
        } onCancel: {
            alarm.ring()
        }
        guard let result = delivery.take() else { throw .cancelled(feed: feed) }
        return try result.get()
    }

    private func readAll(
        _ descriptor: Int32,
        _ feed: String,
        _ alarm: WakeUpPipe
    ) throws(FeedLoadingError) -> [UInt8] {
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 16)
        defer { chunk.deallocate() }
        var bytes: [UInt8] = []
        while true {
            guard isReadable(descriptor, unless: alarm) else { throw .cancelled(feed: feed) }
            let count = Foundation.read(descriptor, chunk.baseAddress, chunk.count)
            if count == 0 { return bytes }
            guard count > 0 else {
                if errno == EINTR || errno == EAGAIN { continue }
                throw FeedLoadingError(errno: errno, feed: feed)
            }
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
            // Nobody knows how long it would go on.
            if bytes.count > limits.decodedBytes { return bytes }
        }
    }
}

extension FileLoad {
    /// Waits until the file can be read; false if the alarm rang.
    private func isReadable(_ descriptor: Int32, unless alarm: WakeUpPipe) -> Bool {
        var watched = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: alarm.readEnd, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&watched, 2, -1) < 0, errno == EINTR {}
        return watched[1].revents == 0
    }
}

/// Hands what a thread has read to the task that waits for it.
///
/// Through a lock and not through the continuation: the thread sanitizer sees
/// that what is behind a lock comes before what follows it.
private final class FileDelivery: @unchecked Sendable {
    private let lock = NSLock()
    private var result: Result<[UInt8], FeedLoadingError>?

    func put(_ result: Result<[UInt8], FeedLoadingError>) {
        lock.withLock { self.result = result }
    }

    func take() -> Result<[UInt8], FeedLoadingError>? {
        lock.withLock { result }
    }
}

extension FeedLoadingError {
    /// Where a feed was followed there is something now that may keep its reader waiting for ever.
    fileprivate static func irregular(_ kind: FileStatus.Kind, feed: String) -> Self {
        let name = kind == .pipe ? "a pipe" : "a device"
        let advice = "what comes from it is imported only if import --feed names it"
        return .fileFailure(feed: feed, reason: "it is \(name) and not a regular file; \(advice)")
    }

    fileprivate init(errno code: Int32, feed: String) {
        switch code {
        case ENOENT, ENOTDIR: self = .fileNotFound(feed: feed)
        case EACCES, EPERM: self = .filePermissionDenied(feed: feed)
        case EISDIR: self = .isDirectory(feed: feed)
        // The words of the system are "No such device or address", and /dev/stdin may be a socket, too.
        case ENXIO:
            let reason = "it is a socket, or a device that is not there; standard input is -"
            self = .fileFailure(feed: feed, reason: reason)
        case _ where LocalShortage.isMeant(by: code):
            self = .noResources(feed: feed, reason: String(cString: strerror(code)))
        default: self = .fileFailure(feed: feed, reason: String(cString: strerror(code)))
        }
    }
}
