import Foundation

/// A command that is run to its end and measured by the kernel.
struct MeasuredCommand {
    /// What a run cost.
    struct Usage: Codable {
        var wallSeconds: Double
        var cpuSeconds: Double
        var peakMegabytes: Double
    }

    /// Why a command could not be measured.
    enum Failure: Error, CustomStringConvertible {
        case notStarted(command: String, errno: Int32)
        case failed(command: String, status: Int32)

        var description: String {
            switch self {
            case .notStarted(let command, let errno):
                "benchmark: \(command) could not be started: \(String(cString: strerror(errno)))"
            case .failed(let command, let status):
                "benchmark: \(command) ended with wait status \(status); run it by hand to see why"
            }
        }
    }

    private let executable: String
    private let arguments: [String]
    private let environment: [String: String]

    /// A command, with variables that it finds besides those of this process.
    init(_ executable: String, _ arguments: [String], environment: [String: String] = [:]) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
    }

    /// Runs the command with its standard output thrown away, or written to a file.
    ///
    /// - Parameters:
    ///   - output: where its standard output goes.
    ///   - isDone: for a command that does not end by itself; it is told to
    ///     (SIGTERM) once this says so.
    /// - Returns: what it cost, from its start to its end.
    /// - Throws: ``Failure``, and what `isDone` throws.
    func run(output: String = "/dev/null", until isDone: (() throws -> Bool)? = nil) throws -> Usage {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)

        var argv = ([executable] + arguments).map { strdup($0) } + [nil]
        defer { for argument in argv { free(argument) } }
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var envp = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for variable in envp { free(variable) } }
        let command = ([executable] + arguments.prefix(4)).joined(separator: " ")
        let start = ContinuousClock.now
        var pid = pid_t()
        let spawned = posix_spawnp(&pid, executable, &actions, nil, &argv, &envp)
        guard spawned == 0 else { throw Failure.notStarted(command: command, errno: spawned) }

        var status: Int32 = 0
        var usage = rusage()
        var peak = 0.0
        var isTold = isDone == nil
        var looks = 0
        while true {
            let ended = wait4(pid, &status, WNOHANG, &usage)
            if ended == pid { break }
            guard ended == 0 || errno == EINTR else { throw Failure.notStarted(command: command, errno: errno) }
            peak = Self.peakMegabytes(of: pid) ?? peak
            usleep(1_000)
            looks += 1
            if let isDone, !isTold, looks.isMultiple(of: 50) {
                do {
                    isTold = try isDone()
                } catch {
                    kill(pid, SIGKILL)
                    waitpid(pid, &status, 0)
                    throw error
                }
                if isTold { kill(pid, SIGTERM) }
            }
        }
        guard status == 0 else { throw Failure.failed(command: command, status: status) }
        return Usage(
            wallSeconds: (ContinuousClock.now - start) / .seconds(1),
            cpuSeconds: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime),
            peakMegabytes: peak > 0 ? peak : Double(usage.ru_maxrss) * 1_024 / 1_000_000
        )
    }

    /// The kernel's high-water mark of a running process; nil once it has ended.
    ///
    /// `ru_maxrss` will not do: it begins with the memory of the process that
    /// spawned the child, and so is never below the runner's own.
    private static func peakMegabytes(of pid: pid_t) -> Double? {
        guard let status = FileManager.default.contents(atPath: "/proc/\(pid)/status") else { return nil }
        let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap {
            Double($0)
        }
        return kilobytes.map { $0 * 1_024 / 1_000_000 }
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
    }
}
