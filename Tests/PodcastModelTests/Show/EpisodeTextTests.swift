import Foundation
import PodcastModel
import Testing

struct EpisodeTextTests {
    @Test(
        arguments: [
            ("<p>c</p>", "d", "s", "<p>c</p>"), (nil, "plain", "<b>html</b>", "<b>html</b>"),
            (nil, "plain", nil, "plain"),
            ("&nbsp;", "plain", nil, "plain"), ("<p>&nbsp;</p>", "plain", nil, "plain"),
            (nil, nil, "summary", "summary"), (nil, "plain", "&nbsp;", "plain"),
            (nil, "Mail <a@b.org> us, x > y", "<p>html</p>", "<p>html</p>"),
            (nil, "Volume <low then -> high", "<p>html</p>", "<p>html</p>"),
            ("  \n", nil, nil, nil),
        ] as [(String?, String?, String?, String?)]
    )
    func choosesShowNotes(content: String?, description: String?, summary: String?, expected: String?) {
        let chosen = EpisodeText.showNotes(content: content, description: description, summary: summary, subtitle: nil)
        #expect(chosen == expected)
    }

    @Test(arguments: [
        "<p class=\"x\">&nbsp;</p>", "<div class=\"x\"></div>", "<p><br data-x=\"1\"></p>", "<!-- x > y -->",
        "&#xA0;\u{200B}", "<style>p{}</style>", "<p>&#8203;</p>", "<span>&zwnj;</span>", "<p>\u{200C}\u{2028}</p>",
        "<style type=\"text/css\">p > a {}</style><p>&shy;</p>", "<p>&#x200D;&#xFEFF;\u{FEFF}</p>",
        "<!-- wp:paragraph -->\n<P></P>\r\n<!-- /wp:paragraph -->", "<a href=\"https://a.example/\"></a>",
    ])
    func takesMarkupWithoutTextForNothing(blank: String) {
        #expect(!EpisodeText.hasNotes(blank))
        let notes = EpisodeText.showNotes(content: blank, description: blank, summary: "real", subtitle: nil)
        #expect(notes == "real")
        var episode = Episode()
        episode.content = blank
        #expect(episode.showNotesHTML == nil)
    }

    @Test(arguments: [
        ("", true), (" \u{200B}\u{FEFF}\u{2003}", true), ("<p>&nbsp;</p>", true), ("\u{A0}<BR />", true),
        ("\u{1}", true), ("&#160;\u{1F}", true), ("Title", false), ("Über", false), ("\u{A0}x", false), ("AT&T", false),
        ("<3", false),
        ("¿", false), ("日", false), ("\u{1}.", false),
    ])
    func aTextIsBlankIfThereIsNothingToRead(text: String, expected: Bool) {
        #expect(EpisodeText.isBlank(text) == expected)
    }

    @Test(arguments: [
        "<p><img src=\"a.png\"></p>", "<audio src=\"a.mp3\"></audio>", "<iframe src=\"/p\"></iframe>", "<3", "<title>",
        "<script src=\"/player.js\"></script>", "<style>p{}", "<style>p{}</style>x", "<p>&eacute;</p>", "<p>1</p>",
        "<p", "&amp;", "<!-- x", "<b>.</b>",
    ])
    func takesWhatIsSeenForNotes(text: String) {
        #expect(EpisodeText.hasNotes(text))
    }

    @Test(arguments: [
        ("plain", "plain"), ("x < y &amp; <b>", "x &lt; y &amp;amp; &lt;b&gt;"),
        ("1\r\n2\n\n3\r4\r\r5", "1<br>\n2<br>\n<br>\n3<br>\n4<br>\n<br>\n5"),
        ("", ""), ("é 🎙 \"'", "é 🎙 \"'"),
    ])
    func makesHTMLOfPlainText(text: String, expected: String) {
        #expect(EpisodeText.html(ofPlain: text) == expected)
    }

    @Test(arguments: [
        ("plain &amp; Q&A", "plain &amp; Q&amp;A"), ("/?a=1&copy=2&#38;é&", "/?a=1&amp;copy=2&#38;é&amp;"),
        ("<b>Q&A</b> & more", "<b>Q&A</b> & more"), ("& ;&; &é;\u{301}", "&amp; ;&amp;; &amp;é;\u{301}"),
        ("Mail <me@e.x> now", "Mail &lt;me@e.x> now"),
        ("1. one\n2. two", "1. one<br>\n2. two"), ("1\r\n2", "1<br>\n2"), ("<p>1\n2</p>", "<p>1\n2</p>"),
        ("5 < 6\n<b>x</b>", "5 < 6\n<b>x</b>"),
    ])
    func showsDescriptionsAsTheyWereWritten(text: String, html: String) throws {
        #expect(EpisodeText.html(ofDescription: text) == html)

        // Given episodes with the text in every field
        for field in [\Episode.description, \.summary, \.subtitle] {
            var episode = Episode()
            episode[keyPath: field] = text

            // Then the notes are HTML, and the text is what it was
            #expect(episode.showNotes == text)
            #expect(episode.showNotesHTML == html)
            let copy = try JSONDecoder().decode(Episode.self, from: JSONEncoder().encode(episode))
            #expect(copy == episode)
        }
        var episode = Episode()
        episode.content = text
        #expect(episode.showNotesHTML == text)
    }

    @Test(arguments: [
        ("a < b > c", false), ("<p>", true), ("x <br/> y", true), ("1<2", false), ("</i>", true), ("plain", false),
        ("", false), ("<", false), (">", false), ("</>", false), ("<p", false), ("> <p", false),
        ("<P CLASS='x'>", true),
        ("<h1>x", true), ("<blockquote>x", true), ("<figcaptions>x", false), ("<pp>", false), ("<<p>", true),
        ("Mail <me@example.org> us", false), ("<https://example.org>", false), ("<low then -> high", false),
        ("Array<Element>", false), ("x <3 y -> z", false), ("é <em\n>ü", true), ("<p/", false), ("</p >", true),
        ("<!-- note --> x", false), ("<low <i>x</i>", true),
    ])
    func recognisesHTML(text: String, expected: Bool) {
        #expect(EpisodeText.looksLikeHTML(text) == expected)
    }

    /// Each of these took a time that grew with its square; a million would not end.
    @Test(arguments: [
        ("</", false), ("<!", false), ("<", false), ("<x", false), ("<aaaaaaaaaaaaaaaaaaaa", false), ("<a ", true),
        ("</b", true), ("<b", true),
    ])
    func looksAtEachByteOnce(beginning: String, isElement: Bool) {
        let text = String(repeating: beginning, count: 1_000_000)

        #expect(!EpisodeText.looksLikeHTML(text))
        #expect(EpisodeText.looksLikeHTML("\(text) >") == isElement)
        #expect(EpisodeText.looksLikeHTML("\(text)<p>"))
    }
}
