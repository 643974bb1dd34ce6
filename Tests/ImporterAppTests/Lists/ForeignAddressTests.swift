import FeedLoading
import Testing

@testable import ImporterApp

/// Addresses that others name.
struct ForeignAddressTests {
    private func feedURL(_ text: String, allowsLocal: Bool = false) throws -> String {
        try ForeignAddress(text, policy: AddressPolicy(), allowsLocal: allowsLocal).feedURL
    }

    @Test func takesTheSpellingsThatAUserMayUse() throws {
        #expect(try feedURL("HTTPS://Example.com:443/feed#top") == "https://example.com/feed")
        #expect(try feedURL("feed://example.com/rss") == "https://example.com/rss")
        #expect(try feedURL("example.com/rss") == "https://example.com/rss")
        #expect(try feedURL("https://93.184.216.34/feed") == "https://93.184.216.34/feed")
        #expect(try feedURL("https://0x5db8d822/feed") == "https://0x5db8d822/feed")
        #expect(try feedURL("https://127.example.com/feed") == "https://127.example.com/feed")
    }

    @Test(arguments: [
        "-", "", "feed.xml", "./feed.xml", "~/feed.xml", "my show", "ftp://example.com/f", "javascript:void(0)",
    ])
    func whatIsNoAddressIsInvalid(text: String) {
        #expect {
            try feedURL(text, allowsLocal: true)
        } throws: { error in
            if case .invalid? = error as? ForeignAddress.Refusal { true } else { false }
        }
    }

    @Test(arguments: [
        "http://192.168.1.5/feed", "http://127.0.0.1:8080/", "http://localhost/feed", "http://[::1]/feed",
        "http://[::ffff:10.0.0.1]/feed", "http://169.254.169.254/latest", "file:///etc/passwd", "/etc/passwd",
        "feed://10.1.2.3/feed", "http://2130706433/feed", "http://0x7f.1/", "http://0177.0.0.1/", "http://127.1/f",
        "http://0xA9FEA9FE/latest", "http://[::ffff:7f00:1]/", "http://[::ffff:a9fe:a9fe]/", "http://127.0.0.1./f",
        "http://feeds.localhost/f", "http://0/f",
    ])
    func whatIsLocalTakesTheOperatorsWord(text: String) throws {
        #expect {
            try feedURL(text)
        } throws: { error in
            if case .local? = error as? ForeignAddress.Refusal { true } else { false }
        }
        #expect(try !feedURL(text, allowsLocal: true).isEmpty)
    }

    @Test func whatTheSettingsOpenIsOpen() throws {
        let policy = AddressPolicy(allowsPrivateNetworks: true)

        #expect(try ForeignAddress("http://192.168.1.5/feed", policy: policy).feedURL == "http://192.168.1.5/feed")
        #expect(throws: ForeignAddress.Refusal.self) { try ForeignAddress("http://169.254.169.254/", policy: policy) }
    }
}
