import FeedParsing
import Testing

struct FeedPageTests {
    private static let pageURL = "https://show.example/about/team.html"

    private func candidates(_ html: String, pageURL: String = pageURL) throws -> [FeedCandidate] {
        try #require(FeedPage(Array(html.utf8), pageURL: pageURL)).candidates
    }

    private func urls(_ head: String) throws -> [String] {
        try candidates("<!DOCTYPE html><html><head>\(head)</head></html>").map(\.url)
    }

    @Test(arguments: [
        "application/rss+xml", "application/atom+xml", "application/feed+json", "Application/RSS+XML; charset=utf-8",
        "application/rdf+xml", "text/xml", "application/xml", "application/json", "application/x-rss+xml",
    ])
    func takesEveryTypeOfFeeds(type: String) throws {
        #expect(try urls("<link rel=alternate type=\"\(type)\" href=/feed>") == ["https://show.example/feed"])
    }

    @Test(arguments: [
        #"<link rel="alternate" type="text/html" href="/feed">"#,
        #"<link rel="alternate" hreflang="de" href="/de">"#,
        #"<link rel="stylesheet" type="application/rss+xml" href="/feed">"#,
        #"<link rel="alternate stylesheet" type="text/xml" href="/feed">"#,
        #"<link rel="alternate" type="application/json" href="/wp-json/wp/v2/posts/1">"#,
        #"<link rel="alternate" type="application/json+oembed" href="/wp-json/oembed/1.0/embed">"#,
        #"<link rel="alternate" type="text/xml" href="/oembed?format=xml">"#,
        #"<link rel="alternate" type="application/rss+xml">"#,
        #"<link rel="alternate" type="application/rss+xml" href="javascript:alert(1)">"#,
        #"<link rel="alternate" type="application/rss+xml" href="file:///etc/passwd">"#,
        #"<link rel="alternate" type="application/rss+xml" href="feed:file:///etc/passwd">"#,
        #"<link rel="alternate" type="application/rss+xml" href="team.html#top">"#,
    ])
    func leavesEverythingElse(link: String) throws {
        #expect(try urls(link) == [])
    }

    @Test(arguments: [
        ("/feed?a=1&amp;b=2", "https://show.example/feed?a=1&b=2"), ("feed.xml", "https://show.example/about/feed.xml"),
        ("//cdn.example/f", "https://cdn.example/f"), ("?feed=rss2", "https://show.example/about/team.html?feed=rss2"),
        ("/feed#top", "https://show.example/feed"), (" /my feed ", "https://show.example/my%20feed"),
        ("http://other.example/f", "http://other.example/f"),
        ("feed://cdn.example/f", "https://cdn.example/f"), (" Feed:http://other.example/f", "http://other.example/f"),
        ("itpc://cdn.example/f", "https://cdn.example/f"), ("ITPCS:http://other.example/f", "http://other.example/f"),
        ("pcast:cdn.example/f", "https://cdn.example/f"),
        ("podcast://subscribe/cdn.example/f", "https://cdn.example/f"),
        ("pcast://subscribe/http://other.example/f", "http://other.example/f"), ("rss:/f", "https://show.example/f"),
        ("feed:cdn.example/f", "https://cdn.example/f"),
    ])
    func resolvesAddresses(href: String, url: String) throws {
        #expect(try urls("<link rel=\"alternate\" type=\"application/rss+xml\" href=\"\(href)\">") == [url])
    }

