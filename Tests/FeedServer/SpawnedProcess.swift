package import Foundation

/// A process that was started for a test, and its end.
///
/// Foundation's `Process` is not used: its `run` is not safe while other
/// threads open and close descriptors.
package struct SpawnedProcess: Sendable {
    /// The number of the process.
    package let id: pid_t

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: the path of the program, then its arguments.
    ///   - environment: all of its environment, as `NAME=value`.
    ///   - actions: what becomes of its descriptors.
    /// - Throws: `POSIXError` if it cannot be started.
    package init(
        _ arguments: [String],
        environment: [String],
        actions: inout posix_spawn_file_actions_t
    ) throws {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The threads that run tasks block signals, and a new process would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var argumentPointers = arguments.map { strdup($0) } + [nil]
        var environmentPointers = environment.map { strdup($0) } + [nil]
        defer { for pointer in argumentPointers + environmentPointers { free(pointer) } }
        var process: pid_t = 0
        let failure = posix_spawn(
            &process,
            arguments[0],
            &actions,
            &attributes,
            &argumentPointers,
            &environmentPointers
        )
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .ENOEXEC) }
        id = process
    }

    /// Waits for the end, once: the exit status, or 128 and the signal.
    package func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else { return -1 }
        }
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}
