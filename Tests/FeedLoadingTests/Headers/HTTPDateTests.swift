import PodcastModel
import Testing

@testable import FeedLoading

struct HTTPDateTests {
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("sun, 6 nov 1994 08:49:37 gmt", 784_111_777),
        ("Sun, 06 Nov 1994 08:49:37 UTC", 784_111_777), ("Sun, 06 Nov 1994 08:49:37 +0000", 784_111_777),
        ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800), ("Tue, 19-Jan-38 03:14:07 GMT", 2_147_483_647),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Fri, 31 Dec 1999 23:59:60 GMT", 946_684_799),
    ])
    func readsAllThreeForms(text: String, seconds: Int64) {
        #expect(HTTPDate.epochSeconds(of: text) == seconds)
    }

    @Test(arguments: [
        "", "0", "-1", "now", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:37 PST",
        "Sun, 32 Nov 1994 08:49:37 GMT", "Thu, 31 Feb 2026 08:49:37 GMT", "Sunday, 29-Feb-26 08:49:37 GMT",
        "Mon Feb 30 08:49:37 2026",
        "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT", "1994-11-06T08:49:37Z",
        "Sun, 06 Nov 1994 24:49:37 GMT",
    ])
    func refusesEverythingElse(text: String) {
        #expect(HTTPDate.epochSeconds(of: text) == nil)
    }
}

struct RetryAfterTests {
    private let now = Timestamp(epochSeconds: 784_111_777)

    @Test(
        arguments: [
            ("120", 120), (" 0 ", 0), ("99999999999999999999999", 1 << 31), ("Sun, 06 Nov 1994 08:50:37 GMT", 60),
            ("Sunday, 06-Nov-94 08:50:37 GMT", 60), ("Sun Nov  6 08:50:37 1994", 60),
            ("Sat, 05 Nov 1994 08:49:37 GMT", 0), ("86400, 86400", 86_400), ("600 ,5", 600), ("7, soon", 7),
        ] as [(String, Int64)]
    )
    func readsSecondsAndDates(text: String, seconds: Int64) {
        #expect(RetryAfter(text)?.seconds(from: now) == seconds)
    }

    @Test(arguments: ["", "-5", "soon", "1.5", "5 s", ",", ", 5", "soon, 5"])
    func refusesEverythingElse(text: String) {
        #expect(RetryAfter(text) == nil)
    }

    @Test func theLongestIsToldFromNow() {
        let now = Timestamp(epochSeconds: 1_795_244_400)
        let date = RetryAfter.date(now.adding(seconds: 100))
        #expect(RetryAfter.longest(of: [.seconds(60), nil, date, .seconds(99)], from: now) == date)
        #expect(RetryAfter.longest(of: [.seconds(60), date], from: now.adding(seconds: 90)) == .seconds(60))
        #expect(RetryAfter.longest(of: [nil], from: now) == nil)
    }
}
