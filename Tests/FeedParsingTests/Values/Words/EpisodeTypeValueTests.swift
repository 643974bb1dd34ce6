import Testing

@testable import FeedParsing

struct EpisodeTypeValueTests {
    @Test(
        arguments: [
            ("full", .full), ("Full", .full), ("trailer", .trailer), (" TRAILER\n", .trailer), ("bonus", .bonus),
            ("Bonus", .bonus),
            ("", .full), ("bogus", .full), ("fullisg", .full), ("trailers", .full),
        ] as [(String, EpisodeTypeValue)]
    )
    func isFullUnlessItIsKnown(text: String, expected: EpisodeTypeValue) {
        #expect(EpisodeTypeValue.parse(text) == expected)
    }
}
