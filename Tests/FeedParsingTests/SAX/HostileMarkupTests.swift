import FeedParsing
import Testing

/// What is repeated without end must be looked at once: each of these would take minutes otherwise.
struct HostileMarkupTests {
    private static func repeated(_ text: String) -> String {
        String(repeating: text, count: 1_000_000 / text.utf8.count)
    }

    @Test(arguments: [
        ("<?xml ", ""), ("<?xml ?>", ""), ("<?a <?xml ?>", ""), ("<script", ""), ("<!--<?xml ?>", "--><!-- -->"),
        ("<!--<?xml ?><?a<rss ?>", "-->"), ("x<!-- ", "--><!-- -->"), ("x<RSS ", ">"), ("<!doctype [ \"<?xml ?>", ""),
    ])
    func findsTheRootBehindWhatIsRepeated(beginning: String, end: String) throws {
        let text = Self.repeated(beginning) + end + FeedText.rss("<title>x</title>")

        #expect(try parse(text).channel.title == "x")
    }

    @Test(arguments: [("<!--<?xml ?>", ""), ("<!--<?<?xml ", "")])
    func refusesWhatIsRepeatedWithoutLookingForTheRootForLong(beginning: String, end: String) {
        let text = Self.repeated(beginning) + end + FeedText.rss("<title>x</title>")

        #expect(throws: FeedParsingError.self) { try parse(text) }
    }

    @Test func findsTheRootBehindSomeUnendedComments() throws {
        // Given
        let text = String(repeating: "<!--<?xml version=\"1.0\"?>", count: 4) + "<rss><channel><title>x</title>"

        // Then
        #expect(try parse(text).channel.title == "x")
    }

    @Test(arguments: [
        ("<item><title><![CDATA[x</title></item>", "]]>"), ("<a><![cdata[</a>", ""), ("<a><![cdata[</a>", "]]>"),
        ("<![CDATA[<![CDATA[]]>", ""), ("<![CDATA[</b>", "]]>"), ("<b><![CDATA[</b><item ", "]]>"),
        ("<![CDATA[", "</title>]]>"), ("<item><title><!CDATA[x]] ></title></item>", ""),
        ("<item><title><![ CDATA[x]></title></item>", "]]>"), ("<item><title><[CDATA[x</title></item>", "]]>"),
    ])
    func survivesSections(section: String, end: String) throws {
        // Given an item before the sections
        let start = "<rss><channel><item><guid>1</guid></item><item><title>& "

        // Then
        #expect(try parse(start + Self.repeated(section) + end).items.first?.guid == "1")
    }

    @Test(arguments: [
        ("<!--", ""), ("<!--", "</item>-->"), ("<!-- ->", "</item>-->"), ("<?x ", ""), ("<?x ", "</item>?>"),
        ("<?x ", "<item>?>"), ("<!-- ", "</item><!-- -->"), ("<![", ""), ("<!x", ">"),
    ])
    func survivesCommentsAndInstructions(beginning: String, end: String) throws {
        for start in ["<item><title>& ", String(repeating: "<a>", count: 200)] {
            let text = "<rss><channel><item><guid>1</guid></item>\(start)\(Self.repeated(beginning))\(end)"

            #expect(try parse(text).items.first?.guid == "1")
        }
    }

    @Test(arguments: [
        ("</description><x>", ""), ("</description><a b='</item>' ", ""), ("</description>", "<x>"),
        ("</description><x><![CDATA[]]><", ""), ("</description><x><![CDATA[]]><![CDATA[", ""), ("<a", ""), ("</a", ""),
        ("</description>", String(repeating: "<x>", count: 70)),
        ("</description><x><![CDATA[", "]]> <![CDATA[" + String(repeating: "] ", count: 500_000)),
    ])
    func survivesSectionsThatSpeakOfSections(part: String, end: String) throws {
        let section = "</description>\(Self.repeated(part))\(end)<x><![CDATA[]]>"
        let start = "<rss><channel><item><guid>1</guid></item><item><title>&</title><description><![CDATA["

        #expect(try parse(start + section).items.first?.guid == "1")
    }

    @Test func survivesAttributesThatGoOnToTheEnd() throws {
        let start = "<rss><channel><item><guid>1</guid></item><item><title>& "

        #expect(try parse(start + Self.repeated("<p/b=") + "<title</").items.first?.guid == "1")
    }

    @Test func survivesLookingAheadAtMarks() throws {
        // Given texts that do not end, and nothing but marks to look for their ends in
        let texts = String(repeating: "<summary><guid>", count: 30_000)
        let start = "<rss><channel><item><guid>1</guid></item><item>&"

        // Then
        #expect(try parse(start + texts + Self.repeated("<")).items.first?.guid == "1")
    }

    @Test(arguments: ["", "</item>", "<item>", "</channel>"])
    func survivesEmptyItemsInAnother(end: String) throws {
        let start = "<rss><channel><item><guid>1</guid></item><item><guid>2</guid>& "

        #expect(try parse(start + Self.repeated("<item/>") + end).items.first?.guid == "1")
    }

    @Test func survivesWhiteSpaceInBothByteOrders() throws {
        // Given
        let space = [0x20, 0, 0x20, 0, 0, 0x20, 0, 0x20] as [UInt8]

        // Then
        let feed = try FeedParser().parse((0..<125_000).flatMap { _ in space } + Array("<rss/>".utf8))
        #expect(feed.items.isEmpty)
    }
}
