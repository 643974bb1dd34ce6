import Testing

@testable import FeedParsing

/// What becomes of texts for which there is no memory.
struct TextBufferTests {
    /// More than any machine has.
    private static let tooMuch = Int.max / 4

    @Test func saysThatThereIsNoMemory() {
        // Given
        var buffer = TextBuffer(capacity: 16)
        buffer.append("before")
        let wasOutOfMemory = buffer.isOutOfMemory

        // When
        buffer.reserve(Self.tooMuch)

        // Then what was there still is
        let (isOutOfMemory, text) = (buffer.isOutOfMemory, Array(buffer.bytes(from: 0)))
        #expect(!wasOutOfMemory)
        #expect(isOutOfMemory)
        #expect(text == Array("before".utf8))
    }

    @Test func isEmptyWhenItNeverHadAny() {
        // Given
        var buffer = TextBuffer(capacity: Self.tooMuch)

        // When
        buffer.append("x")

        // Then it can be used again for what there is memory for
        let (isOutOfMemory, text) = (buffer.isOutOfMemory, Array(buffer.bytes(from: 0)))
        #expect(isOutOfMemory)
        #expect(text == Array("x".utf8))
    }

    @Test func endsADocumentWithAnError() {
        // Given a builder that was refused memory for a text
        var builder = FeedBuilder.forTests()
        builder.text.reserve(Self.tooMuch)
        let document = Array("<rss><channel><title>a</title></channel></rss>".utf8)

        // When
        var watch: ItemBlockWatch?
        let outcome = document.withUnsafeBufferPointer {
            XMLPushParser.parse($0, isMappedFile: false, recovers: false, watch: &watch, into: &builder)
        }

        // Then
        #expect(outcome == .outOfMemory)
    }
}
