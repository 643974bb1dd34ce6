import PodcastModel
import Testing

@testable import FeedLoading

/// Large documents leave memory, and nothing else changes.
struct FeedBodyTests {
    private static let document = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    @Test(arguments: [1, 100_000, 100_001])
    func keepsEveryByte(threshold: Int) {
        // Given
        let body = FeedBody(moving: Self.document, threshold: threshold)

        // Then
        #expect(body.isMappedFile == (Self.document.count >= threshold))
        #expect(body.count == Self.document.count)
        #expect(body.bytes == Self.document)
        #expect(body.withBytes { $0.elementsEqual(Self.document) })
    }

    @Test func movesOnlyWhatIsLarge() {
        // Given
        let small = LoadedFeed(body: FeedBody(moving: Array(repeating: 0x20, count: FeedBody.fileThreshold - 1)))
        let large = LoadedFeed(body: FeedBody(moving: Array(repeating: 0x20, count: FeedBody.fileThreshold)))

        // Then
        #expect(!small.body.isMappedFile)
        #expect(large.body.isMappedFile)
        #expect(large.response.decodedBytes == FeedBody.fileThreshold)
        #expect(large.digest == Self.digest(of: large.body.bytes))
    }

    @Test func isNotCopiedWhereThereIsNoPlaceForFiles() {
        // Given
        let document = Self.document

        // When
        let body = FeedBody(moving: document, threshold: 1, folders: ["/nowhere"])

        // Then
        #expect(!body.isMappedFile)
        #expect(body.withBytes { $0.baseAddress } == document.withUnsafeBufferPointer { $0.baseAddress })
    }

    @Test func isThereAsLongAsSomebodyHasIt() {
        // Given a copy that outlives the first
        var body: FeedBody? = FeedBody(moving: Self.document, threshold: 1)
        let copy = body

        // When
        body = nil

        // Then
        #expect(copy?.bytes == Self.document)
        #expect(body == nil)
    }

    private static func digest(of bytes: [UInt8]) -> UInt64 {
        var digest = ContentDigest()
        bytes.withUnsafeBytes { digest.update($0) }
        return digest.finalize()
    }
}
