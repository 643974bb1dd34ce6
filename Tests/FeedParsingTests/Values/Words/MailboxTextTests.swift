import Testing

@testable import FeedParsing

struct MailboxTextTests {
    @Test(
        arguments: [
            ("me@example.org (Jane Roe)", "Jane Roe", "me@example.org"),
            ("Jane Roe (me@example.org)", "Jane Roe", "me@example.org"),
            ("Jane Roe <me@example.org>", "Jane Roe", "me@example.org"),
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
}
