import Testing

@testable import FeedImporting

struct CanonicalEnclosureTests {
    private static let plain = "host.example/a.mp3"

    @Test(arguments: [
        "https://host.example/a.mp3", "HTTP://HOST.example/a.mp3", "http://www.host.example:80/a.mp3",
        "https://host.example:443/a.mp3", "//host.example/a.mp3", "https://user:secret@host.example/a.mp3",
        "https://host.example//a.mp3#t=10", " https://host.example./%61.mp3\n", "https://host.example/a.mp3?",
    ])
    func c3Rule12SpellingsOfOneAddressAreEqual(url: String) {
        #expect(CanonicalEnclosure.make(from: url) == Self.plain)
    }

    @Test(arguments: [
        ("https://h.example/A.mp3", "h.example/A.mp3"),
        ("https://h.example:8080/a.mp3", "h.example:8080/a.mp3"),
        ("https://h.example/caf%c3%a9 1.mp3", "h.example/caf%C3%A9%201.mp3"),
        ("https://h.example/café 1.mp3", "h.example/caf%C3%A9%201.mp3"),
        ("https://h.example/a%2Fb.mp3", "h.example/a%2Fb.mp3"),
        ("https://h.example/", "h.example"),
        ("magnet:?xt=urn:btih:ABC", "magnet:?xt=urn:btih:ABC"),
        ("a.mp3", "a.mp3"),
    ])
    func c3Rule12KeepsWhatTellsFilesApart(url: String, canonical: String) {
        #expect(CanonicalEnclosure.make(from: url) == canonical)
    }

    @Test(arguments: [
        ("https://h.example/download.php?f=12", "h.example/download.php?f=12"),
        ("https://h.example/media?episode=7", "h.example/media?episode=7"),
        ("https://h.example/?id=9", "h.example/?id=9"),
        ("https://h.example/play/12?id=9&token=abc&utm_source=x", "h.example/play/12?id=9"),
        ("https://h.example/play/12?token=abc", "h.example/play/12"),
    ])
    func c3Rule12KeepsAQueryThatIsTheOnlyName(url: String, canonical: String) {
        #expect(CanonicalEnclosure.make(from: url) == canonical)
    }

    @Test(arguments: [
        ("https://h.example/dl.mp3?id=7", "h.example/dl.mp3?id=7"),
        ("https://h.example/dl.mp3?token=x&ID=7&utm_source=rss", "h.example/dl.mp3?ID=7"),
        ("https://h.example/dl.mp3?episode=7#t=1", "h.example/dl.mp3?episode=7"),
        ("https://op3.dev/e/h.example/dl.mp3?f=a.mp3&updated=1", "h.example/dl.mp3?f=a.mp3"),
        ("https://h.example/dl.mp3?identity=7&id", "h.example/dl.mp3"),
    ])
    func c3Rule12BehindTheNameOfAFileOnlyAnIdentifierCounts(url: String, canonical: String) {
        #expect(CanonicalEnclosure.make(from: url) == canonical)
    }

    @Test(arguments: [
        ("https://h.example/play/12?st=aBc&e=1767225600", "h.example/play/12"),
        ("https://h.example/play/12?md5=0a1b&expires=1767225600&id=3", "h.example/play/12?id=3"),
        ("https://h.example/play/12?exp=1767225600&hmac=0a", "h.example/play/12"),
        ("https://h.example/play?e=1041", "h.example/play?e=1041"),
        ("https://h.example/play?hash=0a1b", "h.example/play?hash=0a1b"),
        ("https://h.example/play?md5=0a1b&e=12", "h.example/play?md5=0a1b&e=12"),
    ])
    func c3Rule13ASignatureWithItsEndDoesNotMatter(url: String, canonical: String) {
        #expect(CanonicalEnclosure.make(from: url) == canonical)
    }

    @Test(arguments: [
        "updated=1600000000", "modified=1&sid=2&source=3", "token-hash=A&token-time=1", "dest-id=1", "utm_source=rss",
        "_from=rss", "awCollectionId=1&awEpisodeId=2", "aid=rss_feed&feed=abc",
    ])
    func c3Rule13TokensAndCountersDoNotMatter(query: String) {
        #expect(CanonicalEnclosure.make(from: "https://host.example/a.mp3?" + query) == Self.plain)
    }

