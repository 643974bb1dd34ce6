import Testing

@testable import FeedParsing

struct HTMLEntitiesTests {
    @Test(arguments: [
        ("amp", 0x26, 0), ("lt", 0x3C, 0), ("gt", 0x3E, 0), ("quot", 0x22, 0), ("apos", 0x27, 0), ("nbsp", 0xA0, 0),
        ("AElig", 0xC6, 0), ("aelig", 0xE6, 0), ("zwnj", 0x200C, 0), ("zwj", 0x200D, 0), ("AMP", 0x26, 0),
        ("hellip", 0x2026, 0), ("rsquo", 0x2019, 0), ("Eacute", 0xC9, 0), ("eacute", 0xE9, 0), ("frac12", 0xBD, 0),
        ("there4", 0x2234, 0), ("euro", 0x20AC, 0), ("Aacute", 0xC1, 0), ("Afr", 0x1D504, 0),
        ("CounterClockwiseContourIntegral", 0x2233, 0), ("NotEqualTilde", 0x2242, 0x338), ("acE", 0x223E, 0x333),
        ("bne", 0x3D, 0x20E5), ("fjlig", 0x66, 0x6A), ("nvlt", 0x3C, 0x20D2), ("Tab", 0x09, 0), ("NewLine", 0x0A, 0),
    ])
    func knowsTheNamesOfTheStandard(name: String, first: UInt32, second: UInt32) throws {
        let found = try #require(HTMLEntities.codePoints(for: name))
        #expect(found.first == first)
        #expect(found.second == second)
    }

    @Test(arguments: [
        "", "am", "ampx", "Nbsp", "NBSP", "zz", "A", "copy2", "=", " ", "amp=26", "CounterClockwiseContourIntegralX",
    ])
    func knowsNoOtherNames(name: String) {
        #expect(HTMLEntities.codePoints(for: name) == nil)
    }

    @Test(arguments: [
        ("Rock &amp Roll, AT&ampT", "Rock & Roll, AT&T"), ("caf&eacute", "café"), ("d&eacutej&agrave vu", "déjà vu"),
        ("one&nbsptwo", "one\u{A0}two"), ("&quotHi&quot", "\"Hi\""), ("it&#8217s", "it’s"), ("&copy 2026", "© 2026"),
        ("&sup2 &frac12 &THORN", "² ½ Þ"), ("it&#x2019s &#x27so&#X27", "it’s 'so'"), ("&#x1F600!", "😀!"),
        // What goes on is another word, or an address; and names that came later need their semicolon.
        ("?a=1&copy=2&reg=3", "?a=1&copy=2&reg=3"), ("R&Dept &notebook &section", "R&Dept &notebook &section"),
        ("&hellip &rsquo &unknown", "&hellip &rsquo &unknown"), ("Q&A & B&", "Q&A & B&"), ("&#8 &#", "&#8 &#"),
        ("&#x &#x9 &#xg", "&#x &#x9 &#xg"),
    ])
    func readsOldNamesWithoutTheirSemicolonInTexts(text: String, expected: String) {
        #expect(MarkupText.decoded(text) == expected)
    }

    @Test func findsEveryEntryOfItsOwnTable() {
        // Given the table as text
        let entries = "\(HTMLEntityTable.text)".split(separator: " ")
        var found = 0

        // When each name is looked up
        for entry in entries {
            let parts = entry.split(separator: "=")
            let values = parts[1].split(separator: ",").compactMap { UInt32($0, radix: 16) }
            guard let answer = HTMLEntities.codePoints(for: String(parts[0])), answer.first == values[0],
                answer.second == (values.count > 1 ? values[1] : 0)
            else {
                Issue.record("\(entry) is not found")
                continue
            }
            found += 1
        }

        // Then all are there
        #expect(found == 2125)
        let names = entries.map { Array($0.prefix { $0 != "=" }.utf8) }
        #expect(zip(names, names.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    }

    @Test(arguments: [
        ("&#65;", 0x41, 5), ("&#x41;", 0x41, 6), ("&#X2019;", 0x2019, 8), ("&#8217;x", 0x2019, 7),
        ("&#x1F600;", 0x1F600, 9),
        // Numbers of windows-1252, as browsers read them.
        ("&#146;", 0x2019, 6), ("&#x80;", 0x20AC, 6), ("&#x9f;", 0x178, 6),
        // Numbers that are no character.
        ("&#0;", 0, 4), ("&#xD800;", 0, 8), ("&#x110000;", 0, 10), ("&#99999999999999;", 0, 17),
        ("&#xD83D;&#x41;", 0, 8), ("&#xDE00;&#xD83D;", 0, 8), ("&#xD83D;&#xDE00", 0, 8), ("&#xD83D;&#", 0, 8),
        // The halves of a surrogate pair.
        ("&#xD83D;&#xDE00;", 0x1F600, 16), ("&#55357;&#56832;x", 0x1F600, 16),
        ("&#11;", 0x20, 5), ("&#xb;", 0x20, 5), ("&#10;", 0x0A, 5),
    ])
    func readsNumbers(text: String, first: UInt32, length: Int) {
        #expect(reference(text) == HTMLEntities.Reference(first: first, length: length))
    }

    @Test(arguments: [
        "&", "&;", "& amp;", "&#;", "&#x;", "&#xg;", "&#1a;", "&amp", "&copy=2", "&unknown;", "&a.b;", "&amp #;",
    ])
    func leavesWhatIsNoReference(text: String) {
        #expect(reference(text) == nil)
    }

    private func reference(_ text: String) -> HTMLEntities.Reference? {
        ASCIIText.withBytes(of: text) { HTMLEntities.reference(in: $0, at: 0) }
    }
}
