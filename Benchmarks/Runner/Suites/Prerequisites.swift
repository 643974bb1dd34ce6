import FeedServer

/// What a suite needs that may be missing here; standard error then says what is skipped.
enum Prerequisites {
    /// The program to measure, if one was given.
    static func importer(_ path: String?, for suite: String) -> String? {
        if path == nil { Console.note("no --podimport BINARY: \(suite) is SKIPPED") }
        return path
    }

    /// Whether there is a server to load feeds from.
    static func hasServer(for suite: String) -> Bool {
        let isAvailable = NginxServer.isAvailable
        if !isAvailable { Console.note("nginx or openssl is not on this machine: \(suite) is SKIPPED") }
        return isAvailable
    }
}
