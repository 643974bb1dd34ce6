import PodcastModel
import Testing

struct ExactTextTests {
    @Test(arguments: [
        ("caf\u{E9}", "cafe\u{301}"), ("a\u{323}\u{307}", "a\u{307}\u{323}"), ("\u{212B}", "\u{C5}"), ("", "a"),
        ("abc", "abd"), ("abc", "ABC"),
    ])
    func textsOfOtherBytesAreOthers(left: String, right: String) {
        #expect(ExactText(left) != ExactText(right))
        #expect(!left.isExactly(right))
        #expect(Set([ExactText(left), ExactText(right)]).count == 2)
    }

    @Test(arguments: ["", "a", "caf\u{E9}", "a guid that is longer than what fits into a string without storage"])
    func textsOfTheSameBytesAreOne(text: String) {
        let copy = String(decoding: Array(text.utf8), as: UTF8.self)
        #expect(ExactText(text) == ExactText(copy))
        #expect(ExactText(text).hashValue == ExactText(copy).hashValue)
        #expect([ExactText(text): 1][ExactText(copy)] == 1)
    }
}
