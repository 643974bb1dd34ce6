import Testing

@testable import FeedParsing

struct SourceSetTests {
    @Test(
        arguments: [
            ("a.jpg 1500w, b.jpg 600w", ["a.jpg", "b.jpg"], [1500, 600]),
            ("a.jpg 1500w,b.jpg 600w", ["a.jpg", "b.jpg"], [1500, 600]),
            (
                "https://a.example/w_300,h_300/a.jpg 300w, b.jpg", ["https://a.example/w_300,h_300/a.jpg", "b.jpg"],
                [300, nil]
            ),
            ("a.jpg, b.jpg", ["a.jpg", "b.jpg"], [nil, nil]),
            ("a.jpg 2x,, b.jpg 1x 9w", ["a.jpg", "b.jpg"], [nil, nil]),
            ("a.jpg -5w, b.jpg 0w", ["a.jpg", "b.jpg"], [nil, nil]),
            (" \n a.jpg\t10w \n", ["a.jpg"], [10]), ("a,b", ["a,b"], [nil]), (" , ,", [], []), ("", [], []),
        ] as [(String, [String], [Int?])]
    )
    func endsACandidateOnlyWhereACommaIsNoPartOfIt(text: String, addresses: [String], widths: [Int?]) {
        let candidates = SourceSet.parse(text)
        #expect(candidates.map(\.address) == addresses)
        #expect(candidates.map(\.width) == widths)
    }
}
