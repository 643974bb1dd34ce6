import PodcastModel
import Testing

struct AddressesInTextTests {
    @Test(arguments: [
        ("https://anna:pw@a.example/f?b", "https://a.example/f?b"), ("HTTP://anna:pw@a.example", "HTTP://a.example"),
        ("feed://anna:pw@a.example/", "feed://a.example/"), ("x+y.z-1://anna@a/", "x+y.z-1://a/"),
        ("see http://anna:pw@a.example/b, or mail c@d.example", "see http://a.example/b, or mail c@d.example"),
        ("<a href=\"http://a:b@c/\">d@e</a>", "<a href=\"http://c/\">d@e</a>"),
        ("<a href='ftp://f:g@h'>", "<a href='ftp://h'>"),
        ("https://a.example/?u=http://anna:pw@b/", "https://a.example/?u=http://b/"),
        ("https://anna:p\"w<@a.example/", "https://a.example/"), ("http://user:p#w@a.example/", "http://a.example/"),
        ("https://a.example:99999/", "https://a.example:99999/"), ("https://a.example/@b", "https://a.example/@b"),
        ("<http://a.example> @b", "<http://a.example> @b"), ("://anna@b/", "://anna@b/"), ("a@b", "a@b"), ("", ""),
        ("http://ä:ö@ü/", "http://ü/"), ("12://", "12://"),
    ])
    func areFreedOfUserAndPassword(text: String, expected: String) {
        #expect(text.withoutUserinfoInAddresses == expected)
    }

    @Test func thereAreNoneInPlainWords() {
        #expect(AddressesInText("12:30, and // or :/ or ://") == nil)
        #expect(AddressesInText("mailto:a@b") == nil)
    }
}
