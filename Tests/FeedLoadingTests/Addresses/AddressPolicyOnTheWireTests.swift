import FeedLoading
import FeedServer
import PodcastModel
import Testing

struct AddressPolicyOnTheWireTests {
    @Test(arguments: ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "0177.0.0.1", "127.1"])
    func everySpellingOfALoopbackAddressIsDenied(host: String) async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            let request = FeedLoadRequest(source: .http(try bed.url("/feed", host: host)))
            let error = await #expect(throws: FeedLoadingError.self) { try await bed.loader.load(request) }

            guard case .addressDenied(_, _, let rule) = error else { throw UnexpectedResult() }
            #expect(rule.hasPrefix("loopback"))
            #expect(bed.server.connectionCount == 0)
        }
    }

    @Test func everyHopIsChecked() async throws {
        let inside = try ScriptedServer { _ in ServerStep.response(200, [], "<rss/>") }
        inside.start()
        defer { inside.stop() }
        let target = "http://127.0.0.1:\(inside.port)/admin"
        try await LoadingTestBed.run { _ in
            ServerStep.redirect(302, to: target)
        } test: { bed in
            // Given a host that is allowed by name and redirects to one that is not
            let options = TransferOptions().with { $0.addressPolicy = AddressPolicy(allowedHosts: ["localhost"]) }
            let request = FeedLoadRequest(source: .http(try bed.url("/feed", host: "localhost")), options: options)

            // When
            let error = await #expect(throws: FeedLoadingError.self) { try await bed.loader.load(request) }

            // Then
            #expect(error?.shortDescription == "address-denied")
            #expect(error?.description.contains("127.0.0.1") == true)
            #expect(bed.server.requests.count == 1)
            #expect(inside.connectionCount == 0)
        }
    }

    @Test func aKeptConnectionOfAnotherLoadIsCheckedToo() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            // Given a connection that one feed was allowed to make
            _ = try await bed.load("/allowed")

            // When another may not
            let error = try await bed.error("/denied", options: TransferOptions())

            // Then nothing is sent on it
            #expect(error.shortDescription == "address-denied")
            #expect(bed.server.requests.map(\.path) == ["/allowed"])
        }
    }

    /// libcurl itself gives `localhost` an address of each kind.
    @Test func ofSeveralAddressesOnlyThoseAllowedAreConnectedTo() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            let policy = AddressPolicy(allowedNetworks: [try #require(IPNetwork("127.0.0.1/32"))])
            let request = FeedLoadRequest(
                source: .http(try bed.url("/feed", host: "localhost")),
                options: TransferOptions().with { $0.addressPolicy = policy }
            )

            // What may be asked answers, whatever else the name stands for
            #expect(try await bed.loader.load(request).response.status == 200)
        }
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            // The one that answers is not asked because another would be allowed
            let policy = AddressPolicy(allowedNetworks: [try #require(IPNetwork("::1/128"))])
            let request = FeedLoadRequest(
                source: .http(try bed.url("/feed", host: "localhost")),
                options: TransferOptions().with { $0.addressPolicy = policy }
            )
            let error = await #expect(throws: FeedLoadingError.self) { try await bed.loader.load(request) }
            // A machine may have no addresses of that kind at all.
            #expect(["unreachable", "address-denied"].contains(error?.shortDescription))
            #expect(bed.server.connectionCount == 0)
        }
    }

    @Test func whatFailsAtAnAllowedAddressIsNotBlamedOnTheOthersOfItsName() async throws {
        try await LoadingTestBed.run { _ in
            [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<rss>".utf8)), .close]
        } test: { bed in
            let policy = AddressPolicy(allowedNetworks: [try #require(IPNetwork("127.0.0.1/32"))])
            let request = FeedLoadRequest(
                source: .http(try bed.url("/feed", host: "localhost")),
                options: TransferOptions().with { $0.addressPolicy = policy }
            )
            let error = await #expect(throws: FeedLoadingError.self) { try await bed.loader.load(request) }
            #expect(error?.shortDescription == "partial-body")
        }
    }

    @Test func networksCanBeAllowed() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            let network = try #require(IPNetwork("127.0.0.1/32"))
            let options = TransferOptions().with { $0.addressPolicy = AddressPolicy(allowedNetworks: [network]) }
            let loaded = try await bed.loadBody(options: options)
            #expect(loaded.body.bytes == Array("<rss/>".utf8))
        }
    }

    @Test func everyHopIsAskedAtAnAllowedPortOnly() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.redirect(302, to: "http://127.0.0.1:25/")
        } test: { bed in
            let options = TransferOptions.loopback.with { $0.addressPolicy.allowedPorts = [bed.server.port] }
            let error = try await bed.error(options: options)

            #expect(error == .portDenied(feed: "http://127.0.0.1:25/", port: 25))
            #expect(bed.server.requests.count == 1)
        }
    }

    @Test func aProxyIsTrustedAndAskedForTheWholeAddress() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            let options = TransferOptions(proxy: "http://127.0.0.1:\(bed.server.port)")
            let source = FeedSource.http(try FeedURL("http://feeds.example.org/feed"))
            _ = try await bed.loader.load(FeedLoadRequest(source: source, options: options))

            #expect(bed.server.requests.map(\.requestLine) == ["GET http://feeds.example.org/feed HTTP/1.1"])
        }
    }

    @Test func aRefusedConnectionIsUnreachable() async throws {
        // Given a port that is taken but not listened on
        let port = try SilentPort()
        let url = try FeedURL("http://127.0.0.1:\(port.number)/feed")
        let loader = try PodcastFeedLoader()

        // When
        let error = await #expect(throws: FeedLoadingError.self) {
            try await loader.load(FeedLoadRequest(source: .http(url), options: .loopback))
        }

        // Then
        #expect(error?.shortDescription == "unreachable")
        #expect(error?.isTransient == true)
        await loader.shutdown()
        port.release()
    }
}
