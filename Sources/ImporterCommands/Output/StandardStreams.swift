import Foundation

/// Standard input, output and error.
enum StandardStreams {
    /// Opens those that the process was started without.
    ///
    /// The next file to be opened would get such a descriptor: the log would be written into the store, or the store
    /// read as a feed.
    static func open() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest one that is free is taken, which is this.
            _ = Foundation.open("/dev/null", O_RDWR)
        }
    }
}
