import Testing

@testable import FeedParsing

struct MarkupCleanerTests {
    private func clean(_ text: String) -> String {
        var result = ""
        let bytes = Array(text.utf8)
        bytes.withUnsafeBufferPointer { buffer in
            var cleaner = MarkupCleaner(buffer, configuration: FeedParserConfiguration())
            cleaner.clean()
            result = String(decoding: cleaner.output.bytes(from: 0), as: UTF8.self)
        }
        return result
    }

    @Test(arguments: [
        "<a>plain</a>", "<a b=\"c\"><d/>é 🎙</a>", "<a><![CDATA[<b> & ]] ]]></a>", "<a>&amp;&lt;&gt;</a>",
        "<x:a xmlns:x=\"u\" x:b=\"1\"></x:a>",
    ])
    func leavesWellFormedMarkupAlone(text: String) {
        #expect(clean(text) == text)
    }

    @Test(arguments: [
        ("<a>D&D &c</a>", "<a>D&amp;D &amp;c</a>"), ("<a>x?a=1&copy=2</a>", "<a>x?a=1&amp;copy=2</a>"),
        ("<a b=\"?x=1&utm=2\"/>", "<a b=\"?x=1&amp;utm=2\"/>"), ("<a>&copy;&nbsp;&Eacute;</a>", "<a>©\u{A0}É</a>"),
        ("<a>&#65;&#x42; &#67 &#x44</a>", "<a>AB C D</a>"), ("<a>&#60;&#38;&LT;</a>", "<a>&lt;&amp;&lt;</a>"),
        ("<a>&unknown; &;</a>", "<a>&amp;unknown; &amp;;</a>"), ("<a>x&#x0b;\u{B}\u{1F}y</a>", "<a>xy</a>"),
        ("<a>\u{FFFE}\u{FFFF}\0</a>", "<a></a>"), ("<a>a ]]> b</a>", "<a>a ]]&gt; b</a>"),
        ("<a><!-- -- x --- -->b</a>", "<a>b</a>"), ("<a>1\n<!-- 2\n -->3</a>", "<a>1\n\n3</a>"),
        ("<a><?php x ?>b</a>", "<a>b</a>"), ("<a><!DOCTYPE x>b</a>", "<a>b</a>"),
        ("<a>1 < 2 <3 <me@x.example></a>", "<a>1 &lt; 2 &lt;3 &lt;me@x.example></a>"),
        ("<a><![CDATA[x\u{1}y]]></a>", "<a><![CDATA[xy]]></a>"),
        ("<a>caf&eacute &ampT R&amp D &nbsp</a>", "<a>café &amp;T R&amp; D \u{A0}</a>"),
    ])
    func mendsText(text: String, expected: String) {
        #expect(clean(text) == expected)
    }

    @Test(arguments: [
        ("<channel>< item>x</item></channel>", "<channel><item>x</item></channel>"),
        ("<item><title>x< /title></ item>", "<item><title>x</title></item>"),
        ("<item>< enclosure url='1'/></item>", "<item><enclosure url=\"1\"/></item>"),
        ("<item><title>a < b < item ></title></item>", "<item><title>a &lt; b &lt; item ></title></item>"),
        ("<a>x < /b></a>", "<a>x &lt; /b></a>"), ("<a>< b>x</a>", "<a>&lt; b>x</a>"),
    ])
    func readsTagsWithASpaceBeforeTheName(text: String, expected: String) {
        #expect(clean(text) == expected)
    }

