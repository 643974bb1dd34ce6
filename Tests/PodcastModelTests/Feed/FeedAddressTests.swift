import PodcastModel
import Testing

struct FeedAddressTests {
    private func address(_ text: String, files: Set<String> = []) throws -> FeedAddress {
        try FeedAddress(userText: text, currentDirectory: "/home/anna", fileExists: files.contains)
    }

    @Test(arguments: [
        "feed://example.com/rss", "feed:https://example.com/rss", "feed:example.com/rss", "itpc://example.com/rss",
        "itms://example.com/rss", "itmss://example.com/rss", "pcast://example.com/rss", "pcast:example.com/rss",
        "itpc:https://example.com/rss", "itms:https://example.com/rss", "itmss:https://example.com/rss",
        "itpcs:https://example.com/rss", "podcast:https://example.com/rss", "RSS:https://example.com/rss",
        "podcast://example.com/rss", "rss://example.com/rss", "example.com/rss", "https://example.com/rss",
        "subscribeonandroid.com/example.com/rss", "https://subscribeonandroid.com/example.com/rss",
        "antennapod-subscribe://example.com/rss",
        "podkicker://subscribe/https%3A%2F%2Fexample.com/rss?url=https://example.com/rss",
        "https://antennapod.org/deeplink/subscribe?url=https%3A%2F%2Fexample.com%2Frss&title=X",
        "podkicker://subscribe/https://example.com/rss", "podkicker://subscribe/https%3A%2F%2Fexample.com%2Frss",
        "pcast://subscribe/example.com/rss", "Podcast://Subscribe/https://EXAMPLE.com/rss",
        "podkicker://subscribe?url=https://example.com/rss",
        "antennapod-subscribe://subscribe/https://example.com:443/rss", "pcast://example.com:443/rss",
    ])
    func understandsSubscribeLinks(text: String) throws {
        guard case .http(let url) = try address(text).source else {
            Issue.record("not a web address")
            return
        }
        #expect(url.string == "https://example.com/rss")
    }

    @Test(arguments: [
        "https:/example.com/rss", "https:example.com/rss", "https:///example.com/rss", "HTTPS:\\\\example.com/rss",
        "https:/\\example.com/rss", "https:/anna:pw@example.com/rss", "feed:https:/example.com/rss",
        "https:\\anna:pw@example.com/rss", " https:/example.com/rss",
        "https://antennapod.org/deeplink/subscribe?url=https%3A%2Fexample.com%2Frss",
    ])
    func anAddressWithOtherSlashesIsNoFile(text: String) throws {
        #expect(try address(text, files: ["/home/anna/" + text]).source.feedURL == "https://example.com/rss")
        #expect(FeedAddress.redacted(text) == "https://example.com/…")
        #expect(!FeedAddress.withoutUserinfo(text).contains("pw"))
    }

    @Test(arguments: ["https//example.com/rss", "HTTPS//anna:pw@example.com/rss"])
    func anAddressWithoutItsColonIsNoFileThatIsNotThere(text: String) throws {
        #expect(try address(text).source.feedURL == "https://example.com/rss")
        #expect(FeedAddress.redacted(text) == "https://example.com/…")
        let path = "/home/anna/" + text
        #expect(try address(text, files: [path]).source == .file(path: path))
    }

    @Test(arguments: [
        "http:", "https:/", "http:///", "http:/anna:pw@/f", "http:anna:pw@host:99999/token", "http//a:pw@ x",
    ])
    func whatIsLikeAnAddressAndIsNoneIsRefused(text: String) {
        #expect(throws: FeedURLError.self) { try self.address(text) }
        let shown = FeedAddress.redacted(text) + FeedAddress.withoutUserinfo(text)
        #expect(!["anna", "pw", "token"].contains(where: shown.contains), "\(shown)")
    }

    @Test func triesPlainHTTPOnlyWhenTheSchemeWasGuessed() throws {
        #expect(try address("example.com/rss").alternative?.string == "http://example.com/rss")
        #expect(try address("feed://example.com/rss").alternative?.string == "http://example.com/rss")
        #expect(try address("https://example.com/rss").alternative == nil)
        #expect(try address("http://example.com/rss").source == .http(FeedURL("http://example.com/rss")))
    }

    @Test func keepsTheQueryOfAFeedThatASubscribeLinkNames() throws {
        let feed = "https://example.com/feed?url=abc"
        #expect(try address("podkicker://subscribe/\(feed)").source.feedURL == feed)
    }

    @Test(arguments: ["pcast://example.com:80/rss", "feed:example.com:80/rss", "example.com:80/rss"])
    func thePortOfASchemeSaysWhichOneIsMeant(text: String) throws {
        #expect(try address(text).source.feedURL == "http://example.com/rss")
        #expect(try address(text).alternative == nil)
        #expect(try address("example.com:443/rss").alternative == nil)
        #expect(try address("example.com:8080/rss").alternative?.string == "http://example.com:8080/rss")
    }

    @Test(arguments: [
        ("/tmp/a.xml", "/tmp/a.xml"), ("./a.xml", "/home/anna/a.xml"), ("file:///tmp/a%20b.xml", "/tmp/a b.xml"),
        ("file://localhost/tmp/a.xml", "/tmp/a.xml"), ("file:/tmp/a.xml", "/tmp/a.xml"),
        ("missing.xml", "/home/anna/missing.xml"), ("../a.xml", "/home/anna/../a.xml"),
    ])
    func understandsPaths(text: String, path: String) throws {
        #expect(try address(text).source == .file(path: path))
    }

