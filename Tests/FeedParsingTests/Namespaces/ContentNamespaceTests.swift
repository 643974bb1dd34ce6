import FeedParsing
import Testing

/// Show notes in full, wherever feeds put them.
struct ContentNamespaceTests {
    private static let rdf = "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
    private static let xhtml = "xmlns=\"http://www.w3.org/1999/xhtml\""

    @Test(arguments: [
        ("<xhtml:body xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"><p>A &amp; B</p></xhtml:body>", "<p>A &amp; B</p>"),
        ("<body \(xhtml)><p>A</p><div>B</div></body>", "<p>A</p><div>B</div>"),
        ("<body>&lt;p&gt;A&lt;/p&gt;</body>", "<p>A</p>"),
        ("<div \(xhtml)><p>A</p></div>", "<p>A</p>"),
        ("<fullitem><![CDATA[<p>A</p>]]></fullitem>", "<p>A</p>"),
        (
            """
            <content:items><rdf:Bag \(rdf)><rdf:li><content:item><content:format rdf:resource="x"/>
            <rdf:value rdf:parseType="Literal" \(xhtml)><em>A</em> &lt;B</rdf:value></content:item></rdf:li></rdf:Bag>
            </content:items>
            """, "<em>A</em> &lt;B"
        ),
        (
            "<content:items><content:item \(rdf)><rdf:value><![CDATA[<b>A</b>]]></rdf:value></content:item></content:items>",
            "<b>A</b>"
        ),
    ])
    func readsContentWhereverItStands(element: String, content: String) throws {
        #expect(try item("<title>One</title>\(element)").content == content)
    }

    /// What is in no namespace is an extension of the publisher's own.
    @Test func takesNoElementWithoutItsNamespace() throws {
        #expect(try item("<title>One</title><encoded>A</encoded>").content == nil)
    }

    /// The namespace of what is in a field may be declared on the field itself.
    @Test func readsFieldsInTheNamespaceOfTheirContent() throws {
        let notes = "<description \(Self.xhtml)><p>A &amp; <b>B</b></p></description>"

        let item = try item("<title>One</title>\(notes)")
        let show = try channel("<title>Show</title>\(notes)")
        let entry = try parse(
            FeedText.atom(
                "<entry><id>1</id><summary type=\"xhtml\" \(Self.xhtml)><div>S</div></summary>"
                    + "<content type=\"xhtml\" \(Self.xhtml)><div><p>C</p></div></content></entry>"
            )
        )

        #expect(item.description == "<p>A &amp; <b>B</b></p>")
        #expect(item.title == "One")
        #expect(item.extensions.isEmpty)
        #expect(show.description == item.description)
        #expect(entry.items.map(\.content) == ["<p>C</p>"])
        #expect(entry.items.map(\.otherTexts.atomSummary) == ["S"])
    }

    @Test(arguments: [
        ("<fullitem>full</fullitem>", "<body>body</body>", "body"),
        ("<body>body</body>", "<atom:content>atom</atom:content>", "atom"),
        ("<body>body</body>", "<content:encoded>encoded</content:encoded>", "encoded"),
    ])
    func takesTheBestAndKeepsTheOther(worse: String, better: String, content: String) throws {
        for elements in [worse + better, better + worse] {
            let item = try item("<title>One</title>\(elements)")
            #expect(item.content == content)
            #expect(item.extensions.count == 1)
        }
    }
}
