import Testing

@testable import FeedParsing

struct MarkupTextTests {
    @Test(arguments: [
        ("Plain title", "Plain title"), ("  two\n\t lines ", "two lines"), ("AT&amp;T", "AT&T"), ("AT&T", "AT&T"),
        ("Q&A", "Q&A"), ("a&nbsp;b", "a b"), ("a\u{A0}\u{A0}b", "a b"), ("<b>Bold</b> &ndash; text", "Bold – text"),
        ("&lt;b&gt; is a tag", "<b> is a tag"), ("&amp;lt; stays", "&lt; stays"), ("a < b", "a < b"),
        ("1 <2> 3", "1 <2> 3"),
        ("Swift's Array<T> explained", "Swift's Array<T> explained"), ("I <3 this", "I <3 this"),
        ("line<br>break", "line break"), ("line<br/>break", "line break"), ("em<em>pha</em>sis", "emphasis"),
        ("<p>One</p><p>Two</p>", "One Two"), ("<center>One</center>Two", "One Two"),
        ("<![CDATA[x", "<![CDATA[x"), ("<!-- note -->Title", "Title"),
        ("<script>var a = \"<b>\";</script>Title", "Title"), ("<style>p { }</style>Title", "Title"),
        ("<a href=\"x>y\">link</a>", "link"), ("<a href='it'>it's</a>", "it's"), ("<a href=\"x>link</a>", "link"),
        ("<o:p>Word</o:p>", "Word"), ("<my-player>x</my-player>", "x"), ("me <me@example.org>", "me <me@example.org>"),
        ("Fran&ccedil;ais &#8217; &#x2019;", "Français ’ ’"), ("&copy=2", "&copy=2"), ("", ""), ("&nbsp;", ""),
        ("日本語　タイトル", "日本語 タイトル"), ("<b>a</b>\u{2028}\u{1680}b", "a b"), ("\u{2028}", ""), ("<B>UPPER</B>", "UPPER"),
        ("unclosed <b", "unclosed <b"),
    ])
    func makesOneLineOfATitle(text: String, expected: String) {
        #expect(MarkupText.title(text) == expected)
    }

    @Test(arguments: [
        ("a  b", "a b"), ("a\tb", "a b"), ("a\u{A0}b", "a b"), ("a\u{2003}b", "a b"), ("a\u{3000}b", "a b"),
        ("a\u{2028}b", "a b"), ("a\u{2029}\u{1680}b", "a b"), ("a \u{205F}b", "a b"),
        ("a\u{2027}\u{2060}b", "a\u{2027}\u{2060}b"),
        ("a\u{FEFF}b", "ab"), ("a \u{200B} b\u{200B}c", "a bc"),
        ("a – b", "a – b"), ("a © b", "a © b"), ("日本 語", "日本 語"),
    ])
    func squashesWhiteSpaceWhereverItStands(text: String, expected: String) {
        for count in 0...40 {
            let words = String(repeating: "w", count: count)
            #expect(MarkupText.squashed(words + text + words) == words + expected + words)
        }
    }

    @Test(arguments: [
        ("one<br>two", "one\ntwo"), ("<p>one</p><p>two</p>", "one\n\ntwo"),
        ("<p>one</p>\n\n<p>two</p>\n", "one\n\ntwo"),
        ("<ul><li>a</li><li>b</li></ul>", " * a\n * b"), ("x<ul><li>a</li><li>b</li></ul>y", "x\n * a\n * b\ny"),
        ("a   b\n c", "a b c"), ("<div>a</div><div>b</div>", "a\nb"), ("<h1>Head</h1>text", "Head\n\ntext"),
        ("<b>a</b><i>b</i>", "ab"), ("a &lt;b&gt; &amp;amp; c", "a <b> &amp; c"), ("plain", "plain"), ("", ""),
        ("<p>&nbsp;</p>", ""), ("a<br><br><br><br>b", "a\nb"),
        ("See <https://example.org/a>", "See <https://example.org/a>"), ("<i>a\u{200B}b</i>", "ab"),
        ("<i>a&#8203;b&#xFEFF;c</i>", "abc"),
        ("<pre>a</pre>b<center>c</center>d", "a\nb\nc\nd"), ("<figure><figcaption>a</figcaption></figure>b", "a\nb"),
        ("<details><summary>a</summary>b</details>c", "a\nb\nc"), ("<header>a</header>b", "a\nb"),
    ])
    func makesReadableTextOfHTML(html: String, expected: String) {
        #expect(PlainText.ofHTML(html) == expected)
    }

