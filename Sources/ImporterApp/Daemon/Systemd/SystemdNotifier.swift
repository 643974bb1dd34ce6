import Foundation
import Logging
import Synchronization

/// Tells systemd what the service is doing (sd_notify(3)): datagrams to the
/// socket it names.
///
/// Without systemd there is no such socket, and nothing is sent.
final class SystemdNotifier: Sendable {
    /// One thing to tell.
    enum Message: Hashable, Sendable {
        case ready
        /// Reloading has begun; the time tells systemd which reload it was.
        case reloading(monotonicMicroseconds: UInt64)
        case stopping
        case watchdog
        /// One line for `systemctl status`.
        case status(String)
        /// Start or stop may take this much longer from now.
        case extendTimeout(seconds: Int)

        /// The message as the protocol has it.
        var line: String {
            switch self {
            case .ready: "READY=1"
            case .reloading(let time): "RELOADING=1\nMONOTONIC_USEC=\(time)"
            case .stopping: "STOPPING=1"
            case .watchdog: "WATCHDOG=1"
            // A line feed would begin another message.
            case .status(let text): "STATUS=" + text.split(whereSeparator: \.isNewline).joined(separator: " ")
            case .extendTimeout(let seconds): "EXTEND_TIMEOUT_USEC=\(seconds * 1_000_000)"
            }
        }
    }

    /// How often systemd wants a sign of life; nil if it does not.
    let watchdogInterval: Duration?
    private let address: UnixSocketAddress?
    private let logger: Logger
    private let pace = Mutex(StatusPace())

    /// Reads where to send from the environment of the process.
    ///
    /// - Parameters:
    ///   - environment: `NOTIFY_SOCKET` is a path, or with `@` a name of the
    ///     abstract namespace; `WATCHDOG_USEC` counts if `WATCHDOG_PID` is us.
    ///   - processID: who we are.
    ///   - logger: told of what could not be sent.
    init(environment: [String: String], processID: Int32, logger: Logger) {
        self.logger = logger
        address = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : UnixSocketAddress(notifySocket: $0) }
        let isForUs = environment["WATCHDOG_PID"].map { $0 == String(processID) } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        watchdogInterval = isForUs && microseconds > 0 && address != nil ? .microseconds(microseconds) : nil
        if let name = environment["NOTIFY_SOCKET"], !name.isEmpty, address == nil {
            logger.warning("NOTIFY_SOCKET is no Unix socket; systemd is told nothing", metadata: ["socket": "\(name)"])
        }
    }

    /// Sends messages in one datagram, so that systemd sees them at once.
    func send(_ messages: Message...) {
        guard let address else { return }
        do {
            try address.sendDatagram(Array(messages.map(\.line).joined(separator: "\n").utf8))
        } catch {
            logger.warning("systemd could not be told", metadata: ["error": "\(error)"])
        }
    }

    /// Sends the status line, unless it is the one that was sent last, or one of too many that only count on.
    func sendStatus(_ line: @autoclosure () -> String, isImportant: Bool) {
        guard address != nil else { return }
        let line = line()
        let isToSend = pace.withLock { $0.admits(line, isImportant: isImportant, at: .now) }
        if isToSend { send(.status(line)) }
    }
}
