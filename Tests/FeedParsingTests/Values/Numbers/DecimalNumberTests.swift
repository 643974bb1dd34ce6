import Testing

@testable import FeedParsing

struct DecimalNumberTests {
    @Test(arguments: [
        ("3.5", 3.5), ("3,5", 3.5), ("12", 12), (" 0.25 ", 0.25), ("-1.5", -1.5), ("1e3", 1000), (".5", 0.5),
        ("315.5", 315.5),
        ("0", 0), ("100.50", 100.5),
    ])
    func readsNumbers(text: String, value: Double) {
        #expect(DecimalNumber.parse(text) == value)
    }

    @Test(arguments: ["", ".", "-", "nan", "inf", "0x10", "1.2.3", "12a", "1 2", "1e999", "ten", "1,234,567"])
    func isNilForTheRest(text: String) {
        #expect(DecimalNumber.parse(text) == nil)
    }

    @Test(arguments: [("3.5", 3.5), ("0", 0), ("-1.5", nil), ("ten", nil)] as [(String, Double?)])
    func anAmountIsNotLessThanNothing(text: String, value: Double?) {
        #expect(ASCIIText.withBytes(of: text) { DecimalNumber.parseAmount($0) } == value)
    }
}
