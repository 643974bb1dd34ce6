import Testing

@testable import Persistence

struct NewSubscriptionTests {
    @Test(arguments: [
        ("two\r\n\tlines", "two lines"), ("a\u{85}b\u{2028}c\u{2029}d", "a b c d"),
        ("b\u{0}\u{7}e\u{9B}l\u{7F}l", "bell"),
        ("Ünï \u{1F399}", "Ünï \u{1F399}"), ("  two  words \u{A0}", "two  words"), ("\n\u{7} one\t", "one"),
    ])
    func aNameIsOneLineWithoutControlCharacters(name: String, kept: String) {
        let new = NewSubscription(feedURL: "https://a.example/", title: name, folder: [name, "\t"])
        #expect(new.title == kept)
        #expect(new.folder == [kept])
    }

    @Test func aTitleOfNothingIsNone() {
        #expect(NewSubscription(feedURL: "https://a.example/", title: "\u{7}\n").title == nil)
    }
}
