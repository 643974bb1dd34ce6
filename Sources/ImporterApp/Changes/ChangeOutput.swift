import FeedLoading
import Foundation
import Persistence
package import PodcastModel

/// Where changes are written to.
///
/// A regular file that is appended to can be asked, after a crash, how much of
/// the last delivery has arrived. A pipe cannot.
package struct ChangeOutput: Sendable {
    private let fileDescriptor: Int32
    /// Whether it is a file that somebody can find; others are given one that has no name from the start.
    private let isNamed: Bool
    /// Turns changes into what is written, whole lines.
    let render: @Sendable ([StoreChange]) throws -> [UInt8]

    /// Writes to a descriptor, which stays the caller's.
    package init(fileDescriptor: Int32, render: @escaping @Sendable ([StoreChange]) throws -> [UInt8]) {
        self.fileDescriptor = fileDescriptor
        isNamed = FileStatus(descriptor: fileDescriptor)?.hasName ?? false
        self.render = render
    }

    /// A file that is appended to, as it is now.
    struct File {
        private let identity: FileIdentity
        let size: Int64

        init(_ status: FileStatus) {
            (identity, size) = (status.identity, status.size)
        }

        /// Device and number, which no other file has at the same time.
        var name: String { "\(identity)" }

        /// Whether it is the file that had this name when something was written to it.
        ///
        /// A crash of the machine may lie between: many file systems and disks have another device number after that.
        func wasNamed(_ name: String) -> Bool { name.hasSuffix(":\(identity.number)") }
    }

    /// The file that is appended to; nil if the output is something else.
    ///
    /// - Throws: ``ImporterAppError`` of the kind ``ImporterAppError/Kind/storage`` if it, or a file that is written from
    ///   its beginning, was deleted meanwhile: what is written to it then is lost with the process.
    func file() throws(ImporterAppError) -> File? {
        guard let status = FileStatus(descriptor: fileDescriptor) else { throw failure() }
        guard status.kind == .regular else { return nil }
        guard status.hasName || !isNamed else {
            throw ImporterAppError(
                .storage,
                "the file that the changes are written to was deleted; start again with another, which goes on from here"
            )
        }
        guard fcntl(fileDescriptor, F_GETFL) & O_APPEND != 0 else { return nil }
        return File(status)
    }

    /// Keeps others from writing to a file at the same time; nothing is done for other outputs.
    ///
    /// The lock is the process's, and ends with it, whoever else has the file open: a shell that starts one reader
    /// after the other keeps it open for all of them. It has nothing to do with those of flock(1), by which scripts
    /// take turns.
    func lock() throws(ImporterAppError) {
        guard try file() != nil else { return }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        // Where the file system knows no locks there is nothing to wait for.
        guard fcntl(fileDescriptor, F_SETLK, &lock) != 0, errno == EAGAIN || errno == EACCES else { return }
        throw ImporterAppError(.busy, "another process writes changes to the same file; give each consumer its own")
    }

    /// Writes everything to a file, and returns when it is on disk.
    func append(_ bytes: [UInt8]) throws(ImporterAppError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(fileDescriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            rest = rest.dropFirst(count)
        }
        // The store must not remember what the machine may still forget.
        if fdatasync(fileDescriptor) != 0 { throw failure() }
    }

    /// Sends everything to a pipe, or whatever else is no file.
    ///
    /// Its reader may take its time, or never come back: no task's thread waits
    /// for it, and once the task is cancelled nothing is sent that would have
    /// to wait. What was sent ends with a whole line then, unless that is longer
    /// than a pipe takes at once.
    ///
    /// - Throws: ``PersistenceError/interrupted`` if not everything was sent.
    func send(_ bytes: [UInt8]) async throws {
        let isComplete = try await waiting { alarm in try send(bytes, until: alarm) }
        if !isComplete { throw PersistenceError.interrupted }
    }

    /// Waits until everything that was sent has been taken out of a pipe; elsewhere nobody can tell, and it returns at
    /// once.
    ///
    /// What is in a pipe when its reader ends is lost with it.
    ///
    /// - Throws: ``PersistenceError/interrupted`` if the task is cancelled before that, and ``ImporterAppError`` of the
    ///   kind ``ImporterAppError/Kind/outputClosed`` if the reader has left something there.
    func waitUntilTaken() async throws {
        guard untakenCount > 0 else { return }
        let isTaken = try await waiting { alarm in try waitUntilTaken(until: alarm) }
        if !isTaken { throw PersistenceError.interrupted }
    }

    /// Waits until the reader of a pipe, or of a socket or terminal, has gone; returns only when the task is cancelled.
    ///
    /// - Throws: ``ImporterAppError`` of the kind ``ImporterAppError/Kind/outputClosed`` if it has.
    func waitForReaderToLeave() async throws {
        try await waiting { alarm in _ = try wait(for: 0, until: alarm) }
    }

    /// Lets a thread of its own wait; the alarm rings when the task is cancelled.
    private func waiting<Success: Sendable>(
        _ body: @escaping @Sendable (WakeUpPipe) throws -> Success
    ) async throws -> Success {
        guard let alarm = WakeUpPipe() else { throw failure() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                Self.sending.async { continuation.resume(with: Result { try body(alarm) }) }
            }
        } onCancel: {
            alarm.ring()
        }
    }

    /// Where readers of pipes are waited for.
    private static let sending = DispatchQueue(label: "podimport.changes", attributes: .concurrent)

    /// Sends portion by portion; false if it was woken while the output took no more.
    private func send(_ bytes: [UInt8], until alarm: WakeUpPipe) throws -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard try wait(for: POLLOUT, until: alarm) == .output else { return false }
            let count = Self.portion(of: rest).withUnsafeBytes { bytes in
                Foundation.write(fileDescriptor, bytes.baseAddress, bytes.count)
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { throw failure() }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Looks until a pipe is empty; false if it was woken before that.
    private func waitUntilTaken(until alarm: WakeUpPipe) throws -> Bool {
        // The system tells when there is room in a pipe, not when it is empty; a slow reader is looked after less often.
        var pause: Int32 = 1
        while true {
            let end = Result { try wait(for: 0, until: alarm, atMost: pause) }
            // It may have taken everything and gone.
            if untakenCount == 0 { return true }
            if try end.get() == .alarm { return false }
            pause = min(2 * pause, 250)
        }
    }

    /// How many bytes are in the pipe; 0 for other outputs.
    private var untakenCount: Int32 {
        guard FileStatus(descriptor: fileDescriptor)?.kind == .pipe else { return 0 }
        var count: Int32 = 0
        return ioctl(fileDescriptor, UInt(FIONREAD), &count) == 0 ? count : 0
    }

    /// What ends a wait.
    private enum WaitEnd {
        case output, alarm, time
    }

    /// Waits until the output is as it is wanted, or so many milliseconds; without a number as long as it takes.
    private func wait(for events: Int32, until alarm: WakeUpPipe, atMost time: Int32 = -1) throws -> WaitEnd {
        while true {
            var descriptors = [
                pollfd(fd: fileDescriptor, events: Int16(events), revents: 0),
                pollfd(fd: alarm.readEnd, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&descriptors, nfds_t(descriptors.count), time)
            if ready < 0, errno == EINTR { continue }
            guard ready >= 0 else { throw failure() }
            if ready == 0 { return .time }
            // These are told without being asked for. Whoever writes now is ended by SIGPIPE, in the midst of it.
            if descriptors[0].revents & Int16(POLLERR | POLLHUP) != 0 { throw ImporterAppError(.outputClosed, "") }
            return descriptors[0].revents != 0 ? .output : .alarm
        }
    }

    /// What a pipe that can be written to takes without making anybody wait:
    /// the whole lines of that, if there are any.
    private static func portion(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let most = bytes.prefix(Int(PIPE_BUF))
        guard most.count < bytes.count, let end = most.lastIndex(of: UInt8(ascii: "\n")) else { return most }
        return most[...end]
    }

    /// Takes back the beginning of a delivery that was cut short.
    func truncate(to size: Int64) throws(ImporterAppError) {
        guard ftruncate(fileDescriptor, off_t(size)) == 0 else { throw failure() }
    }

    private func failure() -> ImporterAppError {
        ImporterAppError(.storage, "the changes cannot be written (\(String(cString: strerror(errno))))")
    }
}
