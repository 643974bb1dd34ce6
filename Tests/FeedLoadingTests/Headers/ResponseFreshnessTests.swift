import Testing

@testable import FeedLoading

struct ResponseFreshnessTests {
    @Test(
        arguments: [
            ("max-age=3600", 3600), ("Max-Age=3600", 3600), ("public, MAX-AGE = 60", 60), ("max-age=\"60\"", 60),
            ("private=\"a, max-age=5\", max-age=60", 60), ("max-age=99999999999999999999", 1 << 31),
            ("max-age=0", 0), ("max-age=60, no-cache", 0), ("no-store", 0), ("no-cache=\"Set-Cookie\", max-age=60", 60),
            ("max-age=60, max-age=5", 60), ("public; max-age=60", 60), ("max-age=60;public", 60),
            ("private=\"a; max-age=5\"; max-age=60", 60), ("max-age=-1", 0), ("max-age=soon", 0), ("max-age=60.5", 0),
        ] as [(String, Int64)]
    )
    func readsCacheControl(text: String, seconds: Int64) {
        var freshness = ResponseFreshness()
        freshness.cacheControl = text
        #expect(freshness.seconds == seconds)
    }

    @Test(arguments: ["", "public", "max-age", "s-maxage=60", "must-revalidate"])
    func cacheControlWithoutMaxAgeSaysNothing(text: String) {
        var freshness = ResponseFreshness()
        freshness.cacheControl = text
        #expect(freshness.seconds == nil)
    }

    @Test(
        arguments: [
            ("max-age=3600, public", "max-age=3600, public"), ("Max-Age=\"60\"; no-cache", "Max-Age=\"60\", no-cache"),
            ("no-store, post-check=0, pre-check=0", "no-store, post-check=0, pre-check=0"), ("", ""), (" , ", ""),
            ("max-age=60, s3cret", "max-age=60, …"), ("user=s3cret", "…"), ("max-age=s3cret", "max-age=…"),
            ("no-cache=\"s3cret, x\", max-age=5", "no-cache=…, max-age=5"), ("max-age=-1", "max-age=…"),
        ] as [(String, String)]
    )
    func ofCacheControlOnlyWhatIsDefinedIsShown(text: String, shown: String) {
        var freshness = ResponseFreshness()
        freshness.cacheControl = text
        #expect(freshness.shownCacheControl == shown)
        // And it means as much as before
        var remembered = ResponseFreshness()
        remembered.cacheControl = shown
        #expect(remembered.seconds == freshness.seconds)
    }

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:59:37 GMT", "Sun, 06 Nov 1994 08:59:37 GMT"), ("0", "0"), ("-1", "-1"),
            ("s3cret", "…"), ("12345678901", "…"),
        ] as [(String, String)]
    )
    func ofExpiresOnlyMomentsAndNumbersAreShown(text: String, shown: String) {
        var freshness = ResponseFreshness()
        #expect(freshness.shownExpires == nil)
        freshness.expires = text
        #expect(freshness.shownExpires == shown)
    }

    @Test func subtractsTheAge() {
        var freshness = ResponseFreshness()
        freshness.cacheControl = "max-age=60"
        freshness.age = "45"
        #expect(freshness.seconds == 15)
        freshness.age = "90"
        #expect(freshness.seconds == 0)
        freshness.age = "-3"
        #expect(freshness.seconds == 60)
        // Caches one after the other may each have written one, and another joined them; the first counts.
        freshness.age = "45, 10"
        #expect(freshness.seconds == 15)
        freshness.age = ", 45"
        #expect(freshness.seconds == 60)
    }

    @Test func maxAgeWinsOverExpires() {
        var freshness = ResponseFreshness()
        freshness.cacheControl = "max-age=60"
        freshness.expires = "0"
        #expect(freshness.seconds == 60)
    }

    /// RFC 9111 4.2.1.
    @Test func aMaxAgeThatMakesNoSenseIsStaleWhateverExpiresSays() {
        var freshness = ResponseFreshness()
        freshness.cacheControl = "max-age=-1"
        freshness.date = "Sun, 06 Nov 1994 08:49:37 GMT"
        freshness.expires = "Mon, 07 Nov 1994 08:49:37 GMT"
        #expect(freshness.seconds == 0)
    }

    @Test func expiresCountsFromDate() {
        var freshness = ResponseFreshness()
        freshness.expires = "Sun, 06 Nov 1994 08:59:37 GMT"
        #expect(freshness.seconds == nil)
        #expect(freshness.expiresAtEpochSeconds == 784_112_377)
        freshness.date = "Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(freshness.seconds == 600)
        freshness.age = "100"
        #expect(freshness.seconds == 500)
    }

    @Test(arguments: ["0", "-1", "never"])
    func anInvalidExpiresIsStale(text: String) {
        var freshness = ResponseFreshness()
        freshness.expires = text
        #expect(freshness.seconds == 0)
    }

    @Test(
        arguments: [
            ("application/rss+xml; charset=UTF-8", "application/rss+xml", "utf-8"),
            ("Text/XML;charset=\"ISO-8859-1\"", "text/xml", "iso-8859-1"), ("text/xml", "text/xml", nil),
            ("text/xml; boundary=x; Charset='utf-8'", "text/xml", "utf-8"), ("; charset=utf-8", nil, "utf-8"),
            ("", nil, nil),
        ] as [(String, String?, String?)]
    )
    func readsContentType(text: String, mediaType: String?, charset: String?) {
        let type = ContentType(text)
        #expect(type.mediaType == mediaType)
        #expect(type.charset == charset)
    }
}
