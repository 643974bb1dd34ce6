import PodcastModel
import Testing

struct LongTextTests {
    private final class Elsewhere: TextElsewhere {
        let string: String
        let isLost: Bool

        init(_ string: String, isLost: Bool = false) {
            self.string = string
            self.isLost = isLost
        }
    }

    @Test func isTheSameWhereverItIs() {
        // Given
        var (near, far, other) = (Episode(), Episode(), Episode())
        near.content = "text"
        far.longContent = LongText(Elsewhere("text"))
        other.longContent = LongText(Elsewhere("another"))

        // Then
        #expect(far.content == "text")
        #expect(near == far)
        #expect(near.hashValue == far.hashValue)
        #expect(far != other)
    }

    @Test func isMissedWhereverItIsLost() {
        for field in [\Episode.longSummary, \.longDescription, \.longContent] {
            // Given
            var episode = Episode()
            episode.summary = "near"
            episode[keyPath: field] = LongText(Elsewhere("far"))
            #expect(!episode.hasLostTexts)

            // When
            episode[keyPath: field] = LongText(Elsewhere("", isLost: true))

            // Then
            #expect(episode.hasLostTexts)
        }
    }

    @Test func isReplacedByWhatIsWritten() {
        // Given
        var episode = Episode()
        episode.longSummary = LongText(Elsewhere("old"))
        episode.longDescription = LongText(Elsewhere("old"))

        // When
        episode.summary = "new"
        episode.description = nil

        // Then
        #expect(episode.summary == "new")
        #expect(episode.description == nil && episode.longDescription == nil)
    }
}
