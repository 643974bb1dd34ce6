import Testing

@testable import FeedParsing

struct MailboxTextTests {
    @Test(
        arguments: [
            ("me@example.org (Jane Roe)", "Jane Roe", "me@example.org"),
            ("Jane Roe (me@example.org)", "Jane Roe", "me@example.org"),
            ("Jane Roe <me@example.org>", "Jane Roe", "me@example.org"),
            ("Jane Roe [me@example.org]", "Jane Roe", "me@example.org"), ("@jane_roe", "@jane_roe", nil),
            ("Jane [Roe]", "Jane [Roe]", nil), ("me@", "me@", nil),
            ("\"Roe, Jane\" <me@example.org>", "Roe, Jane", "me@example.org"),
            ("me@example.org <Jane Roe>", "Jane Roe", "me@example.org"), ("me@example.org", nil, "me@example.org"),
            ("Jane Roe", "Jane Roe", nil), ("me@example.org Jane Roe", "Jane Roe", "me@example.org"),
            ("Jane Roe me@example.org", "Jane Roe", "me@example.org"),
            ("Jane Roe - me@example.org", "Jane Roe", "me@example.org"),
            ("Steve Scott (Scotty) & John Fox", "Steve Scott (Scotty) & John Fox", nil),
            ("mailto:me@example.org", nil, "me@example.org"),
            ("Live @ Eleven", "Live @ Eleven", nil), ("  Jane\n  Roe ", "Jane Roe", nil), ("", nil, nil),
            ("me@example.org ()", nil, "me@example.org"),
            ("<me@example.org>", nil, "me@example.org"), ("Follow @jane now", "Follow @jane now", nil),
            (")(", ")(", nil), ("\"Jane\"", "Jane", nil), ("me@example.org (me@example.org)", nil, "me@example.org"),
            ("-", nil, nil), ("Show: The Host", "Show: The Host", nil),
            ("Jane Doe (@janedoe)", "Jane Doe (@janedoe)", nil), ("Radio @ Night (live)", "Radio @ Night (live)", nil),
            ("@john (John Doe)", "@john (John Doe)", nil), ("@john <John Doe>", "@john <John Doe>", nil),
            ("Jane Doe (me@example.org, 555)", "Jane Doe (me@example.org, 555)", nil),
            ("Jane (the host) me@example.org", "Jane (the host)", "me@example.org"),
            ("Jane <me@example.org> and Bob <b@example.org>", "Jane <me@example.org> and Bob <b@example.org>", nil),
            ("me@example.org (Ann), b@example.org (Bob)", "(Ann), b@example.org (Bob)", "me@example.org"),
            ("me@example.org <Mark>", "Mark", "me@example.org"), ("me@example.org(Jane)", "Jane", "me@example.org"),
            ("mailto:me@example.org (Jane)", "Jane", "me@example.org"),
            ("Jane mailto:me@example.org", "Jane", "me@example.org"),
            ("Live from http://a.example/ (Jane)", "Live from http://a.example/ (Jane)", nil),
        ] as [(String, String?, String?)]
    )
    func readsNameAndAddressInEitherOrder(text: String, name: String?, email: String?) {
        let mailbox = MailboxText(text)
        #expect(mailbox.name == name)
        #expect(mailbox.email == email)
        #expect(mailbox.url == nil)
    }

    @Test func tellsAURLFromAName() {
        let mailbox = MailboxText("https://example.org/@jane")
        #expect(mailbox.url == "https://example.org/@jane")
        #expect(mailbox.name == nil)
        #expect(mailbox.email == nil)
    }

    @Test(
        arguments: [
            ("http://x.y (John)", "John", "http://x.y"), ("John (https://x.y/)", "John", "https://x.y/"),
            ("John <http://x.y>", "John", "http://x.y"),
            ("https://example.org/Jane_(host)", nil, "https://example.org/Jane_(host)"),
        ] as [(String, String?, String)]
    )
    func readsNameAndURLInEitherOrder(text: String, name: String?, url: String) {
        let mailbox = MailboxText(text)
        #expect(mailbox == MailboxText(name: name, url: url))
    }

    @Test(
        arguments: [
            ("<a href=\"mailto:j@d.com\">John</a>", "John", "j@d.com", nil),
            ("<A HREF='MAILTO:j@d.com'>j@d.com</A>", nil, "j@d.com", nil),
            ("John Doe (<a class=x href=mailto:j@d.com>j@d.com</a>)", "John Doe", "j@d.com", nil),
            ("<a href=\"https://d.com/\">John</a>", "John", nil, "https://d.com/"),
            ("<a href=\"/about\">John</a>", "John", nil, nil), ("<b>John</b> j@d.com", "John", "j@d.com", nil),
            ("<p>John Doe (j@d.com)</p>", "John Doe", "j@d.com", nil), ("<b>John</b>", "John", nil, nil),
            ("&lt;p&gt;John &amp;amp; Jane (j@d.com)&lt;/p&gt;", "John & Jane", "j@d.com", nil),
            ("John<br>j@d.com", "John", "j@d.com", nil), ("<img src=\"j.png\">", "<img src=\"j.png\">", nil, nil),
            ("<my-tag>John</my-tag>", "<my-tag>John</my-tag>", nil, nil),
        ] as [(String, String?, String?, String?)]
    )
    func readsWhatIsWrittenInHTML(text: String, name: String?, email: String?, url: String?) {
        let mailbox = MailboxText(text)
        #expect(mailbox == MailboxText(name: name, email: email, url: url))
    }

    @Test func looksAtEachTagOfALongTextOnce() {
        let tags = String(repeating: "<a href=mailto:", count: 100_000) + String(repeating: "<b ", count: 100_000)

        #expect(MailboxText(tags).name?.utf8.count == tags.utf8.count - 1)
    }

    @Test(
        arguments: [
            ("a@b.c (Ann), d@e.f (Dan)", ["Ann", "Dan"]), ("Ann <a@b.c>; Dan <d@e.f>", ["Ann", "Dan"]),
            ("\"Roe, Ann\" <a@b.c>, d@e.f (Dan, the other)", ["Roe, Ann", "Dan, the other"]),
            ("a@b.c (Ann)", ["Ann"]), ("a@b.c, Ann", ["Ann"]), ("Ann, Dan", ["Ann, Dan"]), ("", [nil]),
        ] as [(String, [String?])]
    )
    func readsEachOfSeveralWithAddresses(text: String, names: [String?]) {
        ASCIIText.withBytes(of: text) { bytes in
            #expect(MailboxText.list(bytes, maximum: 5).map(\.name) == names)
        }
    }

    @Test func takesMoreThanAreAllowedForOne() {
        let text = String(repeating: "a@b.c,", count: 10)

        #expect(ASCIIText.withBytes(of: text) { MailboxText.list($0, maximum: 5).count } == 1)
    }
}

extension MailboxText {
    fileprivate init(name: String? = nil, email: String? = nil, url: String? = nil) {
        self.init("")
        (self.name, self.email, self.url) = (name, email, url)
    }
}
