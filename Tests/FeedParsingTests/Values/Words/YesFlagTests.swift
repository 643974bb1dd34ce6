import Testing

@testable import FeedParsing

struct YesFlagTests {
    @Test(arguments: [
        ("yes", true), ("Yes", true), (" YES\n", true), ("true", false), ("1", false), ("no", false), ("No", false),
        ("", false),
        ("Absolutely", false), ("yes please", false), ("ye", false),
    ])
    func onlyYesCounts(text: String, expected: Bool) {
        #expect(YesFlag.parse(text) == expected)
    }
}
