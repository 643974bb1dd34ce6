import Testing

@testable import FeedParsing

struct KeywordListTests {
    @Test(arguments: [
        ("a,b,c", ["a", "b", "c"]), (" a , b\n,, c ,", ["a", "b", "c"]), ("news;sport", ["news", "sport"]),
        ("Rock &amp; Roll, Jazz", ["Rock & Roll", "Jazz"]), ("a, A, a", ["a"]), ("one phrase", ["one phrase"]),
        ("", []), (" , ", []),
        ("a;b, c", ["a;b", "c"]), ("科技，创业、播客", ["科技", "创业", "播客"]), ("音楽、 旅,食", ["音楽", "旅", "食"]),
        ("بودكاست، علوم", ["بودكاست", "علوم"]), ("新闻；体育", ["新闻", "体育"]), ("ポッド", ["ポッド"]),
    ])
    func splits(text: String, expected: [String]) {
        #expect(KeywordList.parse(text) == expected)
    }
}
