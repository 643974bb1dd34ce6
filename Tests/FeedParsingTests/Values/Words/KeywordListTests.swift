import Testing

@testable import FeedParsing

struct KeywordListTests {
    @Test(arguments: [
        ("a,b,c", ["a", "b", "c"]), (" a , b\n,, c ,", ["a", "b", "c"]), ("news;sport", ["news", "sport"]),
        ("Rock &amp; Roll, Jazz", ["Rock & Roll", "Jazz"]), ("a, A, a", ["a"]), ("one phrase", ["one phrase"]),
        ("", []), (" , ", []),
        ("a;b, c", ["a;b", "c"]),
    ])
    func splits(text: String, expected: [String]) {
        #expect(KeywordList.parse(text) == expected)
    }
}
