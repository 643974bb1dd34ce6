import PodcastModel
import Testing

@testable import ImporterCommands

struct HumanTextTests {
    @Test(arguments: [
        (Int64(0), "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (48_213_377, "48.2 MB"),
        (5_000_000_000_000, "5.0 TB"),
        (9_000_000_000_000_000, "9000.0 TB"),
    ])
    func writesSizes(bytes: Int64, expected: String) {
        #expect(HumanText.bytes(bytes) == expected)
    }

    @Test(arguments: [(0, "0:00"), (61, "1:01"), (3600, "1:00:00"), (36_061, "10:01:01")])
    func writesDurations(seconds: Int, expected: String) {
        #expect(HumanText.duration(seconds) == expected)
    }

    @Test(arguments: [(61.9, "1:01"), (-5, "0:00"), (1e300, "277777777777:46:40"), (.infinity, "277777777777:46:40")])
    func writesDurationsOfAllMagnitudes(seconds: Double, expected: String) {
        #expect(HumanText.duration(seconds) == expected)
    }

    @Test func writesTimesInUTC() {
        #expect(HumanText.time(Timestamp(epochSeconds: 1_795_232_700)) == "2026-11-21 03:45 UTC")
        #expect(HumanText.timeInColumn(Timestamp(epochSeconds: 1_795_232_700)) == "2026-11-21 03:45")
        #expect(HumanText.time(nil) == "–")
    }
}
