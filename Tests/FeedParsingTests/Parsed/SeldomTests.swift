import Testing

@testable import FeedParsing

struct SeldomTests {
    @Test func aCopyKeepsWhatItHadWhenTheOriginalIsChanged() {
        // Given
        var item = ParsedItem()
        item.podcast.chaptersURL = "https://a.example/1.json"
        item.otherTexts.mediaTitle = "One"
        let copy = item

        // When
        item.podcast.chaptersURL = "https://a.example/2.json"
        item.otherTexts.mediaTitle = "Two"

        // Then
        #expect(copy.podcast.chaptersURL == "https://a.example/1.json")
        #expect(copy.otherTexts.mediaTitle == "One")
        #expect(item.podcast.chaptersURL == "https://a.example/2.json")
        #expect(copy != item)
    }

    @Test func isThereOnceItWasWritten() {
        // Given
        var item = ParsedItem()
        #expect(!item.hasPodcastTags)
        #expect(!item.hasOtherTexts)
        #expect(item.source == nil)

        // When
        item.podcast.seasonNumber = 2
        item.otherTexts.atomSummary = "Short"
        item.source = ParsedSource(title: "Other show")

        // Then
        #expect(item.hasPodcastTags)
        #expect(item.hasOtherTexts)
        #expect(item.source?.title == "Other show")

        // When
        item.source = nil

        // Then
        #expect(item.source == nil)
    }

    @Test func anEmptyValueEqualsNone() {
        // Given
        var written = ParsedItem()
        written.podcast.persons.append(ParsedPerson(name: "Ann", role: "host", group: "cast", imageURL: nil, href: nil))
        #expect(written != ParsedItem())

        // When
        written.podcast.persons.removeAll()

        // Then
        #expect(written == ParsedItem())
    }
}
