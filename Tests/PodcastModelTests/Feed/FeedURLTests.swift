import PodcastModel
import Testing

struct FeedURLTests {
    @Test(arguments: [
        ("HTTP://Example.COM/Feed.XML", "http://example.com/Feed.XML"),
        ("https://example.com", "https://example.com/"),
        ("https://example.com:443/a", "https://example.com/a"),
        ("http://example.com:80/a", "http://example.com/a"),
        ("http://example.com:8080/a", "http://example.com:8080/a"),
        ("https://example.com/a?b=2&a=1", "https://example.com/a?b=2&a=1"),
        ("https://example.com/a?", "https://example.com/a"),
        ("https://example.com/a#part", "https://example.com/a"),
        ("https://example.com?id=1", "https://example.com/?id=1"),
        ("https://example.com/dir/", "https://example.com/dir/"),
        ("  https://example.com/a\n", "https://example.com/a"),
        ("https://bücher.example/a", "https://xn--bcher-kva.example/a"),
        ("https://例え.テスト/feed", "https://xn--r8jz45g.xn--zckzah/feed"),
        ("https://例え。テスト/feed", "https://xn--r8jz45g.xn--zckzah/feed"),
        ("https://bu\u{308}cher.example/a", "https://xn--bcher-kva.example/a"),
        ("https://BÜCHER.example/a", "https://xn--bcher-kva.example/a"),
        ("https://ｅｘａｍｐｌｅ．com/Ａ", "https://example.com/Ａ"),
        ("https://exa\u{200B}mp\u{AD}le.com/a", "https://example.com/a"),
        ("http://[2001:DB8::1]:8080/f", "http://[2001:db8::1]:8080/f"),
        ("https://example.com./a", "https://example.com/a"),
        ("https://example.com:08443/a", "https://example.com:8443/a"),
        ("https://example.com:/a", "https://example.com/a"),
        ("https://example.com\\a", "https://example.com/\\a"),
        ("https://example.com/a?b?", "https://example.com/a?b?"),
        ("https://example.com/caf\u{E9}", "https://example.com/caf\u{E9}"),
        ("https://my_host.example.com:8443/a%20b?c=%2F", "https://my_host.example.com:8443/a%20b?c=%2F"),
    ])
    func normalisesWhatServersTreatAlike(text: String, expected: String) throws {
        #expect(try FeedURL(text).string == expected)
    }

    @Test(
        arguments: [
            ("https://example.com/a?b=1", "https", "example.com", nil, "/a?b=1", "https://example.com"),
            ("HTTP://User:pw@Example.com:8080?b", "http", "example.com", 8080, "/?b", "http://example.com:8080"),
            ("http://[::1]:80/", "http", "[::1]", nil, "/", "http://[::1]"),
        ] as [(String, String, String, Int?, String, String)]
    )
    func knowsItsParts(
        text: String,
        scheme: String,
        host: String,
        port: Int?,
        pathAndQuery: String,
        origin: String
    ) throws {
        let url = try FeedURL(text)
        #expect(url.scheme == scheme)
        #expect(url.host == host)
        #expect(url.port == port)
        #expect(url.pathAndQuery == pathAndQuery)
        #expect(url.origin == origin)
    }

    @Test(arguments: [
        ("http:/", FeedURLError.tooShort),
        ("https://exa mple.com/", .containsSpace),
        ("ftp://example.com/feed", .unsupportedScheme("ftp")),
        ("javascript://example.com/", .unsupportedScheme("javascript")),
        ("example.com/feed", .missingScheme),
        ("https:///feed.xml", .invalidHost),
        ("https://exa..mple.com/", .invalidHost),
        // What looks like a letter may be a slash or an at once it is read as IDNA reads it.
        ("https://good.example\u{FF0F}.evil.example/", .invalidHost),
        ("https://anna\u{FF20}evil.example/", .invalidHost),
        ("https://\u{2100}.example/", .invalidHost),
        ("https://\u{200B}/", .invalidHost),
        ("https://example.com:99999/", .invalidPort),
        ("https://example.com:abc/", .invalidPort),
        ("http://[zz::1]/feed", .invalidHost),
    ])
    func refusesWhatIsNoAddress(text: String, expected: FeedURLError) {
        #expect(throws: expected) { try FeedURL(text) }
    }

    @Test func takesUserinfoOutAndDecodesItOnce() throws {
        let (url, credentials) = try FeedURL.reading("https://us%40er:p%253Ass:word@example.com/feed?t=1")
        #expect(url.string == "https://example.com/feed?t=1")
        #expect(credentials == FeedCredentials(user: "us@er", password: "p%3Ass:word"))
    }

