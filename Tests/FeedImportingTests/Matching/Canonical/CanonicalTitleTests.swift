import Testing

@testable import FeedImporting

struct CanonicalTitleTests {
    @Test(arguments: [
        ("  The\t Daily \n Show ", "the daily show"),
        ("“Quotes” — and ‘dashes’ –", "'quotes' - and 'dashes' -"),
        ("\"Quotes\" - and 'dashes' -", "'quotes' - and 'dashes' -"),
        ("„Unten“", "'unten'"),
        ("Tom &amp; Jerry", "tom & jerry"),
        ("Tom & Jerry", "tom & jerry"),
        ("It&#8217;s &#x41; test", "it's a test"),
        ("ＦＵＬＬ width ﬁ", "full width fi"),
        ("Ä\u{308}RGER ÉCOLE", "ä\u{308}rger école"),
        ("E\u{301}cole", "école"),
        ("Zero\u{200B}width\u{A0}space", "zerowidth space"),
        ("АБВ", "абв"),
        ("ΣΊΣΥΦΟΣ", "σίσυφοσ"), ("σίσυφος", "σίσυφοσ"),
        ("Die Straße", "die strasse"), ("DIE STRASSE", "die strasse"), ("DIE STRAẞE", "die strasse"),
        ("", ""),
        ("R&D", "r&d"),
        ("Q&A with everybody; R&amp;D", "q&a with everybody; r&d"),
        ("100% &unknown; done", "100% &unknown; done"),
    ])
    func c3Rule16FoldsSpellings(title: String, canonical: String) {
        #expect(CanonicalTitle.make(from: title) == canonical)
    }

    @Test func c3Rule16KeepsDifferentTitlesApart() {
        let titles = ["Part 1", "Part 2", "Part One", "#1", "# 1", "Episode", "Épisode"]
        #expect(Set(titles.map(CanonicalTitle.make)).count == titles.count)
    }

    @Test func theFastAndTheThoroughWayAgree() {
        // A mark that shows nothing sends the title the thorough way.
        for title in ["  A  `b` \"c\" \u{7F} D\r\n", "Plain", "", "   ", "#12 - X"] {
            #expect(CanonicalTitle.make(from: title) == CanonicalTitle.make(from: title + "\u{200B}"))
        }
    }
}
