import FeedParsing
import Testing

/// Sections that were never ended are told from texts that speak of sections.
struct UnendedSectionTests {
    private static let media = FeedText.media

    @Test func aSectionThatGoesOnIntoTheNextEndsWithItsElement() throws {
        // Given a document without a fault, but for what it says
        let second = "<item><title>Two</title><description><![CDATA[cut off</description><guid>2</guid></item>"

        let feed = try parse(FeedText.show(second: second))

        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items.map(\.description) == [nil, "cut off", "Notes of three"])
        #expect(!feed.isComplete)
    }

    @Test(arguments: [
        "<![CDATA [", "<! [CDATA[", "<![ cdata\n[", "< ![CDATA[", "< ! [CDATA[", "<!CDATA[", "<!CDATA[[", "<[CDATA[",
        "<! CDATA [[", "<![cdata[",
    ])
    func itsMarkMayBeMisspelt(opening: String) throws {
        // Given
        let second =
            "<item><title>\(opening)A & B]]></title><guid>2</guid>"
            + "<description>\(opening)<p>a > b</p>]]></description></item>"

        let feed = try parse(FeedText.show(second: second))

        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items[1].title == "A & B")
        #expect(feed.items[1].description == "<p>a > b</p>")
        #expect(feed.isComplete)
        #expect(defects(feed) == [.notWellFormed])
    }

    @Test(arguments: ["]] >", "] ]>", "]>", "]]", " ] ] > \n"])
    func itsEndMayBeMisspelt(ending: String) throws {
        // Given a section in one item, and one in the next that would end it
        let second = "<item><guid>2</guid><description><![CDATA[<p>a [1]</p>\(ending)</description></item>"

        let feed = try parse(FeedText.show(second: second))

        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items.map(\.description) == [nil, "<p>a [1]</p>", "Notes of three"])
        #expect(feed.isComplete)
        #expect(defects(feed) == [.notWellFormed])
    }

    /// Whoever misspells the end of one may misspell the mark of the next.
    @Test(
        arguments: ["<![CDATA[", "<!CDATA[", "<[CDATA["],
        ["<![CDATA [", "< ![CDATA[", "<!CDATA[", "<!CDATA[[", "<[CDATA["]
    )
    func itTakesNoEpisodeAlongWhereTheMarkOfTheNextIsMisspelt(opening: String, next: String) throws {
        for ending in ["]] >", "]>", ""] {
            // Given
            let second =
                "<item><guid>2</guid><description>\(opening)two\(ending)</description></item>"
                + "<item><guid>2b</guid><description>\(next)next]]></description></item>"

            let feed = try parse(FeedText.show(second: second))

            #expect(feed.items.map(\.guid) == ["1", "2", "2b", "3"])
            #expect(feed.items.map(\.description) == [nil, "two", "next", "Notes of three"])
            #expect(feed.isComplete == !ending.isEmpty)
        }
    }

    @Test(arguments: ["a [1]", "a > b", "a [[1] b"])
    func anotherBracketIsNotItsEnd(text: String) throws {
        let second = "<item><guid>2</guid><description><![CDATA[\(text)</description></item>"

        let feed = try parse(FeedText.show(second: second))

        #expect(feed.items.map(\.description) == [nil, text, "Notes of three"])
        #expect(!feed.isComplete)
    }

    @Test(arguments: ["acast:x", "podcast:unread", "x"])
    func aSectionOfAnElementNobodyReadsTakesNoEpisodeAlong(name: String) throws {
        // Given a section that nothing reads in one item, and another in the next
        let second = "<item><guid>2</guid><\(name)><![CDATA[a</\(name)><title>Two</title>\(Self.media)</item>"
        let next = "<item><guid>2b</guid><\(name)><![CDATA[b]]></\(name)><title>Next</title></item>"

        let feed = try parse(FeedText.show(second: second + next))

        #expect(feed.items.map(\.guid) == ["1", "2", "2b", "3"])
        #expect(feed.items.map(\.title) == ["One", "Two", "Next", "Three"])
        #expect(feed.items[1].enclosures.count == 1)
        #expect(!feed.isComplete)
    }

    @Test func aSectionInAnElementReadByItsAttributesTakesNoEpisodeAlong() throws {
        // Given
        let cloud = "<cloud domain=\"a.example\"><![CDATA[x</cloud>"
        let second = "<item><guid>2</guid><cloud><![CDATA[y]]></cloud></item>"

        let feed = try parse(FeedText.rss("<title>Show</title>\(cloud)\(FeedText.firstItem)\(second)"))

        #expect(feed.items.map(\.guid) == ["1", "2"])
        #expect(!feed.isComplete)
    }

    @Test(arguments: [
        "<item><title>Two</title><guid>2</guid><description><![CDATA[cut off</item>",
        "<item><title>Two</title><guid>2</guid><description><![CDATA[what <description> is</description></item>",
        "<item><title>Two</title><guid>2</guid><description><![CDATA[<item>a</item> cut <b>off</description></item>",
    ])
    func aSectionEndsWithItsElementOrItem(second: String) throws {
        // Given sections that lack the end of their element as well, or speak of one that begins
        let feed = try parse(FeedText.show(second: second))

        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items[1].description != nil)
        #expect(feed.items[2].description == "Notes of three")
        #expect(!feed.isComplete)
    }

    @Test(arguments: [
        "<description><![CDATA[cut off</item><item><title>Two</title><guid>2</guid><description>Notes</description></item>",
        "<description><![CDATA[cut off</item>",
        "<description><![CDATA[of an <item>a</item> cut off</description></item>",
    ])
    func aSectionEndsWithItsItemWhereNoOtherSectionFollows(rest: String) throws {
        let file = "<enclosure url=\"https://a.example/1.mp3\"/>"
        let next = "<item><title>Three</title><guid>3</guid></item>"

        let feed = try parse(
            FeedText.rss("<title>Show</title><item><title>One</title><guid>1</guid>\(file)\(rest)\(next)")
        )

        #expect(!feed.isComplete)
        #expect(feed.items.map(\.guid) == (rest.contains("Two") ? ["1", "2", "3"] : ["1", "3"]))
        #expect(feed.items.map(\.enclosures.count) == (rest.contains("Two") ? [1, 0, 0] : [1, 0]))
        #expect(feed.items.first?.description?.hasSuffix("cut off") == true)
    }

    @Test(arguments: ["", "<description>Notes</description>"])
    func aSectionAboutEndsOfItemsEndsWithItsElementWhereThatHasAnEnd(notes: String) throws {
        let about = "<description><![CDATA[write </item> last</description>"
        let file = "<enclosure url=\"https://a.example/1.mp3\"/>"
        let next = "<item><title>Two</title><guid>2</guid>\(notes)</item>"

        let feed = try parse(
            FeedText.rss("<title>Show</title><item><title>One</title><guid>1</guid>\(about)\(file)</item>\(next)")
        )

        #expect(feed.items.map(\.guid) == ["1", "2"])
        #expect(feed.items.map(\.enclosures.count) == [1, 0])
        #expect(feed.items.first?.description == "write </item> last")
    }

    /// An element that nobody reads, with fields and a section in it.
    @Test(arguments: [
        "<![CDATA[</item> and </foo:a>]]>", "<!CDATA[</item> and </foo:a>]]>", "< ![CDATA[</item> and </foo:a>]]>",
        "<!CDATA[x]] >",
    ])
    func anElementHasItsEndWhateverTagsItsSectionsHold(section: String) throws {
        let element = "<foo:a><title>Inner</title><foo:b>\(section)</foo:b></foo:a>"

        let feed = try parse(FeedText.show(second: "<item><title>A & B</title><guid>2</guid>\(element)</item>"))

        let extensions = feed.items[1].extensions
        #expect(feed.items.map(\.title) == ["One", "A & B", "Three"])
        #expect(extensions.map(\.name) == ["a"])
        #expect(extensions.first?.children.map(\.name) == ["title", "b"])
    }

    @Test func aSectionInAnElementOfHTMLTakesNoEpisodeAlong() throws {
        // Given
        let items = ["2a", "2b"].map { guid in
            "<item><guid>\(guid)</guid><description><p><![CDATA[x\(guid == "2a" ? "" : "]]>")</p></description></item>"
        }

        let feed = try parse(FeedText.show(second: items.joined()))

        #expect(feed.items.map(\.guid) == ["1", "2a", "2b", "3"])
        #expect(feed.items[1].description == "<p>x</p>")
        #expect(!feed.isComplete)
    }

    @Test(arguments: [
        "write &lt;![CDATA[ or <![CDATA[ x",
        "Write <description>Text</description> or <description><![CDATA[Text",
        "An <item><title>a</title><description><![CDATA[b",
        "<item><description>a</description></item> and <item><description><![CDATA[b",
        "<description/> is empty, <description>a</description> is not, <![CDATA[ is another thing",
        "</description>, then <![CDATA[, then <description>a</description>, then <b>a</b> and <![CDATA[",
        "&lt;/description> &lt;b> and &lt;![CDATA[",
        "Close it with </description> and begin with <![CDATA[ next time",
        "Close with <code></description></code>, then <code><pubDate></code> and <code><![CDATA[</code>",
        "End with </description> then <pubDate> and <![CDATA[ in <content:encoded>",
        "After </item> comes <item> and <description><![CDATA[text",
        "<pre></description></item><item><title><![CDATA[text</pre>",
    ])
    func notesMaySpeakOfSections(notes: String) throws {
        // Given the notes in a section of a document that is well-formed, or has a fault elsewhere; and escaped
        let section = "<description><![CDATA[\(notes)]]></description>"
        let escaped = "<description>\(notes.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))</description>"

        for (title, description) in [("Two", section), ("T & wo", section), ("Two", escaped)] {
            // When
            let second = "<item><title>\(title)</title><guid>2</guid>\(description)\(Self.media)</item>"
            let feed = try parse(FeedText.show(second: second))

            // Then
            #expect(feed.isComplete)
            #expect(feed.items[1].description == notes)
            #expect(feed.items.map(\.guid) == ["1", "2", "3"])
            #expect(feed.items[1].enclosures.count == 1)
        }
    }

    /// Who writes `]]>` in a section so that it does not end knows where sections end.
    @Test(arguments: ["]]]]><![CDATA[>", "]]>]]&gt;<![CDATA["])
    func notesMayHoldWholeSections(split: String) throws {
        // Given a change of a feed, each line of which is there twice
        let notes = """
            <p>The change:</p><pre>-<description><![CDATA[old]]></description>
             </item><item><description><![CDATA[new]]></description></item>
             <item>
            +  <title><![CDATA[new]]></title></pre>
            """
        let section = "<description><![CDATA[\(notes.replacing("]]>", with: split))]]></description>"

        for title in ["Two", "T & wo"] {
            // When
            let second = "<item><title>\(title)</title><guid>2</guid>\(section)\(Self.media)</item>"
            let feed = try parse(FeedText.show(second: second))

            // Then
            #expect(feed.isComplete)
            #expect(feed.items.map(\.guid) == ["1", "2", "3"])
            #expect(feed.items[1].description == notes)
            #expect(feed.items[1].enclosures.count == 1)
        }
    }

    @Test(arguments: [
        // The notes of the next item are split themselves, or begin and end beside other text
        "<![CDATA[a]]>, <![CDATA[b]]>", "<br/>a <![CDATA[b]]> c", "\n<![CDATA[b]]>\n",
    ])
    func aSectionTakesNoEpisodeAlongWhoseTextHasMoreThanASection(next: String) throws {
        // Given
        let second =
            "<item><guid>2</guid><description><![CDATA[cut </description> off</description>\(Self.media)</item>"
        let third = "<item><guid>2b</guid><description>\(next)</description></item>"

        let feed = try parse(FeedText.show(second: second + third))

        #expect(feed.items.map(\.guid) == ["1", "2", "2b", "3"])
        #expect(feed.items[1].description == "cut </description> off")
        #expect(feed.items[1].enclosures.count == 1)
        #expect(!feed.isComplete)
    }
}