    @Test(arguments: ["file://other.example/etc/x", "FILE://other.example", "file://other.example//x"])
    func readsNoFileOfAnotherHost(text: String) {
        #expect(throws: FeedURLError.fileOfAnotherHost("other.example")) { try address(text) }
    }

    @Test func prefersAFileThatIsThereToABareHost() throws {
        #expect(
            try address("example.com", files: ["/home/anna/example.com"]).source
                == .file(path: "/home/anna/example.com")
        )
    }

    @Test(arguments: ["/dev/fd/63", "/dev/stdin", "/proc/self/fd/0", "file:///dev/fd/63"])
    func descriptorsHaveNoAddress(text: String) throws {
        #expect(try address(text).source.feedURL == nil)
        #expect(try address("/dev/fdx/63").source.feedURL == "file:///dev/fdx/63")
    }

    @Test func understandsStandardInput() throws {
        #expect(try address("-").source == .standardInput)
    }

    @Test func keepsCredentialsApart() throws {
        let address = try address("https://anna:pass@example.com/feed")
        #expect(address.credentials == FeedCredentials(user: "anna", password: "pass"))
        #expect(address.source.feedURL == "https://example.com/feed")
    }

    @Test(arguments: ["", "ftp://example.com/feed", "gopher://example.com/1"])
    func refusesWhatCannotBeLoaded(text: String) {
        #expect(throws: FeedURLError.self) { try self.address(text) }
    }

    @Test(arguments: [
        "http://user:12#34@example.com/f", "http://user:12?34@example.com/f", "http://user:12\\34@example.com/f",
        "https://anna:2024/x?@example.com/f", "https://anna:2024/x@example.com/f", "http://user:pw#x@example.com/",
        "http://user:pw/x@example.com/", "http://user:pw?x@nas/", "http://user:/pw@nas/", "http://a:p@ss#w@nas/",
        "feed:user:12#34@example.com/f", "user:pw#x@example.com/f", "pcast://user:pw#x@example.com/f",
        "https://antennapod.org/deeplink/subscribe?url=http%3A%2F%2Fuser%3Apw%23x%40example.com",
    ])
    func aPasswordThatEndsTheHostIsRefused(text: String) {
        #expect(throws: FeedURLError.unescapedPassword) { try self.address(text) }
        // Nothing of it is shown.
        let shown = FeedAddress.redacted(text)
        #expect(!["12", "34", "2024", "pw", "ss", "user", "anna"].contains(where: shown.contains), "\(shown)")
        #expect(FeedAddress.withoutUserinfo(text) == shown)
    }

    @Test(arguments: [
        "https://example.com:8080/@user/feed", "http://nas:8080/@user", "https://example.com/@user:x/feed",
        "https://example.com:8443/feeds/me@mail.example/rss", "http://nas:8080/f?mail=me@mail.example",
        "http://nas:8080?mail=me@mail.example", "http://[::1]:8080/a@b.example", "http://localhost:80/a@b.example",
        "https://example.com/f?time=12:30&to=a@b.example", "http://nas:8080/u/me@home/rss",
        "https://anna:2024%2Fx@example.com/a@b",
    ])
    func anAtSignInAPathOrAQueryIsNoEndOfAPassword(text: String) throws {
        #expect(try address(text).source.feedURL?.hasSuffix(text.suffix(4)) == true)
    }

    @Test func writesFilePathsAsURLsAndBack() throws {
        let source = FeedSource.file(path: "/tmp/ä b?c#d.xml")
        let url = try #require(source.feedURL)
        #expect(url == "file:///tmp/%C3%A4%20b%3Fc%23d.xml")
        #expect(try FeedSource(storedURL: url) == source)
    }
}

struct FeedAddressRedactionTests {
    @Test(arguments: [
        ("https://example.com/token/feed?key=1", "https://example.com/…"),
        ("https://anna:pw@example.com/token", "https://example.com/…"),
        ("https://example.com/", "https://example.com/"),
        ("feed://example.com/token", "https://example.com/…"), ("example.com/token", "https://example.com/…"),
        ("ftp://anna:pw@example.com/token", "ftp://example.com/…"), ("https://exa mple/token?a", "https://exa mple/…"),
        ("anna:pw@nas", "…@nas"), ("/srv/feed.xml", "/srv/feed.xml"), ("feed.xml", "feed.xml"), ("-", "-"),
        ("12", "12"), ("http://user:pw#x@host/", "http://…"), ("http://host:99999/@user", "http://host:99999/…"),
        ("anna:p@w@nas/feed", "…@nas"), ("user:12#34@example.com/f", "…@example.com"), ("", "\"\""), (" ", "\"\""),
    ])
    func hidesWhatMayBeSecret(text: String, shown: String) {
        #expect(FeedAddress.redacted(text) == shown)
    }

    @Test(arguments: [
        ("https://anna:pw@example.com/a?b", "https://example.com/a?b"),
        ("https://example.com/@a", "https://example.com/@a"),
        ("example.com/a", "example.com/a"), ("https://anna:pw@exa mple/", "https://exa mple/"),
        ("me@home.xml", "me@home.xml"), ("https://example.com/%40a", "https://example.com/%40a"),
        ("https://antennapod.org/deeplink/subscribe?url=http%3A%2F%2Fu%3Apw%40a.example%2F", "http://a.example/"),
    ])
    func takesOutUserAndPassword(text: String, shown: String) {
        #expect(FeedAddress.withoutUserinfo(text) == shown)
    }
}
