import Foundation
import PodcastModel

/// One load from a file or from standard input.
///
/// It runs on a thread of its own: a pipe may keep a reader waiting for ever,
/// and the threads that run tasks are too few to wait. Cancelling the task
/// ends the wait.
struct FileLoad {
    private let path: String?
    private let descriptor: Int32
    private let limits: SizeLimits
    private let decoder: ContentDecoder

    /// Makes a load of the file at a path.
    init(path: String, limits: SizeLimits, decoder: ContentDecoder) {
        self.path = path
        descriptor = -1
        self.limits = limits
        self.decoder = decoder
    }

    /// Makes a load of an open file, which stays open.
    init(descriptor: Int32, limits: SizeLimits, decoder: ContentDecoder) {
        path = nil
        self.descriptor = descriptor
        self.limits = limits
        self.decoder = decoder
    }

    func run() async throws(FeedLoadingError) -> LoadedFeed {
        let feed = path ?? "standard input"
        guard let alarm = WakeUpPipe() else { throw .fileFailure(feed: feed, reason: String(cString: strerror(errno))) }
        let result = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let thread = Thread {
                    continuation.resume(returning: Result { () throws(FeedLoadingError) in try read(feed, alarm) })
                }
                thread.name = "feed-reading"
                thread.start()
            }
        } onCancel: {
            alarm.ring()
        }
        let raw = try result.get()
        let body: [UInt8]
        do {
            body = try decoder.decode(raw, codings: nil, limits: limits)
        } catch {
            throw FeedLoadingError(decoding: error, feed: feed)
        }
        var response = FeedResponse()
        response.wireBytes = raw.count
        return try LoadedFeed(checking: body, isDelta: false, response: response, feed: feed)
    }

    private func read(_ feed: String, _ alarm: WakeUpPipe) throws(FeedLoadingError) -> [UInt8] {
        guard let path else { return try readAll(descriptor, feed, alarm) }
        // Without O_NONBLOCK the opening of a FIFO waits for its writer.
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else { throw FeedLoadingError(errno: errno, feed: feed) }
        defer { close(opened) }
        return try readAll(opened, feed, alarm)
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
            guard bytes.count <= limits.wireBytes else {
                throw .tooLarge(feed: feed, limit: .wire(bytes: limits.wireBytes))
            }
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

extension FeedLoadingError {
    fileprivate init(errno code: Int32, feed: String) {
        switch code {
        case ENOENT, ENOTDIR: self = .fileNotFound(feed: feed)
        case EACCES, EPERM: self = .filePermissionDenied(feed: feed)
        case EISDIR: self = .isDirectory(feed: feed)
        default: self = .fileFailure(feed: feed, reason: String(cString: strerror(code)))
        }
    }
}
