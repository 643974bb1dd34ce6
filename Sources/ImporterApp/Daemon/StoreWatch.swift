import Foundation
import Logging
import Synchronization

/// Notices that some process has written to the store, without asking for it
/// again and again.
///
/// Every commit of every process ends up in the write-ahead log; the kernel
/// tells of changes to that file (inotify(7)). Nobody wakes up while nothing is
/// written. Where the kernel cannot tell, such as on a network file system,
/// nothing is lost: the scheduler looks by itself every quarter of an hour.
final class StoreWatch: Sendable {
    /// How long a commit may take from its first write until it can be seen.
    private static let patience = Duration.seconds(5)
    private let events: ReadEvents

    /// Begins to watch a store that is loaded; nil if the kernel cannot.
    ///
    /// - Parameters:
    ///   - path: the store's file.
    ///   - logger: told why not, if not.
    ///   - onChange: called soon after a change, not more often than four times
    ///     a second.
    init?(path: String, logger: Logger, onChange: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0, inotify_add_watch(descriptor, path + "-wal", UInt32(IN_MODIFY | IN_CLOSE_WRITE)) >= 0
        else {
            let error = SystemCallError("inotify")
            if descriptor >= 0 { close(descriptor) }
            logger.notice(
                "changes by other processes are noticed late, for the kernel cannot tell",
                metadata: ["error": "\(error)"]
            )
            return nil
        }
        // The pages of a commit are written, and then synced, before anybody can see it; on a busy disk that takes
        // its time, and no event tells of its end. A program that then ends closes the log, which does; for those
        // that go on, there is a second look.
        let again = LaterLook()
        // A save writes many pages: what follows at once is the same change.
        events = ReadEvents(descriptor: descriptor, label: "podimport.store-watch", pause: .milliseconds(250)) {
            Self.drain(descriptor)
            onChange()
            again.look(after: Self.patience, onChange)
        }
    }

    private static func drain(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &buffer, buffer.count) > 0 {}
    }
}

/// One look that is still to come, however often it is asked for.
private final class LaterLook: Sendable {
    private let isComing = Atomic(false)

    func look(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
        guard !isComing.exchange(true, ordering: .acquiringAndReleasing) else { return }
        Task {
            do {
                try await Task.sleep(for: delay)
            } catch {
                // Nobody cancels this task.
            }
            isComing.store(false, ordering: .releasing)
            body()
        }
    }
}
