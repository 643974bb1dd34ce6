import Foundation
import PodcastModel
import Testing

/// Identity C1 3: a guid may serve as the link.
struct EpisodePageTests {
    private func episode(guid: String?, isPermaLink: Bool?, link: String? = nil) -> Episode {
        var episode = Episode()
        (episode.guid, episode.guidIsPermaLink, episode.link) = (guid, isPermaLink, link)
        return episode
    }

    @Test(arguments: [
        ("https://example.org/1", "https://example.org/1"), (" HTTP://example.org/?p=1\n", "HTTP://example.org/?p=1"),
        ("https://example.org/?a=1&amp;b=2", "https://example.org/?a=1&b=2"),
    ])
    func aGuidThatIsDeclaredToBeOneIsThePage(guid: String, page: String) throws {
        let episode = episode(guid: guid, isPermaLink: true)
        #expect(episode.page == page)
        #expect(episode.link == nil, "it is no page for the matching")
        let text = String(decoding: try JSONEncoder().encode(episode), as: UTF8.self)
        #expect(text.replacing("\\/", with: "/").contains("\"link\":\"\(page)\""))
        // And what is read from there is what was written: a live item is stored so.
        #expect(try JSONDecoder().decode(Episode.self, from: Data(text.utf8)) == episode)
    }

    @Test(arguments: [
        "", "12345", "episode", "/episodes/1", "tag:example.org,2005:/1", "urn:uuid:917393e3/1", "ftp://example.org/1",
        "Episode 1 / part 2", "917393e3-1b1e-5cef-ace4-edaa54e1f810", "yt:video:abc", "https://", "http:a",
        "https://example.org/1 and 2",
    ])
    func aNameIsNone(guid: String) {
        #expect(episode(guid: guid, isPermaLink: true).page == nil)
    }

    @Test func theLinkComesFirstAndWhatIsDeclaredToBeNoneIsNone() {
        let guid = "https://example.org/1"
        #expect(episode(guid: guid, isPermaLink: true, link: "https://example.org/a").page == "https://example.org/a")
        #expect(episode(guid: guid, isPermaLink: false).page == nil)
        #expect(episode(guid: guid, isPermaLink: nil).page == nil)
        #expect(episode(guid: nil, isPermaLink: nil).page == nil)
    }
}
