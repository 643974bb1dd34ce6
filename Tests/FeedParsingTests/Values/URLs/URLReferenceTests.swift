import Testing

@testable import FeedParsing

struct URLReferenceTests {
    /// The examples of RFC 3986 sections 5.4.1 and 5.4.2 against its base, but for the empty reference.
    @Test(arguments: [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
        ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
    ])
    func resolvesAsRFC3986Does(reference: String, expected: String) {
        #expect(URLReference.resolved(reference, against: "http://a/b/c/d;p?q") == expected)
    }

    @Test(arguments: [
        ("http://https://a.example/1.mp3", "https://a.example/1.mp3"),
        ("HTTPS://Http://a.example/1.mp3", "Http://a.example/1.mp3"),
        (" http://http://a.example/a b.mp3 ", "http://a.example/a%20b.mp3"),
        ("http://http.example/1", "http://http.example/1"), ("http://https/1", "http://https/1"),
        ("http://a.example/http://b.example/1", "http://a.example/http://b.example/1"), ("http://h", "http://h"),
        ("https://http://", "https://http://"),
    ])
    func leavesOutASchemeThatAnotherOneFollows(reference: String, expected: String) {
        #expect(URLReference.resolved(reference, against: "https://base.example/") == expected)
    }

    @Test(arguments: [
        ("https:/a.example/1.mp3", "https://a.example/1.mp3"), ("http:///a.example/1", "http://a.example/1"),
        ("HTTPS:////a.example", "https://a.example"), ("https//a.example/1", "https://a.example/1"),
        ("http:\\\\a.example/1", "http://a.example/1"), ("http;//a.example/1", "http://a.example/1"),
        ("http:://a.example/1", "http://a.example/1"), ("hhttp://a.example/1", "http://a.example/1"),
        ("ttps://a.example/1", "https://a.example/1"), ("htp://a.example/1", "http://a.example/1"),
        ("htttps://a.example/1 2", "https://a.example/1%202"), ("httpss://1.a.example", "https://1.a.example"),
        ("https:/a.example?u=http://b.example/", "https://a.example?u=http://b.example/"),
    ])
    func mendsASchemeThatIsMisspelt(reference: String, expected: String) {
        #expect(URLReference.resolved(reference, against: "https://base.example/s/feed") == expected)
        #expect(URLReference.resolved(" \(reference)", against: nil) == expected)
    }

    @Test(arguments: [
        ("http:a.example/1", "http:a.example/1"), ("http:/a/1.mp3", "http:/a/1.mp3"), ("http:///a/1", "http:///a/1"),
        ("http/a.example", "https://base.example/s/http/a.example"), ("http//a", "https://base.example/s/http//a"),
        ("ftp://a.example/1", "ftp://a.example/1"), ("tp:/a.example", "tp:/a.example"),
        ("shttp://a.example", "shttp://a.example"), ("http://a.example//b", "http://a.example//b"),
        ("https:/?a.b", "https:/?a.b"), ("https:/.a.example", "https:/.a.example"), ("https:", "https:"),
    ])
    func mendsNoOtherScheme(reference: String, expected: String) {
        #expect(URLReference.resolved(reference, against: "https://base.example/s/feed") == expected)
    }

    @Test(arguments: [
        ("example.com", "http://example.com"), ("show.example.ORG/1?a=b", "http://show.example.ORG/1?a=b"),
        ("my-show.net#top", "http://my-show.net#top"), ("www.a.example/1", "http://www.a.example/1"),
        ("a.mp3", "https://base.example/s/a.mp3"), ("show.example/1", "https://base.example/s/show.example/1"),
        ("/example.com", "https://base.example/example.com"), (".com", "https://base.example/s/.com"),
        ("a/example.com", "https://base.example/s/a/example.com"), ("a_b@c.com", "https://base.example/s/a_b@c.com"),
        ("example.community", "https://base.example/s/example.community"), ("com", "https://base.example/s/com"),
    ])
    func takesAHostWithoutASchemeForAnAddress(reference: String, expected: String) {
        #expect(URLReference.resolved(reference, against: "https://base.example/s/feed.xml") == expected)
    }

