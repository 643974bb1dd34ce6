import CCurl
import PodcastModel
import Testing

@testable import FeedLoading

struct ProxyAddressTests {
    @Test(arguments: [
        "http://proxy.example:3128", "http://proxy.example", "https://proxy.example/", "socks5h://127.0.0.1:9050",
        "socks5://[::1]:9050", "http://[::1]", "http://anna:p%40ss@proxy.example:65535", "http://a:b@c@proxy:1",
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
        "http://pr\u{F6}xy.example:1",
    ])
    func refusesWhatNoProxyCanBeReachedBy(text: String) {
        #expect(!ProxyAddress.isUsable(text))
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
