import Foundation

/// How many files the process may have open at once.
enum OpenFileLimit {
    /// The daemon has two dozen open before anybody connects and before a feed is loaded.
    static let minimum = 64

    /// The limit that the process has; negative if there is none.
    static var current: Int { sysconf(Int32(_SC_OPEN_MAX)) }

    /// How many may be connected besides those at the socket beside the store: half of what the daemon and these do not
    /// need, for the other half is for loading feeds.
    ///
    /// Where no descriptor is left for the next connection, NIO asks for it again and again without a rest.
    ///
    /// - Parameter limit: how many files may be open; negative if that has no limit.
    /// - Returns: as many as the server would have at most, or fewer.
    static func connections(within limit: Int = current) -> Int {
        guard limit >= 0 else { return StatusServer.maximumConnections }
        return min(StatusServer.maximumConnections, max(8, (limit - minimum - StatusServer.connectionsBesideStore) / 2))
    }

    /// Refuses a limit that is too low for the daemon: NIO would end the process with a trap.
    ///
    /// - Parameter limit: the limit; negative if there is none.
    /// - Throws: ``ImporterAppError`` that says how to raise it.
    static func check(_ limit: Int = current) throws(ImporterAppError) {
        guard (0..<minimum).contains(limit) else { return }
        throw ImporterAppError(
            .configuration,
            "the daemon may have no more than \(limit) files open at once, and needs \(minimum) at least; raise "
                + "LimitNOFILE= of the service, or ulimit -n"
        )
    }
}
