import Foundation

/// A program that a test runs beside itself.
///
/// It ends with ``stop()``, and also when the test's process ends in whatever
/// way: a shell waits on a pipe whose other end only this process has.
package struct ChildProcess: Sendable {
    private let process: SpawnedProcess
    private let lifeline: Int32

    /// Starts a program; what it prints on either output goes to a file.
    ///
    /// - Parameters:
    ///   - path: the program.
    ///   - arguments: its arguments.
    ///   - environment: all of its environment, as `NAME=value`.
    ///   - output: the path of the file for what it prints.
    ///   - sockets: descriptors that it gets as 3, 4 and so on.
    /// - Throws: `POSIXError` if there are no more processes or descriptors.
    package init(
        _ path: String,
        _ arguments: [String],
        environment: [String] = ["PATH=/usr/sbin:/usr/bin:/bin"],
        output: String,
        sockets: [Int32] = []
    ) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // First to numbers above all of them, for one that is wanted may be another's.
        let free = (sockets + [ends[0], 9]).reduce(0, max) + 1
        for (index, socket) in sockets.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, socket, free + 1 + Int32(index))
        }
        posix_spawn_file_actions_adddup2(&actions, ends[0], free)
        for index in sockets.indices {
            posix_spawn_file_actions_adddup2(&actions, free + 1 + Int32(index), 3 + Int32(index))
            posix_spawn_file_actions_addclose(&actions, free + 1 + Int32(index))
        }
        posix_spawn_file_actions_adddup2(&actions, free, 0)
        posix_spawn_file_actions_addclose(&actions, free)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // A shell gives its background jobs no standard input, so it watches the pipe under another number.
        let script = """
            exec 9<&0
            "$@" 9<&- </dev/null & program=$!
            { cat <&9 >/dev/null; kill $program 2>/dev/null; } &
            exec 9<&-
            wait $program; status=$?
            kill $! 2>/dev/null
            exit $status
            """
        process = try SpawnedProcess(
            ["/bin/sh", "-c", script, "sh", path] + arguments,
            environment: environment,
            actions: &actions
        )
        lifeline = ends[1]
    }

    /// Ends the program and waits until it has ended.
    package func stop() {
        close(lifeline)
        _ = process.wait()
    }

    /// Waits until the program ends by itself; its exit status.
    package func status() -> Int32 {
        let status = process.wait()
        close(lifeline)
        return status
    }
}
