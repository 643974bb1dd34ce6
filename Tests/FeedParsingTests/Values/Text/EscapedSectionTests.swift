import Testing

@testable import FeedParsing

struct EscapedSectionTests {
    @Test(arguments: [
        ("<![CDATA[Title]]>", "Title"), ("<![CDATA[ Title ]]>", "Title"), ("<![cdata[Title]]>", "Title"),
        ("<! [CDATA[Title]]>", "Title"), ("<![CDATA[]]>", ""), ("<![CDATA[a]] >", "<![CDATA[a]] >"),
        ("<![CDATA[Title", "<![CDATA[Title"), ("<![CDATA[]>", "<![CDATA[]>"), ("<!-- note -->", "<!-- note -->"),
        ("Sections <![CDATA[x]]>", "Sections <![CDATA[x]]>"), ("<![CDATA[x]]> and more", "<![CDATA[x]]> and more"),
        ("<!DOCTYPE html>", "<!DOCTYPE html>"), ("", ""), ("<!", "<!"),
    ])
    func isTakenOffATextThatIsOneAsAWhole(text: String, expected: String) {
        let content = ASCIIText.withBytes(of: text) { String(decoding: EscapedSection.content(of: $0), as: UTF8.self) }
        #expect(content == expected)
    }

    @Test(arguments: [
        ("&lt;![CDATA[", "]]&gt;"), ("<![CDATA[<![CDATA[", "]]]]><![CDATA[>]]>"), ("<![CDATA[<![CDATA[", "]]>]]>"),
    ])
    func aFieldIsReadWithoutIt(opening: String, closing: String) throws {
        // Given
        func field(_ name: String, _ text: String) -> String { "<\(name)>\(opening)\(text)\(closing)</\(name)>" }

        let item = try item(
            field("title", "Talk") + field("description", "Notes") + field("link", "https://a.example/1")
                + field("pubDate", "Fri, 21 Nov 1997 09:55:06 GMT") + field("itunes:duration", "10:00")
                + field("itunes:author", "Ann")
        )

        #expect(item.title == "Talk")
        #expect(item.description == "Notes")
        #expect(item.link == "https://a.example/1")
        #expect(item.publishedAt == 880_106_106)
        #expect(item.durationSeconds == 600)
        #expect(item.itunesAuthor == "Ann")
    }

    @Test func aGuidStaysExact() throws {
        #expect(try item("<guid>&lt;![CDATA[a]]&gt;</guid>").guid == "<![CDATA[a]]>")
    }

    @Test func anEmptyOneIsNoText() throws {
        // Given
        let item = try item(
            "<guid>1</guid><title>&lt;![CDATA[]]&gt;</title><description>&lt;![CDATA[ ]]&gt;</description>"
        )

        #expect(item.title == nil)
        #expect(item.description == nil)
    }
}
