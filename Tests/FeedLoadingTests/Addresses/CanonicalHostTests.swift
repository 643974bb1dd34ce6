import FeedLoading
import PodcastModel
import Testing

struct CanonicalHostTests {
    @Test(arguments: [
        ("http://127.1/feed", "127.0.0.1"), ("http://2130706433/", "127.0.0.1"), ("http://127.0.0.1:81/", "127.0.0.1"),
        ("http://[0:0:0:0:0:0:0:1]/", "[::1]"), ("http://[::1]:8080/", "[::1]"), ("http://0x7f.1/", "127.0.0.1"),
        ("http://[::ffff:127.0.0.1]/", "127.0.0.1"), ("http://[::ffff:7f00:1]/", "127.0.0.1"),
        ("https://show.example/", "show.example"), ("https://7days.example/", "7days.example"),
    ])
    func oneAddressIsOneHostInAnySpelling(address: String, host: String) throws {
        #expect(try FeedURL(address).canonicalHost == host)
    }
}
