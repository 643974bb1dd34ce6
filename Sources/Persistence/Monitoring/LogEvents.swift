@preconcurrency import Dispatch
import Foundation
import Synchronization

/// Reports when some process has written to a store, so that the store need not
/// be polled while nothing is written (inotify(7)).
///
/// Every commit of every process goes to the write-ahead log. The log is written
/// and synced before the commit becomes visible, so an event only means that a
/// commit may become visible soon. A busy store writes to the log thousands of
/// times a second; until ``takeWritten()`` is called further events say nothing
/// new, so the dispatch source is suspended and the kernel merges them into one.
/// If the file of the store itself is moved, deleted or replaced, that counts as
/// written.
///
/// Unchecked because a dispatch source may be used from any thread, but is not
/// declared `Sendable`.
final class LogEvents: @unchecked Sendable {
    private let source: any DispatchSourceRead
    /// What the kernel calls the log.
    private let log: Int32
    private let hasWritten = Atomic(false)
    private let isLost = Atomic(false)
    private let isWoken = Atomic(false)
    private let (writes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Begins to watch the log of a store; nil if there is none yet, or the
    /// kernel cannot tell.
    init?(path: String) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        let events = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF)
        log = inotify_add_watch(descriptor, path + "-wal", events)
        guard log >= 0 else {
            close(descriptor)
            return nil
        }
        // Deleting an open file only removes its name: that changes its attributes.
        _ = inotify_add_watch(descriptor, path, UInt32(IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF))
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
        source.setCancelHandler { close(descriptor) }
        source.setEventHandler { [weak self] in self?.read(from: descriptor) }
        source.activate()
    }

    deinit {
        // A dispatch source must not be released while it is suspended.
        _ = takeWritten()
        source.cancel()
    }

    /// Whether the log is still the file that is watched.
    var isWatching: Bool { !isLost.load(ordering: .acquiring) }

    /// Whether something was written since this was last asked.
    func takeWritten() -> Bool {
        guard hasWritten.exchange(false, ordering: .acquiringAndReleasing) else { return false }
        source.resume()
        return true
    }

    /// Suspends until something is written; at once if that has happened
    /// already, when the task is cancelled, and when ``wake()`` was called.
    ///
    /// To be called by one task.
    ///
    /// - Returns: whether something was written.
    @discardableResult
    func nextWrite() async -> Bool {
        while !Task.isCancelled {
            if takeWritten() { return true }
            if isWoken.exchange(false, ordering: .acquiringAndReleasing) { return false }
            var iterator = writes.makeAsyncIterator()
            guard await iterator.next() != nil else { return false }
        }
        return false
    }

    /// Ends a wait before anything is written.
    ///
    /// Cancelling the waiting task would end all later waits, too.
    func wake() {
        isWoken.store(true, ordering: .releasing)
        continuation.yield()
    }

    private func read(from descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            let isGone = buffer.withUnsafeBytes { bytes in
                Self.events(in: UnsafeRawBufferPointer(rebasing: bytes[..<count])).contains { event in
                    event.wd == log && event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0
                }
            }
            if isGone { isLost.store(true, ordering: .releasing) }
        }
        // Once for each time that ``takeWritten()`` finds something to take.
        source.suspend()
        hasWritten.store(true, ordering: .releasing)
        continuation.yield()
    }

    /// What happened to which file.
    private static func events(in bytes: UnsafeRawBufferPointer) -> [inotify_event] {
        var events: [inotify_event] = []
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= bytes.count {
            let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            events.append(event)
            offset += MemoryLayout<inotify_event>.size + Int(event.len)
        }
        return events
    }
}
