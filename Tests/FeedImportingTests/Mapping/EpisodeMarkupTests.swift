import FeedParsing
import PodcastModel
import Testing

@testable import FeedImporting

struct EpisodeMarkupTests {
    private let escaped = "&lt;p&gt;See &lt;a href=&quot;/x&quot;&gt;x&lt;/a&gt; &amp;amp; y&lt;/p&gt;"
    private let markup = "<p>See <a href=\"https://page.example/x\">x</a> &amp; y</p>"

    private func episode(_ change: (inout ParsedItem) -> Void) -> Episode {
        var item = ParsedItem()
        item.guid = "1"
        item.title = "One"
        item.link = "https://page.example/p/1"
        change(&item)
        return Episode(item)
    }

    @Test func notesThatWereEscapedTwiceAreTheMarkup() {
        for field in [\ParsedItem.content, \.description, \.summary] {
            // When
            let episode = episode { $0[keyPath: field] = escaped }

            // Then what keys may be made of stays as it was written
            #expect(episode.content == markup)
            #expect(episode.showNotesHTML == markup)
            #expect([nil, escaped].contains(episode.description))
            #expect([nil, escaped].contains(episode.summary))
        }
    }

    @Test func aTextThatIsNotTheNotesMakesNoContent() {
        let episode = episode {
            $0.description = escaped
            $0.summary = "<p>All is said</p>"
        }
        #expect(episode.content == nil)
        #expect(episode.showNotesHTML == "<p>All is said</p>")
    }

    /// The key of such an item is made of its title and its notes.
    @Test func notesThatAKeyIsMadeOfStayAsTheyAre() {
        let episode = episode {
            $0.guid = nil
            $0.content = escaped
        }
        #expect(episode.content == escaped)
    }

    @Test func aTextAboutTagsStaysOne() {
        let text = "Why &lt;b&gt; is not &lt;strong&gt;"
        #expect(episode { $0.content = text }.showNotesHTML == text)
        let plain = episode {
            $0.content = "<p>is a paragraph, as is</p>"
            $0.contentType = .plain
        }
        #expect(plain.content == "&lt;p&gt;is a paragraph, as is&lt;/p&gt;")
    }
}
