import FeedParsing
import Testing

struct EscapedMarkupTests {
    @Test(arguments: [
        ("&lt;p&gt;Notes &amp;amp; more&lt;/p&gt;", "<p>Notes &amp; more</p>"),
        ("\n&lt;p class=&quot;a&quot;&gt;caf&eacute; I &amp;lt;3 it&lt;/p&gt; ", "<p class=\"a\">café I &lt;3 it</p>"),
        (
            "&lt;a href='https://a.example/?a=1&amp;amp;copy=2'&gt;x&lt;/a&gt;",
            "<a href='https://a.example/?a=1&amp;copy=2'>x</a>"
        ),
        ("&lt;b&gt;One&lt;/b&gt; two&lt;br /&gt;", "<b>One</b> two<br />"),
        ("&lt;P&gt;One&lt;img src=&quot;a&quot;&gt;", "<P>One<img src=\"a\">"),
    ])
    func isFoundInATextThatIsItAsAWhole(text: String, markup: String) {
        #expect(EscapedMarkup.content(of: text) == markup)
    }

    @Test(arguments: [
        "", "&lt;", "&gt;", "&lt;&gt;", "&lt;p&gt;", "Use &lt;b&gt;bold&lt;/b&gt;", "&lt;b&gt;bold&lt;/b&gt; is bold",
        "&lt;b&gt; and &lt;i&gt;", "&lt;/b&gt; and &lt;/i&gt;", "&lt;me@a.example&gt; and &lt;you@a.example&gt;",
        "&lt;p&gt;One&lt;/p&gt;<br>", "<p>&lt;p&gt;One&lt;/p&gt;</p>", "&lt;3 and &gt;", "&lt;pp&gt;One&lt;/pp&gt;",
        "&lt;!-- note --&gt;", "&amp;lt;p&amp;gt;One&amp;lt;/p&amp;gt;", "&lt;p&gt;One&lt;/p &gt; two&gt;",
        "<p>One</p>",
    ])
    func isNoOtherText(text: String) {
        #expect(EscapedMarkup.content(of: text) == nil)
    }
}
