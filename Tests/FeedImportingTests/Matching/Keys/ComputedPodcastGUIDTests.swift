import Testing

@testable import FeedImporting

struct ComputedPodcastGUIDTests {
    @Test(arguments: [
        ("podnews.net/rss", "9b024349-ccf0-5f69-a609-6b82873eab3c"),
        ("https://podnews.net/rss/", "9b024349-ccf0-5f69-a609-6b82873eab3c"),
        ("feed:https://podnews.net/rss//", "9b024349-ccf0-5f69-a609-6b82873eab3c"),
        ("http://mp3s.nashownotes.com/pc20rss.xml", "917393e3-1b1e-5cef-ace4-edaa54e1f810"),
    ])
    func c8Rule43IsTheIndexesUUIDOfTheAddress(feedURL: String, guid: String) {
        #expect(ComputedPodcastGUID.make(feedURL: feedURL) == guid)
    }
}
