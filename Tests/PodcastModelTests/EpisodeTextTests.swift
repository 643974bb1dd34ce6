import PodcastModel
import Testing

struct EpisodeTextTests {
    @Test(
        arguments: [
            ("<p>c</p>", "d", "s", "<p>c</p>"), (nil, "plain", "<b>html</b>", "<b>html</b>"),
            (nil, "plain", nil, "plain"),
            ("&nbsp;", "plain", nil, "plain"), ("<p>&nbsp;</p>", "plain", nil, "plain"),
            (nil, nil, "summary", "summary"), (nil, "plain", "&nbsp;", "plain"),
            ("  \n", nil, nil, nil),
        ] as [(String?, String?, String?, String?)]
    )
    func choosesShowNotes(content: String?, description: String?, summary: String?, expected: String?) {
        let chosen = EpisodeText.showNotes(content: content, description: description, summary: summary, subtitle: nil)
        #expect(chosen == expected)
    }

    @Test(arguments: [
        ("plain", "plain"), ("x < y &amp; <b>", "x &lt; y &amp;amp; &lt;b&gt;"),
        ("1\r\n2\n\n3", "1\r<br>\n2<br>\n<br>\n3"),
        ("", ""), ("é 🎙 \"'", "é 🎙 \"'"),
    ])
    func makesHTMLOfPlainText(text: String, expected: String) {
        #expect(EpisodeText.html(ofPlain: text) == expected)
    }

    @Test(arguments: [
        ("a < b > c", false), ("<p>", true), ("x <br/> y", true), ("1<2", false), ("</i>", true), ("plain", false),
    ])
    func recognisesHTML(text: String, expected: Bool) {
        #expect(EpisodeText.looksLikeHTML(text) == expected)
    }
}
