import PodcastModel
import Testing

struct KnownSecretsTests {
    private static func hidden(_ text: String, _ url: String, _ credentials: FeedCredentials? = nil) throws -> String {
        KnownSecrets(addresses: [try FeedURL(url)], credentials: credentials).hidden(in: text)
    }

    @Test(arguments: [
        ("No page at /u/a1b2c3d4/feed", "https://a.example/u/a1b2c3d4/feed", "No page at /u/…/feed"),
        ("key s3cr3t! is wrong", "https://a.example/feed?key=s3cr3t%21", "key … is wrong"),
        ("s3cr3t%21", "https://a.example/feed?key=s3cr3t%21", "…"),
        ("token-and-more and token-", "https://a.example/token-/token-and-more", "… and …"),
        ("the feed of a.example", "https://a.example/feed", "the feed of a.example"),
    ])
    func hidesWhatStandsBehindTheHost(text: String, url: String, expected: String) throws {
        #expect(try Self.hidden(text, url) == expected)
    }

    @Test func hidesAPasswordInEachFormItHasOnTheWay() throws {
        let anna = FeedCredentials(user: "anna", password: "pw")
        #expect(
            try Self.hidden("anna says pw, anna:pw, YW5uYTpwdw== and cHc=", "https://a.example/", anna)
                == "anna says …, …, … and …"
        )
    }

    @Test(arguments: [
        ("/ok?h=Basic+YW5uYTpwdw==", true), ("/ok?h=YW5uYTpwdw%3D%3D", true), ("/YW5uYTpwdw/ok", true),
        ("/ok?user=anna&pass=pw", true), ("/ok?p=%70w", true), ("/ok?p=pwd", false), ("/feed/pwned", false),
        ("/u/anna/ok", false), ("/ok", false),
    ])
    func tellsWhetherAnAddressRepeatsThePassword(path: String, isRepeated: Bool) throws {
        let anna = FeedCredentials(user: "anna", password: "pw")
        let address = try FeedURL("https://a.example" + path)
        #expect(anna.areRepeated(in: address, behind: try FeedURL("https://a.example/feed")) == isRepeated)
    }

    @Test func whatTheAddressOfTheFeedHasItselfIsNotRepeated() throws {
        let anna = FeedCredentials(user: "anna", password: "feed")
        let own = try FeedURL("http://a.example/feed")
        #expect(!anna.areRepeated(in: try FeedURL("https://b.example/feed"), behind: own))
        let nobody = FeedCredentials(user: "anna", password: "")
        #expect(!nobody.areRepeated(in: try FeedURL("https://b.example//x?y=&z"), behind: own))
        // What is sent for neither a name nor a password is short enough to be in anything.
        let nothing = FeedCredentials(user: "", password: "")
        #expect(!nothing.areRepeated(in: try FeedURL("https://b.example/Og/feed"), behind: own))
    }

    @Test func anEmptyPasswordHidesNothing() throws {
        let anna = FeedCredentials(user: "anna", password: "")
        #expect(try Self.hidden("No page", "https://a.example/", anna) == "No page")
    }
}
