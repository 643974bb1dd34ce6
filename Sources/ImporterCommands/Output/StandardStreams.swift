import Foundation

/// Standard input, output and error.
enum StandardStreams {
    /// Opens those that the process was started without.
    ///
    /// The next file to be opened would get such a descriptor: the log would be written into the store, or the store
    /// read as a feed. What is printed where nobody can have it is no success, so writing to that output fails.
    static func open() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest one that is free is taken, which is this.
            _ = Foundation.open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR)
        }
    }

    /// Ends the program with 74 if what was printed cannot be written.
    ///
    /// Help, versions and the like are printed through C's streams, which write when the program ends, and tell nobody.
    static func checkAtExit() {
        atexit {
            guard fflush(nil) != 0 else { return }
            let reason = String(cString: strerror(errno))
            let complaint = Array("podimport: standard output cannot be written (\(reason))\n".utf8)
            _ = write(STDERR_FILENO, complaint, complaint.count)
            _exit(ExitStatus.inputOutput)
        }
    }
}
