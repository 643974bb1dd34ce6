import FeedServer
import PodcastModel
import Testing

@testable import FeedLoading

/// A scripted server and a loader that may talk to it.
struct LoadingTestBed {
    let server: ScriptedServer
    let loader: PodcastFeedLoader

    /// Tries what a busy machine may spoil until it comes out as expected, five times at most: then it never does.
    static func repeatedly<Value: Equatable>(
        expecting expected: Value,
        _ attempt: () async throws -> Value
    ) async throws {
        for _ in 1..<5 { if try await attempt() == expected { return } }
        #expect(try await attempt() == expected)
    }

    /// Runs a test against a server with a script; both end with it.
    static func run<Value>(
        maximumTransfers: Int = 128,
        identity: TLSIdentity? = nil,
        greeting: [ServerStep] = [],
        script: @escaping ScriptedServer.Script,
        test: (LoadingTestBed) async throws -> Value
    ) async throws -> Value {
        let server = try ScriptedServer(identity: identity, greeting: greeting, script: script)
        server.start()
        defer { server.stop() }
        let loader = try PodcastFeedLoader(maximumTransfers: maximumTransfers)
        do {
            let value = try await test(LoadingTestBed(server: server, loader: loader))
            await loader.shutdown()
            return value
        } catch {
            await loader.shutdown()
            throw error
        }
    }

    /// The address of a path on the server.
    func url(_ path: String, host: String = "127.0.0.1") throws -> FeedURL {
        try FeedURL("http://\(host):\(server.port)\(path)")
    }

    /// The address of a path on a server that speaks TLS.
    func secureURL(_ path: String) throws -> FeedURL {
        try FeedURL("https://localhost:\(server.port)\(path)")
    }

    /// Loads a path with validators and options.
    func load(
        _ path: String = "/feed",
        validators: HTTPValidators = HTTPValidators(),
        options: TransferOptions = .loopback
    ) async throws -> FeedLoadResult {
        try await loader.load(FeedLoadRequest(source: .http(url(path)), validators: validators, options: options))
    }

    /// Loads a path that must answer with a body.
    func loadBody(_ path: String = "/feed", options: TransferOptions = .loopback) async throws -> LoadedFeed {
        guard case .loaded(let feed) = try await load(path, options: options) else { throw UnexpectedResult() }
        return feed
    }

    /// The error of a load that must fail.
    func error(
        _ path: String = "/feed",
        validators: HTTPValidators = HTTPValidators(),
        options: TransferOptions = .loopback
    ) async throws -> FeedLoadingError {
        do {
            _ = try await load(path, validators: validators, options: options)
        } catch let error as FeedLoadingError {
            return error
        }
        throw UnexpectedResult()
    }
}

/// A load ended in a way the test does not expect.
struct UnexpectedResult: Error {}

extension TransferOptions {
    /// Options that may connect to this machine, and wait for it however busy it is.
    static var loopback: TransferOptions {
        TransferOptions().with {
            $0.timeLimits = TimeLimits(connect: 600_000, idle: 600_000, total: 600_000, minimumRate: 0)
            $0.addressPolicy = AddressPolicy(allowsPrivateNetworks: true)
        }
    }

    /// The same with something changed.
    func with(_ change: (inout TransferOptions) -> Void) -> TransferOptions {
        var options = self
        change(&options)
        return options
    }
}