    @Test(arguments: [
        ("http://example.org", "a.mp3", "http://example.org/a.mp3"),
        ("http://example.org", "/a.mp3", "http://example.org/a.mp3"),
        ("http://example.org?feed=rss", "a.mp3", "http://example.org/a.mp3"),
        ("http://example.org/feed?x=a/b", "a.mp3", "http://example.org/a.mp3"),
        ("https://example.org/feed.xml", "//cdn.example.net/a.mp3?w=1&h=2", "https://cdn.example.net/a.mp3?w=1&h=2"),
        ("https://example.org/feed.xml#top", "#comments", "https://example.org/feed.xml#comments"),
        ("https://example.org/a//b/feed.xml", "../c", "https://example.org/a//c"),
        ("file:///srv/feeds/show/feed.rss", "../a.mp3", "file:///srv/feeds/a.mp3"),
        ("file://tests/data/show.rss", "episode", "file://tests/data/episode"),
        ("https://user:pass@example.org:8443/feed", "a", "https://user:pass@example.org:8443/a"),
        ("tag:example.org,2005:x", "a.mp3", "a.mp3"), ("not a base", "a.mp3", "a.mp3"),
        ("https://example.org/feed", "www.example.com/a.mp3", "http://www.example.com/a.mp3"),
        ("https://example.org/feed", "ä/ö.mp3", "https://example.org/ä/ö.mp3"),
    ])
    func resolvesAgainstOtherBases(base: String, reference: String, expected: String) {
        #expect(URLReference.resolved(reference, against: base) == expected)
    }

    @Test(arguments: [
        "http://example.org/a.mp3", "https://example.org/a%20b.mp3?token=%2B+/../x&copy=2#t=1",
        "HTTPS://Example.ORG/../A/./b.mp3", "http://example.org/a/../b.mp3", "https://example.org/ä.mp3",
        "https://example.org/a.mp3?u=http://other.example/x", "rtsp://example.org/x.3gp", "mailto:me@example.org",
        "tag:example.org,2005:1", "magnet:?xt=urn:btih:1", "data:image/png;base64,AA==", "https://example.org",
        "https://example.org/ü",
    ])
    func leavesAbsoluteURLsUntouched(url: String) {
        #expect(URLReference.resolved(url, against: "https://base.example/feed") == url)
        #expect(URLReference.resolved(url, against: nil) == url)
    }

    @Test(arguments: [
        (" http://example.org/a.mp3", "http://example.org/a.mp3"),
        ("\n\thttp://example.org/a.mp3\r\n  ", "http://example.org/a.mp3"),
        ("http://example.org/\n   a.mp3", "http://example.org/a.mp3"),
        ("http://example.org/a.mp3?x=1&\r\n\ty=2", "http://example.org/a.mp3?x=1&y=2"),
        ("http://example.org/a\tb.mp3", "http://example.org/ab.mp3"),
        ("http://example.org/The Room.mp3", "http://example.org/The%20Room.mp3"),
        ("http://example.org/a  b.mp3", "http://example.org/a%20%20b.mp3"),
        ("\u{A0}https://example.org/a.mp3\u{A0}", "https://example.org/a.mp3"),
        ("\u{FEFF}https://example.org/a.mp3", "https://example.org/a.mp3"),
        (" a.mp3 ", "https://base.example/a.mp3"), ("a b.mp3", "https://base.example/a%20b.mp3"),
    ])
    func repairsWhiteSpace(reference: String, expected: String) {
        #expect(URLReference.resolved(reference, against: "https://base.example/feed") == expected)
    }

    @Test(arguments: [
        ("http://a/1.mp3\\", "http://a/1.mp3"), ("\"http://a/1.mp3", "http://a/1.mp3"),
        ("http://a/1.mp3\"", "http://a/1.mp3"),
        ("“http://a/1.mp3”", "http://a/1.mp3"), ("‘http://a/1.mp3’", "http://a/1.mp3"),
        ("'http://a/1.mp3'", "http://a/1.mp3"), ("`http://a/1.mp3`", "http://a/1.mp3"),
        ("http://a/`x`", "http://a/`x`"),
        ("\\\"http://a/1.mp3\\\"", "http://a/1.mp3"), ("http://a/it's'", "http://a/it's'"),
        ("http://a/“x”", "http://a/“x”"),
        ("\"", "http://b/\""),
    ])
    func leavesOutTheMarksAroundAnAddress(reference: String, expected: String) {
        #expect(URLReference.resolved(reference, against: "http://b/feed") == expected)
    }

