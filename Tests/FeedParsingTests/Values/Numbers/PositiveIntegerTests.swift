import Testing

@testable import FeedParsing

struct PositiveIntegerTests {
    @Test(arguments: [
        ("5", 5), (" 12\n", 12), ("012", 12), ("12.0", 12), ("12.00", 12), ("#12", 12), ("Episode 5", 5), ("Ep.5", 5),
        ("S2", 2),
        ("12th", 12), ("2147483647", 2_147_483_647), ("5.", 5), ("(7)", 7),
        ("\u{661}\u{662}", 12), ("第１２話", 12), ("\u{966}\u{967}", 1),
    ])
    func readsTheOneNumber(text: String, number: Int) {
        #expect(PositiveInteger.parse(text) == number)
    }

    @Test(arguments: [
        "", "0", "00", "-1", "A", "1.5", "12.05", ".5", "S01E05", "5 of 10", "1,234", "2147483648",
        "99999999999999999999999",
        "0.0", "five", "１．５", "\u{661} - \u{662}", "１２３４５６７８９０１２",
    ])
    func isNilWhenItIsNotClear(text: String) {
        #expect(PositiveInteger.parse(text) == nil)
    }
}
