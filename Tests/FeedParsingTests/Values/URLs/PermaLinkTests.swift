import Testing

@testable import FeedParsing

struct PermaLinkTests {
    @Test(
        arguments: [
            (nil, true), ("true", true), ("TRUE", true), ("", true), ("maybe", true), ("false", false),
            (" False ", false), ("no", false),
        ]
            as [(String?, Bool)]
    )
    func isDeclaredUnlessTheAttributeSaysFalse(attribute: String?, expected: Bool) {
        guard let attribute else {
            #expect(PermaLink.isDeclared(nil) == expected)
            return
        }
        #expect(ASCIIText.withBytes(of: attribute) { PermaLink.isDeclared($0) } == expected)
    }

    @Test(arguments: [
        ("https://example.org/1", "https://example.org/1"), ("  http://example.org/?p=1\n", "http://example.org/?p=1"),
        ("/episodes/1", "https://base.example/episodes/1"), ("episodes/1", "https://base.example/feeds/episodes/1"),
        ("//example.org/1", "https://example.org/1"),
    ])
    func readsURLs(guid: String, expected: String) {
        #expect(PermaLink.url(guid, against: "https://base.example/feeds/show.xml") == expected)
    }

    @Test(arguments: [
        "", "12345", "episode", "tag:example.org,2005:/1", "urn:uuid:917393e3/1", "ftp://example.org/1",
        "Episode 1 / part 2",
        "917393e3-1b1e-5cef-ace4-edaa54e1f810", "yt:video:abc",
    ])
    func refusesNames(guid: String) {
        #expect(PermaLink.url(guid, against: "https://base.example/feeds/show.xml") == nil)
    }
}
