import FeedServer
import PodcastModel
import Testing

@testable import FeedLoading

/// nginx with one feed, and a loader that trusts its certificate.
struct NginxTestBed {
    /// What `/feed.xml` holds: enough to be worth compressing.
    static let feed = Array(("<rss><channel><title>Show</title>" + String(repeating: "<item/>", count: 4000)).utf8)

    let server: NginxServer
    let loader: PodcastFeedLoader

    /// Options that may connect to this machine and know its authority.
    var options: TransferOptions {
        TransferOptions.loopback.with { $0.trust.authorityFile = server.authorityFile }
    }

    /// Runs a test against nginx; both end with it.
    ///
    /// - Returns: the lines of the access log.
    @discardableResult
    static func run(
        files: [String: [UInt8]] = [:],
        configuration: String = "",
        test: (NginxTestBed) async throws -> Void
    ) async throws -> [String] {
        let server = try NginxServer(files: files.merging(["feed.xml": feed]) { $1 }, configuration: configuration)
        let loader = try PodcastFeedLoader()
        do {
            try await test(NginxTestBed(server: server, loader: loader))
        } catch {
            await loader.shutdown()
            try server.stop()
            throw error
        }
        await loader.shutdown()
        return try server.stop()
    }

    /// An address on the server, over TLS unless said otherwise.
    func url(_ path: String, isSecure: Bool = true) throws -> FeedURL {
        try FeedURL(
            isSecure ? "https://localhost:\(server.securePort)\(path)" : "http://localhost:\(server.port)\(path)"
        )
    }

    /// Loads a path, over TLS unless said otherwise.
    func load(
        _ path: String = "/feed.xml",
        isSecure: Bool = true,
        validators: HTTPValidators = HTTPValidators(),
        credentials: FeedCredentials? = nil,
        options: TransferOptions? = nil
    ) async throws -> FeedLoadResult {
        try await loader.load(
            FeedLoadRequest(
                source: .http(url(path, isSecure: isSecure)),
                validators: validators,
                credentials: credentials,
                options: options ?? self.options
            )
        )
    }

    /// Loads a path that must answer with the feed.
    func loadFeed(
        _ path: String = "/feed.xml",
        isSecure: Bool = true,
        options: TransferOptions? = nil
    ) async throws -> FeedResponse {
        guard case .loaded(let feed) = try await load(path, isSecure: isSecure, options: options) else {
            throw UnexpectedResult()
        }
        #expect(feed.body.bytes == Self.feed)
        return feed.response
    }

    /// The error of a load that must fail.
    func error(_ path: String, options: TransferOptions? = nil) async throws -> FeedLoadingError {
        do {
            _ = try await load(path, options: options)
        } catch let error as FeedLoadingError {
            return error
        }
        throw UnexpectedResult()
    }
}
