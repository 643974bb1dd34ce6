import Foundation
import Logging

/// The sockets that systemd opened for the service (sd_listen_fds(3)).
enum ActivatedSockets {
    /// Takes the sockets over that the environment speaks of, if they are for
    /// this process and listen.
    ///
    /// - Parameters:
    ///   - environment: `LISTEN_PID` says whom they are for, `LISTEN_FDS` how many they are.
    ///   - processID: who we are.
    ///   - first: the first descriptor that is handed over.
    ///   - logger: told of what cannot be listened at.
    /// - Returns: the sockets; none if none are for this process.
    static func take(
        environment: [String: String],
        processID: Int32,
        first: Int32 = 3,
        logger: Logger
    ) -> [ListeningSocket] {
        guard environment["LISTEN_PID"] == String(processID),
            let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }),
            (1...64).contains(count)
        else { return [] }
        return (first..<first + count).compactMap { descriptor in
            guard isListening(descriptor) else {
                logger.warning(
                    "what systemd handed over is no socket that listens",
                    metadata: ["descriptor": "\(descriptor)"]
                )
                return nil
            }
            guard ListeningSocket.isOfThisMachine(descriptor) else {
                // Whoever can connect can change what is followed.
                logger.warning(
                    "the socket that systemd handed over is not at the loopback, and is not answered at",
                    metadata: ["descriptor": "\(descriptor)"]
                )
                close(descriptor)
                return nil
            }
            // The programs that this one starts have no use for it.
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let port = ListeningSocket.port(of: descriptor).map { ", port \($0)" } ?? ""
            return ListeningSocket(descriptor: descriptor, name: "systemd socket \(descriptor)\(port)", path: nil)
        }
    }

    private static func isListening(_ descriptor: Int32) -> Bool {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &value, &length) == 0 && value != 0
    }
}
