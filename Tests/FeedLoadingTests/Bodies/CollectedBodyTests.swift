import FeedServer
import Foundation
import PodcastModel
import Testing

@testable import FeedLoading

/// Large bodies are not in memory while they come.
struct CollectedBodyTests {
    private static let document = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    @Test(arguments: [1, 50_000, 100_000, 100_001], [1000, 99_999, 100_000])
    func keepsEveryByteInFileAndMemory(threshold: Int, pieceBytes: Int) {
        // Given
        var body = CollectedBody(limit: 100_000, threshold: threshold)

        // When
        Self.append(Self.document, to: &body, pieceBytes: pieceBytes)

        // Then
        #expect(body.count == Self.document.count)
        #expect(body.prefix(12) == Array(Self.document.prefix(12)))
        #expect(body.finished().bytes == Self.document)
        #expect(body.finished().isMappedFile == (Self.document.count >= threshold))
    }

    @Test func takesMemoryForTheBeginningOnly() {
        // Given
        var body = CollectedBody(limit: 100_000, threshold: 50_000)

        // When somebody says that it will be long
        body.reserve(100_000)
        let hasRoomForAll = body.hasRoom(for: 100_000)
        Self.append(Self.document, to: &body, pieceBytes: 1000)

        // Then
        #expect(!hasRoomForAll)
        #expect(body.finished().isMappedFile)
    }

    @Test func memoryHasToDoWhereThereIsNoPlaceForFiles() {
        // Given
        var body = CollectedBody(limit: 100_000, threshold: 1000, folders: ["/nowhere"])

        // When
        Self.append(Self.document, to: &body, pieceBytes: 999)

        // Then
        #expect(!body.finished().isMappedFile)
        #expect(body.finished().bytes == Self.document)
    }

    @Test func memoryHasToDoWhenTheFileTakesNoMore() {
        // Given a file that is full before all is there
        var body = CollectedBody(limit: 70_000, threshold: 1000)

        // When
        Self.append(Self.document, to: &body, pieceBytes: 999)

        // Then
        #expect(!body.finished().isMappedFile)
        #expect(body.finished().bytes == Self.document)
    }

    @Test func theNextFolderIsTakenWhereOneIsMissing() throws {
        let folder = FileManager.default.temporaryDirectory.path
        let file = try #require(TemporaryFile(capacity: 1, in: ["/nowhere", folder]))
        #expect([7].withUnsafeBytes { file.append(UnsafeRawBufferPointer(rebasing: $0.prefix(1))) })
        #expect(Array(file.bytes) == [7])
    }

    @Test func aFolderOfNoNameIsNone() {
        #expect(TemporaryFile.folders(after: "/mine") == ["/mine", "/var/tmp", "/tmp"])
        #expect(TemporaryFile.folders(after: "") == ["/var/tmp", "/tmp"])
        #expect(TemporaryFile.folders(after: nil) == ["/var/tmp", "/tmp"])
    }

    @Test func takesOneDescriptorForAFileAndNoneOnceItIsClosed() throws {
        // Given a folder in which nobody else has files
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }

        // When
        let file = try #require(TemporaryFile(capacity: 1, in: ["/nowhere", folder.path]))
        let opened = try Self.descriptors(in: folder)
        file.close()
        let closed = try Self.descriptors(in: folder)

        // Then
        #expect(opened == 1)
        #expect(closed == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test(arguments: [false, true])
    func whatComesOverTheNetworkGoesToAFileAtOnce(saysHowLong: Bool) async throws {
        // Given a server that sends more than memory is wanted for
        let sent = [UInt8](repeating: UInt8(ascii: " "), count: FeedBody.fileThreshold + 1)
        let headers = saysHowLong ? ["Content-Length: \(sent.count)"] : ["Connection: close"]
        try await LoadingTestBed.run { _ in
            [.send(ServerStep.head(200, headers) + sent), .close]
        } test: { bed in
            // When it is asked, and nothing has been decoded yet
            let request = FeedLoadRequest(source: .http(try bed.url("/feed")), options: .loopback)
            let (answers, told) = AsyncStream.makeStream(of: FirstAnswer.self)
            await bed.loader.ask([request]) { for answer in $0 { told.yield(answer) } }
            told.finish()

            // Then
            let answer = try #require(await answers.first { _ in true })
            guard case .other(let first) = answer.outcome, case .response(let response) = first?.end else {
                throw UnexpectedResult()
            }
            #expect(response.body.isMappedFile)
            #expect(response.body.bytes == sent)
        }
    }

    @Test func whatADecoderPutsOutGoesToAFileAtOnce() throws {
        // Given
        let limits = SizeLimits()
        let packed = GzipWriter.bomb(count: FeedBody.fileThreshold + 1)
        var output = DecodedOutput(limits: limits, wireCount: packed.count)

        // When
        try packed.withUnsafeBufferPointer { (bytes) throws(ContentDecodingError) in
            try ZlibDecoder.decode(bytes, coding: .gzip, into: &output)
        }

        // Then
        #expect(output.finished().isMappedFile)
        #expect(output.finished().bytes.allSatisfy { $0 == UInt8(ascii: " ") })
    }

    /// How many descriptors of this process are of files in a folder.
    private static func descriptors(in folder: URL) throws -> Int {
        let list = "/proc/self/fd"
        return try FileManager.default.contentsOfDirectory(atPath: list).count { descriptor in
            let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(list)/\(descriptor)")
            return file?.contains(folder.lastPathComponent) ?? false
        }
    }

    private static func append(_ bytes: [UInt8], to body: inout CollectedBody, pieceBytes: Int) {
        var rest = bytes[...]
        while !rest.isEmpty {
            rest.prefix(pieceBytes).withUnsafeBytes { body.append($0) }
            rest = rest.dropFirst(pieceBytes)
        }
    }
}