    @Test(arguments: [
        "op3.dev/e", "op3.dev/e,pg=ab12", "dts.podtrac.com/redirect.mp3", "dts.podtrac.com/pts/redirect.m4a",
        "www.podtrac.com/pts/redirect.mp3", "play.podtrac.com/ABC-1", "pdst.fm/e", "chrt.fm/track/X1",
        "chtbl.com/track/12345",
        "podcast-rss-prefix.spotify.com/track/1", "pfx.veritonicmetrics.com/vt1", "arttrk.com/p/A1", "pdcn.co/e",
        "2.gum.fm",
        "s.gum.fm/r1/00ff", "s.gum.fm/s-00ff", "verifi.podscribe.com/rss/p", "pscrb.fm/rss/p",
        "claritaspod.com/measure",
        "www.claritaspod.com/measure", "clrtpod.com/m", "growx.podkite.com/https/1AB", "media.blubrry.com/show",
        "media.blubrry.com/show/p", "mgln.ai/track", "mgln.ai/e/256", "p.podderapp.com/123", "r.zen.ai/r",
        "t.glystn.com/v2/track/P-1", "letscast.fm/track", "pfx.vpixl.com/1a", "bktrks.co/t/1a", "pdrl.fm/1a",
        "pdrl.fm/r/1a/2b",
        "a.pdcst.to/abc", "prfx.byspotify.com/e", "cohst.app/pdcst/1A", "swap.fm/track/1", "tracking.swap.fm/track/1",
        "pdcds.co/1", "prefix.up.audio/s", "m.pfxes.com/1", "enrichment.soundstack.com/1",
        "analytics.podcastplusplus.com/e",
        "track.fstry.me/p/1", "tr.ausha.co/1", "adbarker.com/stream/1",
    ])
    func c3Rule14StripsTrackingPrefixes(prefix: String) {
        for target in [
            "host.example/a.mp3", "https://host.example/a.mp3", "http:/host.example/a.mp3",
            "https%3A%2F%2Fhost.example%2Fa.mp3",
        ] {
            #expect(CanonicalEnclosure.make(from: "https://\(prefix)/\(target)?x=1") == Self.plain)
        }
    }

    @Test(arguments: [
        ("https://pdst.fm/new/form/host.example/a.mp3", "host.example/a.mp3"),
        ("https://unknown.example/e/host.example/a.mp3", "unknown.example/e/host.example/a.mp3"),
        ("https://media.blubrry.com/show/a.mp3", "media.blubrry.com/show/a.mp3"),
        ("https://pdst.fm/e/", "pdst.fm/e/"),
    ])
    func c3Rule14GuessesOnlyBehindKnownHosts(url: String, canonical: String) {
        #expect(CanonicalEnclosure.make(from: url) == canonical)
    }

    @Test func c3Rule15AChainOfPrefixesLeadsToTheFile() {
        let chain = "https://dts.podtrac.com/redirect.mp3/pdst.fm/e/chrt.fm/track/X/host.example/a.mp3?x=1"
        #expect(CanonicalEnclosure.make(from: chain) == Self.plain)
        let other = "https://op3.dev/e/chrt.fm/track/1/https:/verifi.podscribe.com/rss/p/host.example/a.mp3?updated=1"
        #expect(CanonicalEnclosure.make(from: other) == Self.plain)
    }

    /// The shortcut for plain addresses is not taken with a fragment.
    @Test(arguments: [
        "https://h.example/a.mp3", "http://H.Example/x/A.mp3", "https://h.example/a//b.mp3", "https://h.example./a.mp3",
        "https://www.example/a.mp3", "https://wide.example/a.mp3", "https://h.example/~a_(b)-'c'/d;e=1.mp3",
        "https://PDST.fm/e/h.example/a.mp3", "https://2.gum.fm/h.example/a.mp3", "https://x.gum.fm/a/b.mp3",
    ])
    func aPlainAddressHasTheFormItHasWithAFragment(url: String) {
        #expect(CanonicalEnclosure.make(from: url) == CanonicalEnclosure.make(from: url + "#t=1"))
    }

    @Test func blankIsNothing() {
        #expect(CanonicalEnclosure.make(from: "  \n") == nil)
    }

    @Test(arguments: [
        "", "https://", "https:///", "%", "https://%zz/%", "http://pdst.fm/e/pdst.fm/e/pdst.fm/e/x", "://",
        "https://@:/?#",
    ])
    func nonsenseIsCanonicalInOneStep(url: String) {
        if let canonical = CanonicalEnclosure.make(from: url) {
            #expect(CanonicalEnclosure.make(from: "https://" + canonical) != nil)
        }
    }
}
