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
/// the process, however that ends, so nobody waits for one that has crashed. The
/// file holds the moments at which hosts were asked last, and no names. Within
/// one process ``HostLines`` keeps the turns; here they are only counted.
package final class TurnFile: Sendable {
    private let descriptor: Int32
    private let milliseconds: @Sendable () -> Int64
    /// How many requests of this process each lock is held for, by its place.
    private let held = Locked<[UInt64: Int]>([:])

    /// How many moments are remembered; two hosts that share a place only wait
    /// for each other.
    private static let markCount: UInt64 = 1 << 16
    /// How soon somebody looks again whether another process has done.
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
        var (owned, own) = (stat(), stat())
        guard geteuid() == 0, stat(store, &owned) == 0, fstat(descriptor, &own) == 0, own.st_uid != owned.st_uid else {
            return
        }
        // Where that is not possible, turns are taken as far as they can be.
        _ = fchown(descriptor, owned.st_uid, owned.st_gid)
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
            guard lock(place) else { return Self.retry }
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

/// Why the processes that share a store cannot take turns.
package struct TurnFileError: Error, CustomStringConvertible {
    let path: String
    let code: Int32

    package var description: String {
        "\(path): it cannot be opened (\(String(cString: strerror(code)))); make its folder writable"
    }
}

extension TurnFile {
    // Beyond the marks; a lock needs no byte to be there.
    private static let placeMask: UInt64 = 1 << 40 - 1
    private static let hostPlaces: UInt64 = 1 << 41
    private static let feedPlaces: UInt64 = 1 << 42
    private static let runPlaces: UInt64 = 1 << 43
    private static let consumerPlaces: UInt64 = 1 << 44

    private static func hash(_ name: String) -> UInt64 {
        var digest = ContentDigest()
        digest.update(name)
        return digest.finalize()
    }

    private static func place(_ places: UInt64, _ name: String) -> UInt64 { places | hash(name) & placeMask }

    /// Counts a lock down, and ends it with the last who holds it.
    private func release(_ place: UInt64, in held: inout [UInt64: Int]) {
        guard let count = held[place] else { return }
        held[place] = count > 1 ? count - 1 : nil
        if count == 1 { unlock(place) }
    }

    private func lock(_ place: UInt64) -> Bool {
        if setLock(place, type: Int32(F_WRLCK)) == 0 { return true }
        // Where the file system knows no locks there is nothing to wait for.
        return errno != EAGAIN && errno != EACCES
    }

    private func unlock(_ place: UInt64) {
        _ = setLock(place, type: Int32(F_UNLCK))
    }

    /// Whether no process has a lock there; false if the file system does not say.
    private func isFree(_ place: UInt64) -> Bool { lockType(at: place) == Int16(F_UNLCK) }

    /// Whether some process has a lock there; false if the file system does not say.
    private func isTaken(_ place: UInt64) -> Bool {
        lockType(at: place).map { $0 != Int16(F_UNLCK) } ?? false
    }

    /// What stands in the way of a lock there; nil if the file system does not say.
    private func lockType(at place: UInt64) -> Int16? {
        var lock = Self.lock(at: place, type: Int32(F_WRLCK))
        return fcntl(descriptor, Self.getOpenFileLock, &lock) == 0 ? lock.l_type : nil
    }

    /// Locks of the open file, not of the process: closing another descriptor
    /// of the same file does not end them.
    private func setLock(_ place: UInt64, type: Int32) -> Int32 {
        var lock = Self.lock(at: place, type: type)
        return fcntl(descriptor, Self.setOpenFileLock, &lock)
    }

    private static func lock(at place: UInt64, type: Int32) -> flock {
        var lock = flock()
        lock.l_type = Int16(type)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = off_t(place)
        lock.l_len = 1
        return lock
    }

    /// `F_OFD_SETLK` and `F_OFD_GETLK`, which headers hide behind macros.
    #if canImport(Darwin)
    private static let setOpenFileLock: Int32 = 90
    private static let getOpenFileLock: Int32 = 92
    #else
    private static let setOpenFileLock: Int32 = 37
    private static let getOpenFileLock: Int32 = 36
    #endif

    /// How long a host is to be left alone still; nil if it may be asked.
    private func rest(of host: String, spacing: Duration) -> Duration? {
        var mark: Int64 = 0
        let size = MemoryLayout<Int64>.size
        guard pread(descriptor, &mark, size, markOffset(of: host)) == size else { return nil }
        let now = milliseconds()
        // A mark of the future is one of before the machine was started anew.
        guard mark > 0, mark <= now, case let passed = now - mark, .milliseconds(passed) < spacing else { return nil }
        return spacing - .milliseconds(passed)
    }

    /// A mark that cannot be written costs somebody else a moment's rest.
    private func setMark(of host: String) {
        var mark = milliseconds()
        _ = pwrite(descriptor, &mark, MemoryLayout<Int64>.size, markOffset(of: host))
    }

    private func markOffset(of host: String) -> off_t {
        off_t(Self.hash(host) % Self.markCount * UInt64(MemoryLayout<Int64>.size))
    }
}