    @Test(arguments: ["feed:", "itpc:", "itpcs:", "pcast:", "podcast:", "rss:"])
    func takesALinkForSubscribingWhateverItIsCalled(scheme: String) throws {
        #expect(
            try urls("</head><body><a href=\"\(scheme)//cdn.example/42\">iTunes</a>") == ["https://cdn.example/42"]
        )
        #expect(try urls("</head><body><a href=\"\(scheme)file:///etc/passwd\">iTunes</a>") == [])
        #expect(try urls("</head><body><a href=\"https://cdn.example/42\">iTunes</a>") == [])
    }

    @Test func resolvesAgainstTheFirstBase() throws {
        let link = "<link rel=alternate type=application/rss+xml href=feed>"
        #expect(
            try urls("<base target=_top><base href=/pod/><base href=/no/>\(link)") == ["https://show.example/pod/feed"]
        )
        #expect(try urls("<base href=https://cdn.example/x/>\(link)") == ["https://cdn.example/x/feed"])
        #expect(try urls("<base href=javascript:x>\(link)") == ["https://show.example/about/feed"])
    }

    @Test func ranksThePodcastBeforeTheSiteAndTheCommentsLast() throws {
        let found = try candidates(
            """
            <html><head>
            <link rel="alternate" type="application/rss+xml" title="Site &raquo; Comments Feed" href="/comments/feed/">
            <link rel="alternate" type="application/atom+xml" title="Site" href="/atom.xml">
            <link rel="alternate" type="application/rss+xml" title="Site" href="/rss.xml">
            <link rel="alternate" type="application/rss+xml" title="The Podcast" href="/feed/show">
            </head><body><a href="/other/feed.xml">elsewhere</a><a href="/rss.xml">RSS</a></body></html>
            """
        )
        #expect(
            found.map(\.url) == [
                "https://show.example/feed/show", "https://show.example/rss.xml", "https://show.example/atom.xml",
                "https://show.example/comments/feed/", "https://show.example/other/feed.xml",
            ]
        )
        #expect(found.map(\.origin) == [.link, .link, .link, .link, .anchor])
        #expect(found.first?.title == "The Podcast")
        #expect(found.dropFirst(3).first?.title == "Site \u{BB} Comments Feed")
    }

    @Test(arguments: [
        ("<a href=\"/podcast.rss\">x</a>", 1), ("<a href=/feed/>x</a>", 1), ("<a href=/subscribe> RSS feed</a>", 1),
        ("<a href=/about>About</a>", 0), ("<a href=/sitemap.xml>x</a>", 0), ("<a name=rss>RSS</a>", 0),
    ])
    func takesLinksThatLookLikeFeeds(anchor: String, count: Int) throws {
        #expect(try candidates("<html><body>\(anchor)</body></html>").count == count)
    }

    /// An equals sign that a name begins with is part of it; a tag that lacks its bracket ends where the next begins.
    @Test func readsAttributesAsBrowsersDo() throws {
        #expect(try urls("<link rel=alternate type=text/xml =href=/bad>") == [])
        #expect(try urls("<link rel=alternate type=text/xml = href=/f>") == ["https://show.example/f"])
        #expect(try urls("<link / rel = alternate type='text/xml'href=/f hidden>") == ["https://show.example/f"])
        #expect(
            try urls("<link rel=alternate type=text/xml href='/f' <link rel=alternate type=text/xml href=/g>")
                == ["https://show.example/f", "https://show.example/g"]
        )
    }

    @Test func knowsWhereAPageSaysThatItIs() throws {
        let html = "<html><head><link rel=canonical href=/real></head></html>"
        let page = try #require(FeedPage(Array(html.utf8), pageURL: Self.pageURL))
        #expect(page.canonicalURL == "https://show.example/real")
        let real = try #require(FeedPage(Array(html.utf8), pageURL: "https://show.example/real"))
        #expect(real.canonicalURL == nil)
    }

    @Test(arguments: [
        ("0; url=/real", "https://show.example/real"), ("5;URL='/real'", "https://show.example/real"),
        (" 0 , url = real.html", "https://show.example/about/real.html"), ("0.5 /real", "https://show.example/real"),
        ("0; url=&quot;https://other.example/a&amp;b&quot; x", "https://other.example/a&b"),
        ("0;https://other.example/", "https://other.example/"), ("0; urls", "https://show.example/about/urls"),
        ("300", nil), ("0;url=", nil), ("", nil), ("url=/real", nil), ("x; url=/real", nil),
        ("0; url=javascript:alert(1)", nil), ("0; url=team.html#top", nil),
    ])
    func knowsWhereAPageSendsItsReaders(content: String, url: String?) throws {
        let html = "<html><meta name=a content=b><META HTTP-EQUIV=Refresh content=\"\(content)\"></html>"
        let page = try #require(FeedPage(Array(html.utf8), pageURL: Self.pageURL))
        #expect(page.refreshURL == url)
    }

    @Test(arguments: [
        "<rss version=\"2.0\"><channel><title>x</title></channel></rss>", "{\"version\":\"x\"}", "", "plain text",
        "<opml version=\"2.0\"/>", "<feed xmlns=\"http://www.w3.org/2005/Atom\"/>",
    ])
    func isNilForWhatIsNoPage(text: String) {
        #expect(FeedPage(Array(text.utf8), pageURL: Self.pageURL) == nil)
    }

    @Test func readsPagesInOtherEncodings() throws {
        let html = "<html><head><link rel=alternate type=application/rss+xml title=Caf\u{E9} href=/f></head></html>"
        let latin1 = html.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        let page = try #require(FeedPage(latin1, pageURL: Self.pageURL, charset: "iso-8859-1"))
        #expect(page.candidates.first?.title == "Caf\u{E9}")
        var wide: [UInt8] = [0xFF, 0xFE]
        for unit in html.utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        let widePage = try #require(FeedPage(wide, pageURL: Self.pageURL))
        #expect(widePage.candidates.first?.url == "https://show.example/f")
    }

    @Test func namesThePathsThatFeedsOftenHaveOnce() {
        let urls = FeedPage.wellKnownCandidates(of: "https://show.example/pod/index.html").map(\.url)
        #expect(urls.first == "https://show.example/pod/feed/podcast")
        for name in ["feed.xml", "feed", "feed/", "rss", "rss/", "index.rss"] {
            #expect(urls.contains("https://show.example/pod/" + name))
            #expect(urls.contains("https://show.example/" + name))
        }
        #expect(Set(urls).count == urls.count)
        #expect(FeedPage.wellKnownCandidates(of: "https://show.example/").count == urls.count / 2)
    }
}
