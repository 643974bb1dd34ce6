import Foundation
package import PodcastModel

/// Where changes are written to.
///
/// A regular file that is appended to can be asked, after a crash, how much of
/// the last delivery has arrived. A pipe cannot.
package struct ChangeOutput: Sendable {
    private let fileDescriptor: Int32
    /// Turns changes into what is written, whole lines.
    let render: @Sendable ([StoreChange]) throws -> [UInt8]

    /// Writes to a descriptor, which stays the caller's.
    package init(fileDescriptor: Int32, render: @escaping @Sendable ([StoreChange]) throws -> [UInt8]) {
        self.fileDescriptor = fileDescriptor
        self.render = render
    }

    /// A file that is appended to, as it is now.
    struct File {
        /// Device and number, which no other file has at the same time.
        let name: String
        let size: Int64
    }

    /// The file that is appended to; nil if the output is something else.
    func file() throws(ImporterAppError) -> File? {
        var status = stat()
        guard fstat(fileDescriptor, &status) == 0 else { throw failure() }
        guard status.st_mode & S_IFMT == S_IFREG, fcntl(fileDescriptor, F_GETFL) & O_APPEND != 0 else { return nil }
        return File(name: "\(status.st_dev):\(status.st_ino)", size: Int64(status.st_size))
    }

    /// Keeps others from writing to a file at the same time; nothing is done for other outputs.
    ///
    /// The lock is the process's, and ends with it, whoever else has the file open: a shell that starts one reader after
    /// the other keeps it open for all of them. It has nothing to do with those of flock(1), by which scripts take turns.
    func lock() throws(ImporterAppError) {
        guard try file() != nil else { return }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        // Where the file system knows no locks there is nothing to wait for.
        guard fcntl(fileDescriptor, F_SETLK, &lock) != 0, errno == EAGAIN || errno == EACCES else { return }
        throw ImporterAppError(.busy, "another process writes changes to the same file; give each consumer its own")
    }

    /// Writes everything; a file has it on disk afterwards.
    func write(_ bytes: [UInt8], isFile: Bool) throws(ImporterAppError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(fileDescriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            rest = rest.dropFirst(count)
        }
        // The store must not remember what the machine may still forget.
        if isFile, fdatasync(fileDescriptor) != 0 { throw failure() }
    }

    /// Takes back the beginning of a delivery that was cut short.
    func truncate(to size: Int64) throws(ImporterAppError) {
        guard ftruncate(fileDescriptor, off_t(size)) == 0 else { throw failure() }
    }

    private func failure() -> ImporterAppError {
        ImporterAppError(.storage, "the changes cannot be written (\(String(cString: strerror(errno))))")
    }
}
