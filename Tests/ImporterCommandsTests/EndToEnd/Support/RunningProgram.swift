import FeedServer
import Foundation

/// A program as a process: what it is given, what it prints, how it ends.
final class RunningProgram: Sendable {
    /// The lines of standard output, as they come.
    let lines: AsyncStream<String>
    private let ended: AsyncStream<Int32>
    private let process: SpawnedProcess
    private let errors: URL

    /// Starts a program with a small environment of its own.
    ///
    /// Standard error goes to a file, so that nothing waits for a reader.
    /// Standard output can be appended to a file, too; there are no lines then.
    init(
        _ path: String,
        _ arguments: [String],
        in folder: URL,
        input: [UInt8] = [],
        appendingOutputTo outputFile: URL? = nil,
        environment extra: [String] = []
    ) throws {
        errors = folder.appendingPathComponent("stderr-\(UUID())")
        let inputFile = folder.appendingPathComponent("stdin-\(UUID())")
        try Data(input).write(to: inputFile)
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
        defer { close(ends[1]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, inputFile.path, O_RDONLY, 0)
        if let outputFile {
            posix_spawn_file_actions_addopen(&actions, 1, outputFile.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        } else {
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        }
        posix_spawn_file_actions_addopen(&actions, 2, errors.path, O_WRONLY | O_CREAT, 0o600)
        // COLUMNS fixes the width of the help; a server on the loopback need not be spared, and may be slow when the
        // machine is busy.
        let environment =
            [
                "HOME=\(folder.path)", "COLUMNS=100", "PATH=/usr/bin:/bin", "PODIMPORT_HOST_SPACING=0",
                "PODIMPORT_TRANSFER_IDLE_TIMEOUT=10m", "PODIMPORT_TRANSFER_TOTAL_TIMEOUT=10m",
            ] + extra
        // posix_spawn changes no folder by itself; the shell becomes the program.
        let shell = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path, path]
        process = try SpawnedProcess(shell + arguments, environment: environment, actions: &actions)

        let (lines, linesContinuation) = AsyncStream<String>.makeStream()
        let (ended, endedContinuation) = AsyncStream<Int32>.makeStream()
        self.lines = lines
        self.ended = ended
        let (output, process) = (ends[0], process)
        Thread {
            RunningProgram.read(output, into: linesContinuation)
            close(output)
            endedContinuation.yield(process.wait())
            endedContinuation.finish()
        }
        .start()
    }

    /// Waits for the end, and returns everything that was printed; nobody else
    /// may have read ``lines``.
    func output() async throws -> ProgramOutput {
        var printed: [String] = []
        for await line in lines { printed.append(line) }
        let status = await status()
        return ProgramOutput(status: status, lines: printed, errors: try errorText())
    }

    /// Waits for the end: the exit status, or 128 and the signal.
    func status() async -> Int32 {
        for await status in ended { return status }
        return -1
    }

    /// What was printed on standard error so far.
    func errorText() throws -> String {
        String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    }

    /// Sends SIGINT, as ctrl-C does.
    func interrupt() {
        send(SIGINT)
    }

    /// Ends the process where it stands, as a crash does.
    func kill() {
        send(SIGKILL)
    }

    /// Sends a signal.
    func send(_ signal: Int32) {
        Foundation.kill(process.id, signal)
    }

    /// The number of the process.
    var processID: Int { Int(process.id) }
}

extension RunningProgram {
    private static func read(_ descriptor: Int32, into continuation: AsyncStream<String>.Continuation) {
        var pending: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = Foundation.read(descriptor, &chunk, chunk.count)
            // Processes end all the time here, and each of them interrupts.
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            pending += chunk[..<count]
            while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                continuation.yield(String(decoding: pending[..<end], as: UTF8.self))
                pending.removeSubrange(...end)
            }
        }
        if !pending.isEmpty { continuation.yield(String(decoding: pending, as: UTF8.self)) }
        continuation.finish()
    }
}

/// What a run of a program left.
struct ProgramOutput: Sendable {
    let status: Int32
    let lines: [String]
    let errors: String

    /// Standard output as one text.
    var text: String { lines.joined(separator: "\n") }

    /// Every line as a JSON object.
    func objects() throws -> [JSONObject] {
        try lines.map(JSONObject.init)
    }

    /// The one JSON document that was printed, a list of objects.
    func list() throws -> [JSONObject] {
        try JSONObject("{\"list\":\(text)}").objects("list")
    }

    /// The one JSON document that was printed.
    func document() throws -> JSONObject {
        try JSONObject(text)
    }
}
