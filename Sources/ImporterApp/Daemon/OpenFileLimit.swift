import Foundation

/// How many files the process may have open at once.
enum OpenFileLimit {
    /// The daemon has two dozen open before anybody connects and before a feed is loaded.
    static let minimum = 64

    /// Refuses a limit that is too low for the daemon: NIO would end the process with a trap.
    ///
    /// - Parameter limit: the limit; negative if there is none.
    /// - Throws: ``ImporterAppError`` that says how to raise it.
    static func check(_ limit: Int = sysconf(Int32(_SC_OPEN_MAX))) throws(ImporterAppError) {
        guard (0..<minimum).contains(limit) else { return }
        throw ImporterAppError(
            .configuration,
            "the daemon may have no more than \(limit) files open at once, and needs \(minimum) at least; raise "
                + "LimitNOFILE= of the service, or ulimit -n"
        )
    }
}
