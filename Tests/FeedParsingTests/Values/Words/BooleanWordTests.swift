import Testing

@testable import FeedParsing

struct BooleanWordTests {
    @Test(
        arguments: [
            ("yes", true), ("TRUE", true), (" no ", false), ("False", false), ("clean", nil), ("explicit", nil),
            ("1", nil), ("", nil),
        ] as [(String, Bool?)]
    )
    func readsFourWords(text: String, expected: Bool?) {
        #expect(BooleanWord.parse(text) == expected)
    }
}
