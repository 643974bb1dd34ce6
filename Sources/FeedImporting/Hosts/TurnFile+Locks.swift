import Foundation
import PodcastModel

/// The locks behind the turns: one byte each, beyond the marks.
extension TurnFile {
    // Beyond the marks; a lock needs no byte to be there.
    private static let placeMask: UInt64 = 1 << 40 - 1
    static let hostPlaces: UInt64 = 1 << 41
    static let feedPlaces: UInt64 = 1 << 42
    static let runPlaces: UInt64 = 1 << 43
    static let consumerPlaces: UInt64 = 1 << 44

    static func hash(_ name: String) -> UInt64 {
        var digest = ContentDigest()
        digest.update(name)
        return digest.finalize()
    }

    static func place(_ places: UInt64, _ name: String) -> UInt64 { places | hash(name) & placeMask }

    /// Counts a lock down, and ends it with the last who holds it.
    func release(_ place: UInt64, in held: inout [UInt64: Int]) {
        guard let count = held[place] else { return }
        held[place] = count > 1 ? count - 1 : nil
        if count == 1 { unlock(place) }
    }

    func lock(_ place: UInt64) -> Bool {
        if setLock(place, type: Int32(F_WRLCK)) == 0 { return true }
        // Where the file system knows no locks there is nothing to wait for.
        return errno != EAGAIN && errno != EACCES
    }

    func unlock(_ place: UInt64) {
        _ = setLock(place, type: Int32(F_UNLCK))
    }

    /// Whether no process has a lock there; false if the file system does not say.
    func isFree(_ place: UInt64) -> Bool { lockType(at: place) == Int16(F_UNLCK) }

    /// Whether some process has a lock there; false if the file system does not say.
    func isTaken(_ place: UInt64) -> Bool {
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
    private static let setOpenFileLock: Int32 = 37
    private static let getOpenFileLock: Int32 = 36
}
