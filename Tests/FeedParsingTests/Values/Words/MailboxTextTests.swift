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