    @Test(arguments: [
        ("a<svg fill=\"none\"><g><title></title><path d=\"M2\"></path><path d=\"M1\"/></g></svg>b <path>", "ab <path>"),
        ("<svg><text>Drawn</text><style>path { }</style></svg>b", "Drawnb"),
        ("<svg href=\"a.svg\"/>cp <path>", "cp <path>"), ("<svg><path d=\"M1\"><p>cp <path></p>", "cp <path>"),
    ])
    func leavesTheShapesOfADrawingOut(html: String, expected: String) {
        #expect(PlainText.ofHTML(html).replacing("\n", with: "") == expected)
    }

    @Test(arguments: [
        ("&lt;p&gt;", "<p>"), ("&amp;lt;p&amp;gt;", "&lt;p&gt;"), ("a&nbsp;b", "a\u{A0}b"),
        ("no reference", "no reference"),
        ("&NotEqualTilde;", "\u{2242}\u{338}"), ("&amp;&amp;", "&&"), ("& &x; &", "& &x; &"), ("&#128512;", "😀"),
        ("Ünïcödé &eacute;", "Ünïcödé é"),
    ])
    func decodesReferencesOnce(text: String, expected: String) {
        #expect(MarkupText.decoded(text) == expected)
    }

    @Test(arguments: [
        ("", true), (" \n\t", true), ("&nbsp;", true), ("  &nbsp; &#160;&#xa0;\u{A0}", true), ("&#8203;", true),
        ("\u{2028}", true),
        ("x", false), ("&nbsp;x", false), ("&amp;", false), ("&", false), ("<br>", false), ("é", false),
    ])
    func isBlankWhenThereIsNothingToRead(text: String, expected: Bool) {
        #expect(MarkupText.isBlank(text) == expected)
    }

    @Test(arguments: [
        ("a", "a"), ("a b", "a b"), (" a  b ", "a b"), ("a\r\nb", "a b"), ("a\u{2003}b", "a b"),
        ("naïve café’s", "naïve café’s"),
        ("\u{2028}a b\u{205F}", "a b"), ("\u{1680}", ""), ("x\u{2028}", "x"), ("ሀ ᐁ ᚁ", "ሀ ᐁ ᚁ"),
        ("a\u{200B}b", "ab"), ("\u{FEFF}a", "a"), ("", ""), ("wow !! what now", "wow !! what now"),
        ("Straße 12345678  x", "Straße 12345678 x"), ("12345678 12345678", "12345678 12345678"),
    ])
    func squashesWhiteSpace(text: String, expected: String) {
        #expect(MarkupText.squashed(text) == expected)
    }

    @Test(arguments: 1...20)
    func squashesWhiteSpaceWhereverItStands(place: Int) {
        let words = String(repeating: "a", count: place)
        for space in ["  ", "\t", "\u{A0}", "\n "] {
            #expect(MarkupText.squashed(words + space + words) == words + " " + words)
        }
        #expect(MarkupText.squashed(words + " " + words) == words + " " + words)
    }

    /// Each of these took quadratic time in some reader of HTML; a hundred thousand would not end.
    @Test(arguments: [
        "<a ", "<a \"", "<a '", "<!-- ", "<!-- >", "<!x", "<?x", "<x ", "<x \"<y '", "</", "<script>", "<script><a ",
        "&", "&#", "&amp",
    ])
    func staysLinearOnRepeatedBeginnings(beginning: String) {
        // Given a hundred thousand beginnings of something that never ends
        let text = String(repeating: beginning, count: 100_000)

        // When the text is looked at in every way
        let lengths = [
            MarkupText.title(text).utf8.count, PlainText.ofHTML(text).utf8.count,
            MarkupText.decoded(text).utf8.count,
        ]

        // Then all of it has been walked, and nothing is longer than it was
        #expect(lengths.allSatisfy { $0 <= text.utf8.count })
    }

    @Test(arguments: [
        ("<title>", "<title>"), (" <Meta>\n", "<Meta>"), ("<header>", "<header>"), ("<Details>", "<Details>"),
        ("<br>", ""), ("<div>", ""), ("<p></p>", ""), ("<b></b>", ""), ("<pre></pre>", ""),
        ("<img src='x'>", ""),
        ("</b>", ""), ("<p>", ""), ("<title> tag", "tag"),
    ])
    func aTitleMayBeTheNameOfAnElement(text: String, expected: String) {
        #expect(MarkupText.title(text) == expected)
    }

    /// What a script is full of is not looked at, and each comment in it would be looked for to the last of them.
    @Test(arguments: ["<!-- ", "<!--<", "</a <!-- ", "</script <!-- "])
    func staysLinearInAScript(part: String) {
        let text = "a<script>\(String(repeating: part, count: 100_000))--></script>b"

        #expect(MarkupText.title(text) == "ab")
    }
}
