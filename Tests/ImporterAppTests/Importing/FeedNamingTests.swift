import PodcastModel
import Testing

@testable import ImporterApp

struct FeedNamingTests {
    private let naming = FeedNaming(currentDirectory: "/nowhere")

    @Test func takesAPathRelativeToTheCurrentDirectory() throws {
        #expect(try naming.address(of: "./feed.xml").source == .file(path: "/nowhere/feed.xml"))
        #expect(try naming.address(of: "/tmp/feed.xml").source == .file(path: "/tmp/feed.xml"))
        #expect(try naming.address(of: "-").source == .standardInput)
    }

    @Test func saysWhatWasWrittenWithoutWhatMayBeSecret() {
        // Given
        let text = "htps://listener:secret@example.com/feed?token=secret"

        // When
        let error = #expect(throws: FeedURLError.self) { try naming.address(of: text) }
        let failure = error.map { FeedNaming.failure($0, text: text) }

        // Then
        #expect(failure?.failureClass == .usage)
        #expect(failure?.message.contains("secret") == false)
        #expect(failure?.message.contains("htps://example.com/…") == true)
    }
}
