import Dispatch
import FeedServer
import PodcastModel
import Testing

@testable import FeedLoading

/// Before 8.10 libcurl remembers all hosts that it was ever connected to, so what it keeps is left to itself after so many
/// connections.
struct ConnectionCacheTests {
    @Test func connectionsThatAreKeptAreLeftAfterSoManyHaveBeenOpened() async throws {
        // A machine that is busy with other tests may let one go: never all of them.
        try await LoadingTestBed.repeatedly(expecting: [1, 1, 2, 2]) {
            try await CacheTestBed.run(connectionsPerCache: 4) { bed in
                // Given a connection that is kept, and used
                for _ in 0..<2 { try await bed.ask("/feed") }

                // When three were opened besides
                for _ in 0..<3 { try await bed.askElsewhere() }

                // Then the next request gets one of its own, which is kept in its turn
                for _ in 0..<2 { try await bed.ask("/feed") }
                return bed.server.requests.map(\.connection)
            }
        }
    }

    @Test func aHostThatIsAskedOnOneConnectionKeepsIt() async throws {
        try await LoadingTestBed.repeatedly(expecting: 1) {
            try await CacheTestBed.run(connectionsPerCache: 4) { bed in
                for _ in 0..<40 { try await bed.ask("/feed") }
                return bed.server.connectionCount
            }
        }
    }

    @Test func aTransferOnAnOlderConnectionEndsThereWhileOthersGoOn() async throws {
        try await LoadingTestBed.repeatedly(expecting: [1, 2, 2, 3]) {
            try await CacheTestBed.run(connectionsPerCache: 2) { bed in
                // Given a transfer on its way while enough connections are opened
                async let slow = bed.ask("/slow")
                await bed.waitForArrival(of: "/slow")
                for _ in 0..<2 { try await bed.askElsewhere() }
                try await bed.ask("/feed")

                // When enough are opened once more
                for _ in 0..<2 { try await bed.askElsewhere() }
                try await bed.ask("/feed")

                // Then a second one is left only when nothing is on the first any more
                bed.gate.signal()
                #expect(try await slow == "<rss/>")
                try await bed.ask("/feed")
                return bed.server.requests.map(\.connection)
            }
        }
    }

    @Test func shuttingDownCancelsTransfersOnOlderConnectionsToo() async throws {
        try await CacheTestBed.run(connectionsPerCache: 2) { bed in
            // Given a transfer on its way from before enough connections were opened, and one from behind
            let request = try bed.request("/silent")
            async let older = bed.loop.perform(request)
            await bed.waitForArrival(of: "/silent")
            for _ in 0..<2 { try await bed.askElsewhere() }
            async let newer = bed.loop.perform(request)
            await bed.waitForArrival(of: "/silent")

            // When
            await bed.loop.shutdown()

            // Then
            for end in await [older, newer] {
                guard case .cancelled(wasSent: true) = end else { throw UnexpectedResult() }
            }
        }
    }

    @Test func aCacheIsLetGoOfWithTheLastHandleThatUsesIt() throws {
        let multi = try #require(MultiHandle(connectionsPerCache: 100))
        defer { multi.cleanUp() }
        // Given a handle that is in use when a hundred connections have been opened
        let transfer = Transfer(
            request: try CacheTestBed.request("/feed", port: 1),
            clock: LoopClock(),
            connections: ConnectionBook()
        )
        var easy = EasyHandle()
        #expect(easy != nil && easy?.prepare(for: transfer, cache: multi.cache) == nil)
        #expect(!multi.renewCache(opened: 99))
        #expect(multi.renewCache(opened: 100))
        #expect(easy?.cache !== multi.cache)

        // When more are opened, then there are two at most
        #expect(!multi.renewCache(opened: 200))

        // When the handle is done with
        easy?.release()
        easy = nil

        // Then its cache is gone, and there may be another
        #expect(multi.renewCache(opened: 200))
        #expect(!multi.renewCache(opened: 299))
    }

    @Test func connectionsAreLeftOnlyWhereHostsAreRemembered() throws {
        // Given the versions of Ubuntu 22.04, Debian 12 and Ubuntu 24.04, and the last one before 8.10
        for version: UInt32 in [0x07_51_00, 0x07_58_01, 0x08_05_00, 0x08_09_01] {
            #expect(ConnectionCache.usualConnections(version) == 1024)
        }
        // And the first one that forgets hosts, and Debian 13's
        for version: UInt32 in [0x08_0a_00, 0x08_0e_01] {
            #expect(ConnectionCache.usualConnections(version) == nil)
        }

        // Then no number of connections has them left
        let multi = try #require(MultiHandle(connectionsPerCache: nil))
        defer { multi.cleanUp() }
        #expect(!multi.renewCache(opened: 1 << 20))
    }
}

/// A loop, a server that keeps connections, and one that does not.
private struct CacheTestBed {
    let loop: TransferLoop
    let server: ScriptedServer
    private let closingServer: ScriptedServer
    /// Lets the answer to `/slow` go.
    let gate: DispatchSemaphore

    static func run<Value>(
        connectionsPerCache: Int,
        test: (CacheTestBed) async throws -> Value
    ) async throws -> Value {
        let gate = DispatchSemaphore(value: 0)
        let answer = ServerStep.response(200, [], "<rss/>")
        let server = try ScriptedServer { request in
            switch request.path {
            case "/slow": return [.perform { gate.wait() }] + answer
            case "/silent": return [.waitForClient]
            default: return answer
            }
        }
        let closingServer = try ScriptedServer { _ in
            ServerStep.response(200, ["Connection: close"], "<rss/>")
        }
        server.start()
        closingServer.start()
        let bed = CacheTestBed(
            loop: try TransferLoop(maximumTransfers: 4, connectionsPerCache: connectionsPerCache),
            server: server,
            closingServer: closingServer,
            gate: gate
        )
        defer {
            gate.signal()
            server.stop()
            closingServer.stop()
        }
        let value = try await test(bed)
        await bed.loop.shutdown()
        return value
    }

    static func request(_ path: String, port: Int) throws -> HopRequest {
        HopRequest(
            url: try FeedURL("http://127.0.0.1:\(port)\(path)"),
            validators: HTTPValidators(),
            authorization: nil,
            httpVersion: .http1,
            acceptEncoding: "identity",
            options: Boxed(wrappedValue: .loopback)
        )
    }

    /// A request to the server that keeps connections.
    func request(_ path: String) throws -> HopRequest {
        try Self.request(path, port: server.port)
    }

    /// Waits until that server is asked for a path.
    func waitForArrival(of path: String) async {
        for await request in server.arrivals where request.path == path { return }
    }

    /// Asks the server that keeps connections; the body of its answer, if there is one.
    @discardableResult
    func ask(_ path: String) async throws -> String? {
        await body(of: try request(path))
    }

    /// Opens a connection that is not kept.
    func askElsewhere() async throws {
        #expect(await body(of: try Self.request("/feed", port: closingServer.port)) == "<rss/>")
    }

    private func body(of request: HopRequest) async -> String? {
        guard case .response(let response) = await loop.perform(request) else { return nil }
        return String(decoding: response.body.bytes, as: UTF8.self)
    }
}