    @Test func aPercentSignWithoutTwoDigitsStays() throws {
        let (_, credentials) = try FeedURL.reading("https://10%+5:%-0%5g%@example.com/feed")
        #expect(credentials == FeedCredentials(user: "10%+5", password: "%-0%5g%"))
    }

    @Test func hidesCredentialsFromDescriptions() {
        let credentials = FeedCredentials(user: "anna", password: "secret")
        #expect(!"\(credentials) \(String(reflecting: credentials))".contains("anna"))
        #expect(!"\(credentials) \(String(reflecting: credentials))".contains("secret"))
    }

    @Test func redactsPathAndQuery() throws {
        #expect(try FeedURL("https://example.com/token/feed?key=1").redacted == "https://example.com/…")
        #expect(try FeedURL("https://example.com/?key=1").redacted == "https://example.com/…")
        #expect(try FeedURL("https://example.com:8443/").redacted == "https://example.com:8443/")
    }

    @Test(arguments: [
        ("http://www.example.com/feed/", "https://example.com/feed"),
        ("https://example.com/", "http://example.com"),
        ("https://example.com:8080/f", "http://www.example.com:8080/f"),
    ])
    func recognisesSpellingsOfOneFeed(left: String, right: String) throws {
        #expect(try FeedURL(left).dedupKey == FeedURL(right).dedupKey)
    }

    @Test(arguments: [
        ("https://example.com/Feed", "https://example.com/feed"),
        ("https://example.com/f?id=1", "https://example.com/f?id=2"),
        ("https://example.com:8080/f", "https://example.com/f"),
    ])
    func keepsDifferentFeedsApart(left: String, right: String) throws {
        #expect(try FeedURL(left).dedupKey != FeedURL(right).dedupKey)
    }

    @Test(arguments: [
        ("http://feeds.feedburner.com/Show", "https://feeds2.feedburner.com/show?format=xml"),
        ("https://feeds.feedburner.com/Show?fmt=xml", "https://feeds.feedburner.com/Show/"),
        ("https://anchor.fm/s/1A2b/podcast/rss", "http://www.anchor.fm/s/1a2b/podcast/rss/"),
        ("https://example.com//A/feed/", "http://www.example.com/a/Feed"),
        ("https://example.com/f?id=1&format=xml", "https://example.com/f?id=1"),
    ])
    func c8Rule48RecognisesAddressesThatProbablyLeadToOneFeed(left: String, right: String) throws {
        #expect(try FeedURL(left).likenessKey == FeedURL(right).likenessKey)
        // Each is found by the hosts of the other.
        #expect(try FeedURL(left).likenessHosts.contains { try FeedURL(right).dedupKey.hasPrefix($0) })
        // Only a hint: they are different subscriptions.
        #expect(try FeedURL(left).dedupKey != FeedURL(right).dedupKey)
    }

    @Test(arguments: [
        ("https://anchor.fm/s/1a2b/podcast/rss", "https://anchor.fm/s/1a2c/podcast/rss"),
        ("https://feeds.feedburner.com/a", "https://feeds.feedburner.com/b"),
        ("https://example.com/f?id=A", "https://example.com/f?id=a"),
        ("https://example.com/f?format=json", "https://example.com/f?format=xml"),
    ])
    func c8Rule48KeepsOtherAddressesApart(left: String, right: String) throws {
        #expect(try FeedURL(left).likenessKey != FeedURL(right).likenessKey)
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080/f", "127.0.0.1"), ("http://localhost/f", "localhost"), ("http://[::1]/f", "[::1]"),
        ("http://example.com/f", nil), ("http://127.0.0.1.nip.io/f", nil),
        ("http://2130706433/f", nil), ("http://0x7f.1/f", nil), ("http://0177.0.0.1/f", nil), ("http://127.1/f", nil),
        ("http://127.0.0.256/f", nil),
    ])
    func knowsLiteralAddresses(text: String, expected: String?) throws {
        #expect(try FeedURL(text).hostIfLiteralAddress == expected)
    }

    @Test(arguments: [
        ("https://a.example/rss?auth=NEW&x=1", true), ("https://www.a.example/RSS?x=2&auth=OLD", true),
        ("https://a.example/rss?auth=OLD", false), ("https://a.example/rss", false),
        ("https://b.example/rss?auth=OLD&x=1", false),
    ])
    func recognisesAddressesThatDifferInValuesOfTheQueryOnly(other: String, isAlike: Bool) throws {
        let key = try FeedURL("https://a.example/rss?auth=OLD&x=1").likenessKeyWithoutValues

        #expect(key != nil)
        #expect(try (FeedURL(other).likenessKeyWithoutValues == key) == isAlike)
    }
}
