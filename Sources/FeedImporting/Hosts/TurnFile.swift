import Foundation
import Operations
import PodcastModel

/// A file beside the store by which the processes that share the store take turns.
///
/// With it, no two processes ask one host at the same time (http polling A5
/// 54), import one feed that the store does not know yet and so has no lease for
/// (A5 55), or read the changes under one name. It also shows whether the owner
/// of a lease is still alive.
///
/// A turn is a lock on one byte, whose place is a hash of the name: it ends with
/// the process, however that ends, so nobody waits for one that has crashed, nor
/// for ever for one that is stopped (``TurnPatience``). The file holds the moments
/// at which hosts were asked last, and no names. Within
/// one process ``HostLines`` keeps the turns; here they are only counted.
package final class TurnFile: Sendable {
    let descriptor: Int32
    private let milliseconds: @Sendable () -> Int64
    /// How many requests of this process each lock is held for, by its place.
    private let held = Locked<[UInt64: Int]>([:])
    /// How long the turns that other processes have are waited for.
    private let patience = Locked(TurnPatience())

    /// How many moments are remembered; two hosts that share a place only wait
    /// for each other.
    private static let markCount: UInt64 = 1 << 16
    /// How long to wait before trying again for a turn that another process has.
    private static let retry = Duration.milliseconds(250)

    /// Opens the file, or makes it.
    ///
    /// - Parameters:
    ///   - path: where it is: beside the store, for those who share that.
    ///   - store: the store, whose owner is to have the file as well.
    ///   - milliseconds: a clock that all processes of the machine share and
    ///     that never jumps.
    /// - Throws: ``TurnFileError`` if the file cannot be opened.
    package init(
        path: String,
        beside store: String? = nil,
        milliseconds: @escaping @Sendable () -> Int64 = TurnFile.sinceStart
    ) throws(TurnFileError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        self.milliseconds = milliseconds
        guard descriptor >= 0 else { throw TurnFileError(path: path, code: errno) }
        if let store { Self.give(descriptor, toOwnerOf: store) }
    }

    /// Opens the file only to see which runs are alive; nil if there is no file, or it may not be read.
    package init?(reading path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        milliseconds = Self.sinceStart
        guard descriptor >= 0 else { return nil }
    }

    /// Gives a file that root has made to the owner of the store, who could not open it otherwise; SQLite does the same
    /// with its own files.
    private static func give(_ descriptor: Int32, toOwnerOf store: String) {
        guard geteuid() == 0, let owned = FileStatus(path: store), let own = FileStatus(descriptor: descriptor),
            own.owner != owned.owner
        else { return }
        // Where that is not possible, turns are taken as far as they can be.
        _ = fchown(descriptor, owned.owner, owned.group)
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
    }

    /// Milliseconds since the machine started.
    package static let sinceStart: @Sendable () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    // MARK: - Hosts

    /// Takes a turn at a host; returns how long to wait before asking again if
    /// it is another process's, or if that has asked there just now.
    func enter(host: String, spacing: Duration) -> Duration? {
        let place = Self.place(Self.hostPlaces, host)
        return held.withLock { held in
            if let count = held[place] {
                held[place] = count + 1
                return nil
            }
            let (isFree, now) = (lock(place), milliseconds())
            guard patience.withLock({ $0.mayEnter(place, isFree: isFree, lastAskedAt: mark(of: host), at: now) }) else {
                return Self.retry
            }
            if let rest = rest(of: host, spacing: spacing) {
                unlock(place)
                return rest
            }
            held[place] = 1
            return nil
        }
    }

    /// Gives a turn at a host back, and notes the moment.
    func leave(host: String) {
        let place = Self.place(Self.hostPlaces, host)
        held.withLock { held in
            guard held[place] != nil else { return }
            setMark(of: host)
            release(place, in: &held)
        }
    }

    // MARK: - Runs

    /// Shows other processes that a run which leases feeds is alive, until it ends or its process does.
    func begin(run owner: String) {
        let place = Self.place(Self.runPlaces, owner)
        held.withLock { held in
            if lock(place) { held[place, default: 0] += 1 }
        }
    }

    /// Ends what ``begin(run:)`` began; does nothing if it was not called.
    func end(run owner: String) {
        let place = Self.place(Self.runPlaces, owner)
        held.withLock { release(place, in: &$0) }
    }

    /// Whether a run has certainly ended, so that its leases are nobody's; false
    /// where that cannot be told.
    func isGone(run owner: String) -> Bool {
        let place = Self.place(Self.runPlaces, owner)
        return held.withLock { held in held[place] == nil && isFree(place) }
    }

    // MARK: - Feeds

    /// Takes a feed that the store does not know; false if another process is
    /// importing it.
    func claim(feed key: String) -> Bool {
        let place = Self.place(Self.feedPlaces, key)
        return held.withLock { held in
            // Two who want it in one process share an answer, and come here as one.
            guard held[place] != nil || lock(place) else { return false }
            held[place] = 1
            return true
        }
    }

    /// Whether another process is certainly importing a feed that the store
    /// does not know; nothing is taken.
    func isClaimedElsewhere(feed key: String) -> Bool {
        let place = Self.place(Self.feedPlaces, key)
        return held.withLock { held in held[place] == nil && isTaken(place) }
    }

    /// Gives a feed back, if it was taken.
    func release(feed key: String) {
        let place = Self.place(Self.feedPlaces, key)
        held.withLock { release(place, in: &$0) }
    }

    // MARK: - Readers of the changes

    /// Takes a name under which the changes are read; false if somebody else
    /// reads under it.
    package func claim(consumer name: String) -> Bool {
        let place = Self.place(Self.consumerPlaces, name)
        return held.withLock { held in
            guard held[place] == nil, lock(place) else { return false }
            held[place] = 1
            return true
        }
    }

    /// Gives a name back that was taken.
    package func release(consumer name: String) {
        let place = Self.place(Self.consumerPlaces, name)
        held.withLock { release(place, in: &$0) }
    }
}

extension TurnFile {
    /// How long a host is to be left alone still; nil if it may be asked.
    private func rest(of host: String, spacing: Duration) -> Duration? {
        guard let mark = mark(of: host) else { return nil }
        let passed = Duration.milliseconds(milliseconds() - mark)
        return passed < spacing ? spacing - passed : nil
    }

    /// When a host was asked last; nil if that is not known.
    private func mark(of host: String) -> Int64? {
        var mark: Int64 = 0
        let size = MemoryLayout<Int64>.size
        guard pread(descriptor, &mark, size, markOffset(of: host)) == size else { return nil }
        // The clock starts at zero when the machine does: a mark in the future is from before the last start.
        return mark > 0 && mark <= milliseconds() ? mark : nil
    }

    /// Notes that a host was asked just now.
    ///
    /// Errors are ignored: without the mark another process only asks the host a moment too early.
    private func setMark(of host: String) {
        var mark = milliseconds()
        _ = pwrite(descriptor, &mark, MemoryLayout<Int64>.size, markOffset(of: host))
    }

    private func markOffset(of host: String) -> off_t {
        off_t(Self.hash(host) % Self.markCount * UInt64(MemoryLayout<Int64>.size))
    }
}

/// Why the processes that share a store cannot take turns.
package struct TurnFileError: Error, CustomStringConvertible {
    let path: String
    let code: Int32

    package var description: String {
        "\(path): it cannot be opened (\(String(cString: strerror(code)))); make its folder writable"
    }
}
