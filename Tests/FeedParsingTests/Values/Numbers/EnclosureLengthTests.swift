import Testing

@testable import FeedParsing

struct EnclosureLengthTests {
    @Test(arguments: [
        ("12216320", 12_216_320), ("  100  ", 100), ("0042", 42), ("9223372036854775807", Int64.max), ("1", 1),
    ])
    func readsDigits(text: String, length: Int64) {
        #expect(EnclosureLength.parse(text) == length)
    }

    @Test(arguments: [
        "", " ", "0", "000", "-1", "unknown", "12,345", "1.2MB", "1GB", "179.5", "12 345", "+5", "00:12:33",
        "9223372036854775808", "99999999999999999999", "0x10", "1e5", "١٢",
    ])
    func isNilForTheRest(text: String) {
        #expect(EnclosureLength.parse(text) == nil)
    }
}
