import FeedParsing
import PodcastModel
import Testing

@testable import FeedImporting

struct EpisodeLinksTests {
    private let html = "<p>See <a href=\"x.html\">x</a></p>"

    private func episode(bases: [String] = [], _ change: (inout ParsedItem) -> Void) -> Episode {
        var item = ParsedItem()
        item.guid = "1"
        item.title = "One"
        item.content = html
        change(&item)
        return Episode(item, bases: bases)
    }

    @Test func linksAreRelativeToTheNearestBase() {
        // Given an item of which more is said each time
        let bases = ["https://show.example/home/", "https://feed.example/f/feed.xml"]
        var steps: [(inout ParsedItem) -> Void] = [{ _ in }]
        steps.append {
            $0.guid = "https://guid.example/g/1"
            $0.guidIsPermaLink = true
        }
        steps.append { $0.link = "https://page.example/p/1" }
        steps.append { $0.originalLink = "https://own.example/o/1" }
        steps.append { $0.otherTexts.base = "https://base.example/b/" }

        // When
        let resolved = steps.indices.map { last in
            episode(bases: bases) { item in
                for step in steps[...last] { step(&item) }
            }
        }

        // Then
        let hosts = ["show.example/home", "guid.example/g", "page.example/p", "own.example/o", "base.example/b"]
        #expect(resolved.map(\.content) == hosts.map { "<p>See <a href=\"https://\($0)/x.html\">x</a></p>" })
    }

    @Test func passesOverWhatIsNoBase() {
        let episode = episode(bases: ["https://me:secret@feed.example/f/feed.xml"]) {
            $0.link = "javascript:void(0)"
        }
        #expect(episode.content == "<p>See <a href=\"https://feed.example/f/x.html\">x</a></p>")
        #expect(self.episode { _ in }.content == html)
    }

    @Test(arguments: [
        "http://feedproxy.google.com/~r/Show/~3/AbC/", "https://feeds.feedburner.com/~r/Show/~3/AbC/1",
        "http://feeds.show.example/~r/Show/~3/AbC/",
    ])
    func nothingIsRelativeToARedirectOfFeedBurner(link: String) {
        let feed = "https://feeds.feedburner.com/Show"
        let episode = episode(bases: ["https://show.example/home/", feed]) { $0.link = link }
        #expect(episode.content == "<p>See <a href=\"https://show.example/home/x.html\">x</a></p>")
        #expect(episode.link == link)
        // Nothing is better
        #expect(self.episode { $0.link = link }.content != html)
    }

    @Test func notesThatAreTheDescriptionBecomeTheContent() {
        // Given a description with relative links, and nothing better
        let episode = episode {
            $0.content = nil
            $0.description = html
            $0.summary = "<a href=\"y\">y</a>"
            $0.link = "https://page.example/p/1"
        }

        // Then it stays as it was written beside them
        #expect(episode.description == html)
        #expect(episode.summary == "<a href=\"y\">y</a>")
        #expect(episode.showNotesHTML == "<p>See <a href=\"https://page.example/p/x.html\">x</a></p>")
    }

    @Test func aTextThatIsNotTheNotesMakesNoContent() {
        let episode = episode {
            $0.content = "<p>All is said</p>"
            $0.description = html
            $0.link = "https://page.example/p/1"
        }
        #expect(episode.content == "<p>All is said</p>")
    }

    /// The key of such an item is made of its title and its notes.
    @Test func notesThatAKeyIsMadeOfStayAsTheyAre() {
        let keyed = episode(bases: ["https://show.example/"]) { $0.guid = nil }
        #expect(keyed.content == html)

        let dated = episode(bases: ["https://show.example/"]) {
            $0.guid = nil
            $0.publishedRaw = "Mon, 03 Jun 2024 08:00:00 GMT"
        }
        #expect(dated.content == "<p>See <a href=\"https://show.example/x.html\">x</a></p>")
    }

    @Test func readsTheBaseOfADocument() throws {
        // Given a feed that says nothing of a base, and one that does
        let item = "<item><guid>1</guid><title>One</title><description>&lt;img src=\"/i.png\"&gt;</description></item>"
        let channel = "<channel><title>Show</title><link>https://show.example/s/</link>\(item)</channel>"
        let feeds = ["", " xml:base=\"https://base.example/b/\""].map { "<rss version=\"2.0\"\($0)>\(channel)</rss>" }

        // When
        let notes = try feeds.map {
            try FeedDocumentReader().document(from: Array($0.utf8), baseURL: "https://feed.example/f", charset: nil)
                .episodes.first?.showNotesHTML
        }

        // Then
        #expect(notes == ["<img src=\"https://show.example/i.png\">", "<img src=\"https://base.example/i.png\">"])
    }

    @Test func liveItemsOfAShowWithoutAPageAreRelativeToTheFeed() throws {
        let text = """
            <rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Show</title>
            <podcast:liveItem status="live"><title>Live</title><guid>1</guid>
            <description>&lt;img src="i.png"&gt;</description></podcast:liveItem></channel></rss>
            """

        let document = try FeedDocumentReader()
            .document(from: Array(text.utf8), baseURL: "https://feed.example/f/feed.xml", charset: nil)

        let notes = document.podcast.liveItems.map(\.item.showNotesHTML)
        #expect(notes == ["<img src=\"https://feed.example/f/i.png\">"])
    }
}
