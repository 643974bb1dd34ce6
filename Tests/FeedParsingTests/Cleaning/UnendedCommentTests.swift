import FeedParsing
import Testing

/// Comments and instructions that were never ended take no episodes along.
struct UnendedCommentTests {
    private static let media = FeedText.media

    @Test(arguments: [
        ("<!-- note ->", false), ("<!-- note", false), ("<!--", false), ("<!-- note -- >", false),
        ("<!-- a\n<b>->", false),
        ("<?php echo 1;", true), ("<?xml version=\"1.0\">", true), ("<?", true),
    ])
    func endsAtOnceWhereNothingEndsIt(beginning: String, isComplete: Bool) throws {
        // Given a document with another fault, and what is never ended, or by what ends another one in the next item
        for end in ["", "<!-- x -->", "<?x ?>"] {
            let second = "<item>\(beginning)<title>T & wo</title><guid>2</guid>\(Self.media)</item>\n"
            let third = "<item><guid>2b</guid>\(end)<title>R & D</title></item>"

            let feed = try parse(FeedText.show(second: second + third))

            try #require(feed.items.map(\.guid) == ["1", "2", "2b", "3"])
            #expect(feed.items[1].title == "T & wo")
            #expect(feed.items[1].enclosures.count == 1)
            #expect(feed.items[2].line == 4 + beginning.count { $0 == "\n" })
            #expect(feed.isComplete == isComplete)
        }
    }

    /// That is well-formed.
    @Test(arguments: [
        ("<?php echo 1;>", "<?x ?>"), ("<?xml-stylesheet href='a.xsl'>", "Use <?php ?>"), ("<?foo bar", "?>"),
    ])
    func anInstructionThatOnlyAnotherOneEndsTakesNoEpisodesAlong(beginning: String, end: String) throws {
        let items = "\(FeedText.firstItem)<item><guid>2</guid>\(Self.media)</item>"
        for (channel, item) in [(beginning, ""), ("", beginning)] {
            let last = "<item>\(item)<title>Three</title><guid>3</guid></item>"
            let feed = try parse(
                FeedText.rss("<title>Show</title>\(channel)\(items)\(last)<item><guid>4</guid>\(end)</item>")
            )

            try #require(feed.items.map(\.guid) == ["1", "2", "3", "4"])
            #expect(feed.items[1].enclosures.count == 1)
            #expect(feed.items[2].title == "Three")
        }
    }

    @Test(arguments: [
        "Use <?php echo 1; to start", "Look: <!-- and nothing", "That is <!important", "<![if you like",
    ])
    func isTextWhereATagComesFirst(notes: String) throws {
        let second =
            "<item><title>\(notes)</title><guid>2</guid><description>\(notes)</description>\(Self.media)</item>"

        let feed = try parse(FeedText.show(second: second))

        #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        #expect(feed.items[1].title == notes)
        #expect(feed.items[1].description == notes)
        #expect(feed.items[1].enclosures.count == 1)
    }

    @Test(arguments: [
        "<!-- <item><guid>x</guid></item> -->", "<?php echo \"<item>\"; ?>",
        "<?php echo \"</items>\"; ?>",
    ])
    func mayHoldTagsWhereItEnds(comment: String) throws {
        // Given a document with another fault, and one without
        for title in ["T & wo", "Two"] {
            let second = "<item><title>\(title)</title>\(comment)<guid>2</guid></item>"

            let feed = try parse(FeedText.show(second: second))

            #expect(feed.isComplete)
            #expect(feed.items.map(\.guid) == ["1", "2", "3"])
        }
    }

    /// An end tag alone that was left out takes no other item along.
    @Test(arguments: ["<!-- </item> -->", "<!-- was: </item> here -->", "<?php </item> ?>", "<?x a </item>?>"])
    func theEndOfAnItemMayBeCommentedOut(comment: String) throws {
        // Given a document with another fault, and one without
        for title in ["T & wo", "Two"] {
            let second = "<item><guid>2</guid>\(comment)<title>\(title)</title>\(Self.media)</item>"

            let feed = try parse(FeedText.show(second: second))

            try #require(feed.items.map(\.guid) == ["1", "2", "3"])
            #expect(feed.items[1].title == title)
            #expect(feed.items[1].enclosures.count == 1)
            #expect(feed.isComplete)
        }
    }

    @Test(arguments: [
        "<!-- <item><guid>x</guid></item> --><!-- y -->", "<!-- - > --><!-- <item><guid>x</guid></item> -->",
        "<!--\n<item>\n<guid>x</guid></item>\n<item><guid>y</guid></item> -->",
    ])
    func itemsMayBeCommentedOut(comment: String) throws {
        let feed = try parse(FeedText.rss("<title>Show & tell</title>\(comment)\(FeedText.firstItem)"))

        #expect(feed.isComplete)
        #expect(feed.items.map(\.guid) == ["1"])
    }

    @Test func oneInTheChannelTakesNoEpisodesAlongToTheNext() throws {
        let feed = try parse(
            FeedText.rss("<title>Show</title><!-- by hand ->\(FeedText.firstItem)<!-- x --><item><guid>2</guid></item>")
        )

        #expect(feed.items.map(\.guid) == ["1", "2"])
        #expect(!feed.isComplete)
    }
}
