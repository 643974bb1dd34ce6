import Foundation

/// What the system knows of a file.
package struct FileStatus: Sendable {
    /// Which kinds of files are told apart.
    package enum Kind: Sendable {
        case regular
        case directory
        case link
        case pipe
        case socket
        /// A terminal, a disk.
        case device
    }

    package let kind: Kind
    /// Who may read, write and run it, as chmod(1) writes it in octal digits.
    package let permissions: UInt32
    /// The number of the user it belongs to.
    package let owner: UInt32
    /// The number of the group it belongs to.
    package let group: UInt32
    /// Whether it has a name still; an open file stays when it is deleted.
    package let hasName: Bool
    /// How many bytes are in it.
    package let size: Int64
    /// When it was last written to; whoever copies it may copy that, too.
    package let writtenAt: Timestamp
    /// When it, its permissions or its owner last changed.
    package let changedAt: Timestamp
    package let identity: FileIdentity

    /// Asks about the file at a path; nil if the system does not tell, and `errno` says why.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - followsLink: whether a symbolic link stands for the file that it leads to.
    package init?(path: String, followsLink: Bool = true) {
        var status = stat()
        guard (followsLink ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.init(status)
    }

    /// Asks about an open file; nil if the descriptor is not open, and `errno` says why.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .link
            case S_IFIFO: .pipe
            case S_IFSOCK: .socket
            default: .device
            }
        permissions = UInt32(status.st_mode & 0o7777)
        owner = UInt32(status.st_uid)
        group = UInt32(status.st_gid)
        hasName = status.st_nlink > 0
        size = Int64(status.st_size)
        writtenAt = Timestamp(epochSeconds: Int64(status.st_mtim.tv_sec))
        changedAt = Timestamp(epochSeconds: Int64(status.st_ctim.tv_sec))
        identity = FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    }
}

/// What no other file has as long as this one is there or open, whatever their names are.
package struct FileIdentity: Hashable, Sendable {
    package let device: UInt64
    package let number: UInt64
}

extension FileIdentity: CustomStringConvertible {
    /// As systemd writes it in `JOURNAL_STREAM`.
    package var description: String { "\(device):\(number)" }
}