    @Test(arguments: [
        ("<a b=c d='e \"f\"' g></a>", "<a b=\"c\" d=\"e &quot;f&quot;\"></a>"),
        ("<a b=\"1\" b=\"2\"/>", "<a b=\"1\"/>"), ("<a b=\"\" b=\"2\"/>", "<a b=\"2\"/>"),
        ("<a b=' ' c=\"\" d=\"x\" b='2' c='3' b='4'/>", "<a b=\"2 \" c=\"3\" d=\"x\"/>"),
        ("<a b=\"?x=1&copy\" c='&eacute'/>", "<a b=\"?x=1&amp;copy\" c=\"&amp;eacute\"/>"),
        ("<a b=\"x<y\"/>", "<a b=\"x&lt;y\"/>"),
        ("<a b=https://x.example/y/></a>", "<a b=\"https://x.example/y\"/>"), ("<a b = 'c' ></a >", "<a b=\"c\"></a>"),
        ("<a><b c=\"d/><e f=\"g\"/></a>", "<a><b c=\"d\"/><e f=\"g\"/></a>"),
        ("<a><b c='d>1</b><e f='g'/></a>", "<a><b c=\"d\">1</b><e f=\"g\"/></a>"),
        ("<a b=\"<i>x</i>\"/>", "<a b=\"&lt;i>x&lt;/i>\"/>"),
        ("<a><b c=\"d\" <e></e></a>", "<a><b c=\"d\"><e></e></b></a>"), ("<a b=\"x\"c=\"y\"/>", "<a b=\"x\" c=\"y\"/>"),
        ("<a b=\"\"c=\"1\"/>", "<a b=\"\" c=\"1\"/>"), ("<a b=\"\"x\"\" c=''y''/>", "<a b=\"x\" c=\"y\"/>"),
        ("<a b=\"\"c d=\"1\"/>", "<a b=\"\" d=\"1\"/>"),
    ])
    func mendsAttributes(text: String, expected: String) {
        #expect(clean(text) == expected)
    }

    @Test(arguments: [
        ("<a><b>x</a>", "<a><b>x</b></a>"), ("<a>x</b></a>", "<a>x</a>"),
        ("<a><b><i>x</b></i></a>", "<a><b><i>x</i></b></a>"),
        ("<item><title>x<link>y</link></item>", "<item><title>x</title><link>y</link></item>"),
        ("<a>x</a>junk<b>", "<a>x</a>"), ("<a>x</a", "<a>x"), ("<a><b c=\"d", "<a>"),
    ])
    func balancesTags(text: String, expected: String) {
        #expect(clean(text) == expected)
    }

    @Test func countsWhatItFound() {
        // Given
        let bytes = Array("<a>& & &nbsp; \u{1}</a>".utf8)

        bytes.withUnsafeBufferPointer { buffer in
            // When
            var cleaner = MarkupCleaner(buffer, configuration: FeedParserConfiguration())
            cleaner.clean()

            // Then
            let findings = cleaner.findings.all
            #expect(findings.map(\.kind) == [.bareAmpersand, .htmlEntity, .controlCharacters])
            #expect(findings.map(\.count) == [2, 1, 1])
            #expect(findings.map(\.offset) == [3, 7, 14])
        }
    }

    /// How far it looks ahead is counted in bytes, and what many items need is no more than each of them does.
    @Test(arguments: [
        ("<p>Notice", "<p>x</p>"), ("<div><b>Notice</b>", "<div/><div>x</div>"), ("<br>", "x"), ("<image>", "x"),
        ("<foo:a>", "x"), ("<foo:a>", "<![CDATA[x]]>"), ("<foo:a>", "< ![CDATA[x]]>"), ("<foo:a>", "<!CDATA[x]] >"),
        ("<itunes:owner><itunes:name>x</itunes:name>", "x"),
    ])
    func looksNoFurtherAheadThanDamageNeeds(damage: String, notes: String) {
        let item = "<item>\(damage)<title>One</title><description>\(notes)</description></item>"

        let once = bytesLookedAt(in: "<rss><channel>\(item)</channel></rss>")
        let often = bytesLookedAt(in: "<rss><channel>\(String(repeating: item, count: 200))</channel></rss>")

        #expect(once > 0)
        // The end of a section may be looked for up to the next.
        #expect(often <= 2 * 200 * once)
    }

    private func bytesLookedAt(in text: String) -> Int {
        var count = 0
        let bytes = Array(text.utf8)
        bytes.withUnsafeBufferPointer { buffer in
            var cleaner = MarkupCleaner(buffer, configuration: FeedParserConfiguration())
            let allowed = cleaner.lookahead
            cleaner.clean()
            count = allowed - cleaner.lookahead
        }
        return count
    }
}
