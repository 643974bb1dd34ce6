import Foundation
import Testing

@testable import FeedParsing

struct FeedDateTests {
    @Test(arguments: FeedDateCases.rfc822)
    func readsRFC822AndItsRelatives(text: String, utc: String) throws {
        #expect(FeedDate.parse(text) == (try seconds(utc)), "\(text)")
    }

    @Test(arguments: FeedDateCases.iso8601)
    func readsISO8601(text: String, utc: String) throws {
        #expect(FeedDate.parse(text) == (try seconds(utc)), "\(text)")
    }

    @Test(arguments: FeedDateCases.otherLayouts)
    func readsOtherLayouts(text: String, utc: String) throws {
        #expect(FeedDate.parse(text) == (try seconds(utc)), "\(text)")
    }

    @Test(arguments: FeedDateCases.zones)
    func readsZones(zone: String, utc: String) throws {
        #expect(FeedDate.parse("Wed, 15 Jul 2020 12:00:00 \(zone)") == (try seconds(utc)), "\(zone)")
    }

    @Test(arguments: FeedDateCases.zoneNames)
    func readsEveryZoneInEveryLayout(zone: String) throws {
        // Given the time that the zone gives to the commonest layout
        let expected = try #require(FeedDate.parse("Thu, 12 Jan 2023 14:30:00 \(zone)"))

        // When it stands in others
        let others = [
            "2023-01-12 14:30:00 \(zone)", "Thu, 12 Jan 2023 14:30 \(zone)", "12 January 2023, 2:30 pm \(zone)",
            "Thu Jan 12 14:30:00 \(zone) 2023", "12.1.2023 14:30 \(zone.lowercased())",
        ]

        // Then it means the same, and something else than no zone
        for text in others { #expect(FeedDate.parse(text) == expected, "\(text)") }
        let isZero = ["GMT", "UTC", "UT", "WET", "ZULU"].contains(zone)
        #expect((expected == FeedDate.parse("2023-01-12T14:30:00Z")) == isZero)
    }

    @Test(arguments: FeedDateCases.localized)
    func readsOtherLanguages(text: String, utc: String) throws {
        #expect(FeedDate.parse(text) == (try seconds(utc)), "\(text)")
    }

    @Test(arguments: FeedDateCases.unclean)
    func readsThroughMarkupAndOddSpaces(text: String, utc: String) throws {
        #expect(FeedDate.parse(text) == (try seconds(utc)), "\(text)")
    }

    @Test(arguments: FeedDateCases.unparsable)
    func refusesWhatIsNoDate(text: String) {
        #expect(FeedDate.read(text) == .unparsable, "\(text)")
        #expect(FeedDate.parse(text) == nil)
    }

    @Test(arguments: FeedDateCases.suspicious)
    func tellsSuspiciousFromUnparsable(text: String) {
        // Given a date from before there were feeds
        // When it is read
        let reading = FeedDate.read(text)

        // Then it is known to be a date, and not used as one
        guard case .suspicious = reading else {
            Issue.record("\(text) was read as \(reading)")
            return
        }
        #expect(FeedDate.parse(text) == nil)
    }

    @Test func keepsTheFirstMomentOf1995() {
        #expect(FeedDate.read("1995-01-01T00:00:00Z") == .date(788_918_400))
        #expect(FeedDate.read("1994-12-31T23:59:59Z") == .suspicious(788_918_399))
    }

    @Test func keepsTheLastMomentOf9999() {
        #expect(FeedDate.read("9999-12-31T23:59:59Z") == .date(253_402_300_799))
        #expect(FeedDate.read("9999-12-31T24:00:00Z") == .suspicious(253_402_300_800))
    }

    @Test func agreesWithTheCalendarOnEveryDayOfTwoCenturies() throws {
        // Given the Gregorian calendar of Foundation
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        var date = CivilDate(year: 1900, month: 1, day: 1)
        var expected = try #require(calendar.date(from: DateComponents(year: 1900, month: 1, day: 1)))
        var days = 0

        // When every day is counted
        while date.year < 2100 {
            let components = calendar.dateComponents([.year, .month, .day, .weekday], from: expected)
            guard date.isValid, date.year == components.year, date.month == components.month,
                date.day == components.day,
                date.weekday + 1 == components.weekday,
                date.daysSinceEpoch == Int((expected.timeIntervalSince1970 / 86_400).rounded(.down))
            else {
                Issue.record("\(date) is not \(expected)")
                return
            }
            days += 1
            expected += 86_400
            date.day += 1
            if !date.isValid { date = CivilDate(year: date.year, month: date.month + 1, day: 1) }
            if !date.isValid { date = CivilDate(year: date.year + 1, month: 1, day: 1) }
        }

        // Then there are as many as there should be
        #expect(days == 73_049)
    }

    @Test func survivesEveryCutAndEveryChangedByte() {
        // Given dates of all forms
        let zoned = FeedDateCases.zones.map { zone, _ in "15 Jul 2020 12:00 \(zone)" }
        let texts = (FeedDateCases.rfc822 + FeedDateCases.localized + FeedDateCases.unclean).map(\.text) + zoned
        var readings = 0

        // When they are cut short and damaged at each place
        for text in texts {
            let bytes = Array(text.utf8)
            for length in bytes.indices {
                bytes[..<length].withUnsafeBufferPointer { _ = FeedDate.read($0) }
                for damage: UInt8 in [0, 0x28, 0x2D, 0x39, 0x3A, 0x80, 0xE2, 0xFF] {
                    var damaged = bytes
                    damaged[length] = damage
                    damaged.withUnsafeBufferPointer { _ = FeedDate.read($0) }
                    readings += 1
                }
            }
        }

        // Then nothing traps
        #expect(readings > 10_000)
    }

    private func seconds(_ utc: String) throws -> Int64 {
        let formatter = ISO8601DateFormatter()
        return Int64(try #require(formatter.date(from: utc)).timeIntervalSince1970)
    }
}
