import CCurl
import FeedServer
import PodcastModel
import Testing

@testable import FeedLoading

struct ProxyAddressTests {
    @Test(arguments: [
        "http://proxy.example:3128", "http://proxy.example", "https://proxy.example/", "socks5h://127.0.0.1:9050",
        "socks5://[::1]:9050", "http://[::1]", "http://anna:p%40ss@proxy.example:65535", "http://anna:p%20w@proxy:1",
        "http://anna:5%+5@proxy:1", "http://anna:5%-0@proxy:1", "http://anna:5%@proxy:1",
        "http://anna:p\u{A0}w@proxy:1",
    ])
    func takesAHostPerhapsWithAPort(text: String) {
        #expect(ProxyAddress.isUsable(text))
    }

    @Test(arguments: [
        "", "proxy.example:3128", "ftp://proxy.example", "http://", "http://:3128", "http://proxy.example:99999",
        "http://proxy.example:0", "http://proxy.example:", "http://proxy.example:x", "http://proxy.example:+80",
        "http://anna@:80", "http://[]:80", "http://[::1]80", "http://a:b:c", "http://u:pw#x@proxy:1",
        "http://u:pw?x@proxy:1",
        "http://u:pw/x@proxy:1", "http://u:80#x@proxy:1", "http://u:80\\x@proxy:1", "http://proxy:1/?token=x",
        "http://proxy:1#x", "http://proxy:1/path", "socks5://u:pw#x@proxy:1", "http://my proxy:1", "http://proxy\t:1",
        "http://pr\u{F6}xy.example:1", "http://a:b@c@proxy:1", "http://anna:p w@proxy:1", "http://anna:p%0Aw@proxy:1",
        "socks5h://an%00na:pw@proxy:1", "http://anna:p\u{7F}w@proxy:1",
    ])
    func refusesWhatNoProxyCanBeReachedBy(text: String) {
        #expect(!ProxyAddress.isUsable(text))
    }

    @Test func aProxyThatWouldBeLeftOutIsNotPassedBy() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            // Given a password with a line end, as an earlier version of a store may have it
            let proxied = TransferOptions.loopback.with {
                $0.proxy = "http://anna:geheim%0A@127.0.0.1:1"
                $0.hasOwnProxy = true
            }

            // When
            let error = try await bed.error(options: proxied)

            // Then
            #expect(error.shortDescription == "proxy")
            #expect(!error.description.contains("geheim"))
            #expect(bed.server.requests.isEmpty)
        }
    }

    @Test(arguments: [("http://proxy.example", 5), ("socks5://proxy.example", 6), ("socks5h://proxy.example", 6)])
    func aProxyWhoseNameHasNoAddressIsNotTakenForTheServer(proxy: String, code: UInt32) throws {
        let options = TransferOptions().with { $0.proxy = proxy }
        let failure = TransferFailure(code: CURLcode(rawValue: code))
        let url = try FeedURL("https://show.example/feed")

        let error = FeedLoadingError(failure: failure, url: url, options: options, totalLimit: 60_000)

        #expect(error.shortDescription == "proxy")
        #expect(error.isLocalTrouble)
        #expect(error.description.contains("its name has no address"))
    }
}
