import Testing

@testable import FeedParsing

struct ITunesTypeValueTests {
    @Test(
        arguments: [
            ("episodic", .episodic), ("Episodic ", .episodic), ("serial", .serial), ("SERIAL", .serial), ("", nil),
            ("random", nil),
            ("russkie_vpered", nil),
        ] as [(String, ITunesTypeValue?)]
    )
    func isNilUnlessItIsKnown(text: String, expected: ITunesTypeValue?) {
        #expect(ITunesTypeValue.parse(text) == expected)
    }
}
