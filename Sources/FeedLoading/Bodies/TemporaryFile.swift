import Foundation

/// A file without a name that is written from its beginning to its end, and mapped to be read.
///
/// Whoever has it first writes to it, and lets others have it when that is done; from then on threads may share it.
final class TemporaryFile: @unchecked Sendable {
    /// Where files may be, as SQLite looks for a place.
    ///
    /// What is in `/tmp` is in memory on many systems.
    static let folders = folders(after: getenv("TMPDIR").map { String(cString: $0) })

    /// One that is named by nothing is none; it would be the root of the file system.
    static func folders(after named: String?) -> [String] {
        [named, "/var/tmp", "/tmp"].compactMap(\.self).filter { !$0.isEmpty }
    }

    private let start: UnsafeMutableRawPointer
    private let capacity: Int
    /// Open until the file is closed; the mapping keeps what is in it.
    private var descriptor: Int32?
    private(set) var count = 0

    /// Makes an empty file; nil if there is no place for one.
    ///
    /// - Parameters:
    ///   - capacity: how many bytes it may hold, more than none. Room is taken for those that are written, and no other.
    ///   - folders: where it may be, the first first.
    init?(capacity: Int, in folders: [String] = TemporaryFile.folders) {
        guard let descriptor = Self.open(inFirstOf: folders) else { return nil }
        // The mapping is longer than the file; nobody reads beyond what was written.
        let start = mmap(nil, capacity, PROT_READ, MAP_SHARED, descriptor, 0)
        guard let start, start != MAP_FAILED else {
            Foundation.close(descriptor)
            return nil
        }
        self.start = start
        self.capacity = capacity
        self.descriptor = descriptor
    }

    deinit {
        close()
        munmap(start, capacity)
    }

    /// What is in it; valid as long as this object is.
    var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// Adds bytes at the end.
    ///
    /// - Returns: whether there was room for all of them; if not, none is added.
    func append(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard let descriptor, count + piece.count <= capacity else { return false }
        var written = 0
        while written < piece.count {
            let rest = UnsafeRawBufferPointer(rebasing: piece[written...])
            let result = pwrite(descriptor, rest.baseAddress, rest.count, off_t(count + written))
            if result > 0 {
                written += result
            } else if result == 0 || errno != EINTR {
                return false
            }
        }
        count += written
        return true
    }

    /// Ends the writing, so that the file takes no descriptor while it waits to be read.
    func close() {
        if let descriptor { Foundation.close(descriptor) }
        descriptor = nil
    }

    /// Gives back the memory of what was read of it; the kernel reads it again when it is needed.
    func giveBackPages() {
        madvise(start, count, MADV_DONTNEED)
    }

    /// A loop, for the first of a lazy sequence is made twice: once to see that it is there, and once to have it.
    private static func open(inFirstOf folders: [String]) -> Int32? {
        for folder in folders {
            if let descriptor = open(in: folder) { return descriptor }
        }
        return nil
    }

    private static func open(in folder: String) -> Int32? {
        var path = Array((folder + "/podimport-XXXXXX").utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { return nil }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }
}
