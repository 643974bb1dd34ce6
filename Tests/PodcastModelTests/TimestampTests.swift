import Foundation
import PodcastModel
import Testing

struct TimestampTests {
    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    ])
    func writesRFC822(seconds: Int64, text: String) {
        #expect(Timestamp(epochSeconds: seconds).rfc822 == text)
    }

    @Test(arguments: [
        (Int64(0), "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
        (1_795_232_700, "2026-11-21T03:45:00Z"), (4_102_444_799, "2099-12-31T23:59:59Z"),
        (-62_135_596_800, "0001-01-01T00:00:00Z"),
    ])
    func writesAndReadsRFC3339(seconds: Int64, text: String) {
        #expect(Timestamp(epochSeconds: seconds).rfc3339 == text)
        #expect(Timestamp(rfc3339: text)?.epochSeconds == seconds)
    }

    @Test(arguments: [
        ("2026-11-21T04:45:00+01:00", "2026-11-21T03:45:00Z"), ("2026-11-20T22:45:00-05:00", "2026-11-21T03:45:00Z"),
        ("2026-11-21T03:45:00.999Z", "2026-11-21T03:45:00Z"),
    ])
    func readsOffsetsAndFractions(text: String, expected: String) {
        #expect(Timestamp(rfc3339: text)?.rfc3339 == expected)
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21T03:45:00", "2026-13-21T03:45:00Z", "2026-11-21T25:45:00Z",
        "yesterday at noon o'clock", "10000-13-01T00:00:00Z", "10000-01-01",
        "2026-02-29T00:00:00Z", "2026-02-30T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
        "2026-11-00T00:00:00Z", "2026-12-32T00:00:00Z",
    ])
    func refusesOtherText(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test(arguments: [
        Int64.min, .min + 1, -62_135_596_801, -62_135_596_800, 0, 253_402_300_799, 253_402_300_800, .max - 1, .max,
    ])
    func whateverIsWrittenCanBeRead(seconds: Int64) throws {
        let timestamp = Timestamp(epochSeconds: seconds)

        let read = try JSONDecoder().decode([Timestamp].self, from: JSONEncoder().encode([timestamp]))

        #expect(read == [timestamp])
        #expect(timestamp.rfc3339.utf8.count == 20)
        #expect(!timestamp.rfc822.isEmpty)
    }

    @Test func momentsOfAllMagnitudesSurviveARoundTrip() {
        var failures: [Int64] = []
        for bits in 0..<63 {
            for offset in Int64(-2)...2 {
                for seconds in [(Int64(1) << bits) &+ offset, 0 &- (Int64(1) << bits) &+ offset] {
                    let timestamp = Timestamp(epochSeconds: seconds)
                    if Timestamp(rfc3339: timestamp.rfc3339) != timestamp { failures.append(seconds) }
                }
            }
        }
        #expect(failures == [])
    }

    @Test(arguments: ["10000-01-01T04:59:59Z", "292277026596-12-04T15:30:07Z", "9999-12-31T23:59:59-05:00"])
    func aYearOfMoreDigitsIsTheEndOfTime(text: String) {
        #expect(Timestamp(rfc3339: text)?.rfc3339 == "9999-12-31T23:59:59Z")
    }

    @Test func sumsEndWhereTimeEnds() {
        let now = Timestamp(epochSeconds: 1_795_232_700)

        #expect(now.adding(seconds: .max).rfc3339 == "9999-12-31T23:59:59Z")
        #expect(now.adding(seconds: .min).rfc3339 == "0001-01-01T00:00:00Z")
        let all = now.adding(seconds: .max).seconds(since: now.adding(seconds: .min))
        #expect(all == 315_537_897_599)
        #expect(now.adding(seconds: .min).adding(seconds: .min) < now)
    }

    @Test func everyDayOfFourCenturiesSurvivesARoundTrip() {
        var failures = 0
        for day in stride(from: Int64(-25_567), to: 120_530, by: 1) {
            let timestamp = Timestamp(epochSeconds: day * 86_400 + 12_345)
            if Timestamp(rfc3339: timestamp.rfc3339) != timestamp { failures += 1 }
        }
        #expect(failures == 0)
    }
}