    @Test(arguments: [
        ("http://a.example\\s\\1 2.mp3", "http://a.example/s/1%202.mp3"), ("s\\1.mp3", "http://b/s/1.mp3"),
        ("\\s\\1.mp3", "http://b/s/1.mp3"), ("https:\\/\\/a.example\\/1.mp3", "https://a.example/1.mp3"),
        ("http://a.example/\\1?q=a\\b#c\\d", "http://a.example//1?q=a\\b#c\\d"),
        ("data:text/plain,a\\b", "data:text/plain,a\\b"),
    ])
    func takesBackslashesForSlashes(reference: String, expected: String) {
        #expect(URLReference.resolved(reference, against: "http://b/feed") == expected)
    }

    @Test(arguments: [
        ("\u{200E}http://a/1.mp3", "http://a/1.mp3"), ("http://a/1.mp3\u{200E}", "http://a/1.mp3"),
        ("\u{202A}http://a/1.mp3\u{202C}", "http://a/1.mp3"),
        ("\u{2066} http://a/1.mp3 \u{2069}\u{200B}", "http://a/1.mp3"),
        ("\u{2028}/1.mp3\u{2060}", "http://b/1.mp3"), ("\u{200F}\"http://a/1.mp3\"", "http://a/1.mp3"),
        ("http://a/x\u{200E}y", "http://a/x\u{200E}y"),
    ])
    func leavesOutWhatIsNotSeenAroundAnAddress(reference: String, expected: String) {
        #expect(URLReference.resolved(reference, against: "http://b/feed") == expected)
    }

    @Test(arguments: [
        ("<![CDATA[http://a/1.mp3]]>", "http://a/1.mp3"), (" <![CDATA[ 1.mp3 ]]>\n", "http://b/1.mp3"),
        ("<![CDATA['http://a/1.mp3']]>", "http://a/1.mp3"),
    ])
    func takesOffASectionThatIsWrittenIntoAnAttribute(reference: String, expected: String) {
        #expect(URLReference.resolved(reference, against: "http://b/feed") == expected)
    }

    @Test(arguments: ["", "  ", "\n\t", "\u{A0}", "\u{200E}", "\u{200E}\u{200E} \u{202A}", "<![CDATA[ ]]>"])
    func isNilWhenThereIsNothing(reference: String) {
        #expect(URLReference.resolved(reference, against: "https://base.example/feed") == nil)
    }

    @Test func keepsARelativeReferenceWithoutABase() {
        #expect(URLReference.resolved("/a.mp3", against: nil) == "/a.mp3")
        #expect(URLReference.resolved("www.example.org/a", against: nil) == "http://www.example.org/a")
    }

    @Test(arguments: [
        ("https://cdn.example/media/", "https://base.example/feed", "https://cdn.example/media/"),
        ("media/", "https://base.example/feeds/1", "https://base.example/feeds/media/"),
        ("../tests/", "http://base.example/a/b/", "http://base.example/a/tests/"),
        ("/", "https://base.example/feeds/1", "https://base.example/"),
        ("", "https://base.example/feed", "https://base.example/feed"),
        ("file:///home/me/feed.xml", "https://base.example/feed", "https://base.example/feed"),
        ("tag:example.org,2005:Base", "https://base.example/feed", "https://base.example/feed"),
    ])
    func nestsXMLBase(attribute: String, outer: String, expected: String) {
        #expect(URLReference.base(attribute, within: outer) == expected)
    }

    @Test func nestsThreeBasesDeep() throws {
        // Given a feed, and xml:base on the root, the entry and the content
        let root = URLReference.base("http://example.org/tests/base/result.html", within: "http://feed.example/atom")
        let entry = URLReference.base("../entries/", within: root)
        let content = URLReference.base("2005/", within: entry)

        // Then a link inside resolves through all of them
        #expect(URLReference.resolved("a.html", against: content) == "http://example.org/tests/entries/2005/a.html")
    }
}
