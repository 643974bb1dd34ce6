import Testing

@testable import FeedParsing

struct RelativeLinksTests {
    private let base = "https://show.example/notes/12?p=1"

    @Test(arguments: [
        ("<a href=\"/x?a=1&amp;b=2\" class=x>y</a>", "<a href=\"https://show.example/x?a=1&amp;b=2\" class=x>y</a>"),
        ("<a href=../up>x</a>", "<a href=https://show.example/up>x</a>"),
        ("<A HREF = 'y.html'>x", "<A HREF = 'https://show.example/notes/y.html'>x"),
        ("<img alt=\"a>b\" src=\"//cdn.example/i.png\"/>", "<img alt=\"a>b\" src=\"https://cdn.example/i.png\"/>"),
        ("<video poster=\"p.png\">", "<video poster=\"https://show.example/notes/p.png\">"),
        ("<a href=\"?page=2#c\">", "<a href=\"https://show.example/notes/12?page=2#c\">"),
        ("<a href=\" /my file.html \">ü</a>", "<a href=\"https://show.example/my%20file.html\">ü</a>"),
        ("<a href=\"www.other.example\">", "<a href=\"http://www.other.example\">"),
        ("a < b <i><a href=/x <a href=/y>", "a < b <i><a href=https://show.example/x <a href=https://show.example/y>"),
        (
            "<img srcset=\"a.jpg 1x, /b,c.jpg 2x,https://d.example/d.jpg, e.jpg\">",
            "<img srcset=\"https://show.example/notes/a.jpg 1x, https://show.example/b,c.jpg 2x,"
                + "https://d.example/d.jpg, https://show.example/notes/e.jpg\">"
        ),
    ])
    func makesThemAbsolute(html: String, expected: String) {
        #expect(RelativeLinks.resolved(in: html, against: { base }) == expected)
    }

    @Test(arguments: [
        "no tags, href=\"/x\"", "<a href=\"https://a.example/\">", "<a href=\"mailto:me@a.example\">",
        "<a href=\"#top\">", "<a href=\"\">", "<a href=\"me@a.example\">", "<a href=\"&#109;ailto:me@a.example\">",
        "<a href=\"null\">", "<a href=\"{{ url }}\">", "<a href=\"[link]\">", "<a href=\"https;//a.example/\">",
        "<a data-href=\"/x\">",
        "<img src=\"data:image/png;base64,AA==\">", "<a href>", "<a href=", "<a href=\"/x>text</a> <a href=\"/y\">",
        "<a href=\"/x", "",
    ])
    func leavesWhatLeadsNowhereElse(html: String) {
        #expect(RelativeLinks.resolved(in: html, against: { base }) == nil)
    }

    @Test(arguments: ["file:///tmp/feed.xml", "feed.xml", "", "tag:a.example,2026:x"])
    func needsTheAddressOfAPage(base: String) {
        #expect(RelativeLinks.resolved(in: "<a href=\"/x\">", against: { base }) == nil)
        #expect(!RelativeLinks.isBase(base))
    }

    @Test func writesTheBaseForAnyQuotationMarks() {
        let resolved = RelativeLinks.resolved(in: "<a href='x'>", against: { "https://a.example/it's/R&D/" })
        #expect(resolved == "<a href='https://a.example/it%27s/R&amp;D/x'>")
    }
}
