import FeedServer
import Foundation

/// The real daemon on a store of its own, a server to ask, and a socket in
/// systemd's place.
struct DaemonTestBed: Sendable {
    let program: ProgramTestBed
    let server: ScriptedServer
    let notify: NotifySocket

    /// Runs a test with everything set up; the server answers every path with
    /// a feed, unless the script says otherwise.
    static func run(
        script: @escaping ScriptedServer.Script = { request in feed(request.path) },
        _ test: (DaemonTestBed) async throws -> Void
    ) async throws {
        let server = try ScriptedServer(script: script)
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let notify = try NotifySocket(bed.folder.appendingPathComponent("notify").path)
            defer { notify.stop() }
            try await test(DaemonTestBed(program: bed, server: server, notify: notify))
        }
    }

    /// The answer with a feed of one episode.
    static func feed(_ path: String) -> [ServerStep] {
        ServerStep.response(200, ["ETag: \"1\""], SampleFeed.rss("Show \(path)", ["a"]))
    }

    /// The address of a feed.
    func url(_ path: String) -> String { "http://127.0.0.1:\(server.port)\(path)" }

    /// Starts the daemon.
    func startDaemon(environment: [String] = []) throws -> RunningProgram {
        try program.start(["daemon"], environment: ["NOTIFY_SOCKET=\(notify.name)"] + environment)
    }

    /// Waits until a path has been asked for; the paths asked for before it.
    @discardableResult
    func arrival(of path: String) async -> [String] {
        var before: [String] = []
        for await request in server.arrivals {
            if request.path == path { return before }
            before.append(request.path)
        }
        return before
    }
}
