import Testing

@testable import FeedImporting

struct CanonicalLinkTests {
    @Test(arguments: [
        // The common case, and what has to be read with more care.
        ("https://Example.com/episodes/12/", "example.com/episodes/12"),
        ("http://user:pass@www.example.com:80//episodes/12/", "example.com/episodes/12"),
        ("https://example.com:8443/episodes", "example.com:8443/episodes"),
        ("https://example.com:port/episodes", "example.com:port/episodes"),
        (" https://example.com/ ", "example.com"),
        // A query and a fragment are how some sites name their pages.
        ("https://example.com/?p=12&utm_source=rss", "example.com?p=12"),
        ("https://example.com/show#episode-12", "example.com/show#episode-12"),
        ("https://www.example.com/show#episode-12", "example.com/show#episode-12"),
        ("https://example.com/show#", "example.com/show"),
        ("https://example.com/show?p=1#e2", "example.com/show?p=1#e2"),
        // What is no address of a page stays as it is.
        ("urn:episode:12", "urn:episode:12"),
    ])
    func c1Rule5SpellingsOfOnePageAreEqual(url: String, form: String) {
        #expect(CanonicalLink.make(from: url) == form)
    }

    @Test(arguments: ["", "  \n"])
    func aBlankAddressHasNone(url: String) {
        #expect(CanonicalLink.make(from: url) == nil)
    }
}
