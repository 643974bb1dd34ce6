import FeedLoading
import FeedServer
import Foundation
import PodcastModel
import Testing
import TestSupport

struct FileLoadTests {
    private let feed = Array("<rss><channel/></rss>".utf8)

    @Test func readsAFile() async throws {
        try await withFile(feed) { path in
            let loaded = try await load(.file(path: path))

            #expect(loaded.body.bytes == feed)
            #expect(loaded.response.status == nil)
            #expect(loaded.response.wireBytes == feed.count)
            #expect(loaded.response.validators.isEmpty)
        }
    }

    @Test func unpacksAGzipFile() async throws {
        try await withFile(CompressedFixtures.gzip) { path in
            let loaded = try await load(.file(path: path))
            #expect(loaded.body.bytes == CompressedFixtures.text)
        }
    }

    @Test func aFileAndAWebAddressHaveTheSameDigest() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [], body: feed)
        } test: { bed in
            try await withFile(feed) { path in
                let file = try await load(.file(path: path))
                let web = try await bed.loadBody()
                #expect(file.digest == web.digest)
            }
        }
    }

    @Test func readsStandardInputToItsEnd() async throws {
        // Given a pipe that is written to piece by piece
        let pipe = Pipe()
        let loader = try PodcastFeedLoader(standardInput: pipe.fileHandleForReading.fileDescriptor)
        async let result = loader.load(FeedLoadRequest(source: .standardInput))

        // When
        for byte in feed { try pipe.fileHandleForWriting.write(contentsOf: [byte]) }
        try pipe.fileHandleForWriting.close()

        // Then
        guard case .loaded(let loaded) = try await result else { throw UnexpectedResult() }
        #expect(loaded.body.bytes == feed)
    }

    @Test func waitingForStandardInputCanBeCancelled() async throws {
        let pipe = Pipe()
        let loader = try PodcastFeedLoader(standardInput: pipe.fileHandleForReading.fileDescriptor)
        let task = Task { try await loader.load(FeedLoadRequest(source: .standardInput)) }

        task.cancel()

        await #expect(throws: FeedLoadingError.cancelled(feed: "standard input")) { try await task.value }
        try pipe.fileHandleForWriting.close()
    }

    @Test func saysWhatIsWrongWithAPath() async throws {
        let directory = NSTemporaryDirectory()
        let missing = directory + "/no-such-\(UUID().uuidString)"
        await #expect(throws: FeedLoadingError.fileNotFound(feed: missing)) { try await load(.file(path: missing)) }
        await #expect(throws: FeedLoadingError.isDirectory(feed: directory)) { try await load(.file(path: directory)) }
        try await withFile([]) { path in
            await #expect(throws: FeedLoadingError.emptyBody(feed: path)) { try await load(.file(path: path)) }
            await #expect(throws: FeedLoadingError.fileNotFound(feed: path + "/x")) {
                try await load(.file(path: path + "/x"))
            }
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func saysThatAFileMayNotBeRead() async throws {
        try await withFile(feed) { path in
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
            await #expect(throws: FeedLoadingError.filePermissionDenied(feed: path)) {
                try await load(.file(path: path))
            }
        }
    }

    @Test func whatMayComeOverANetworkIsNoLimitForFiles() async throws {
        try await withFile(feed) { path in
            let options = TransferOptions().with { $0.sizeLimits.wireBytes = 10 }
            let loaded = try await load(.file(path: path), options: options)
            #expect(loaded.body.bytes == feed)
        }
    }

    @Test(arguments: [CompressedFixtures.text, CompressedFixtures.gzip])
    func theLimitOfDocumentsHoldsForFilesToo(bytes: [UInt8]) async throws {
        let (limit, text) = (CompressedFixtures.gzip.count - 1, CompressedFixtures.text)
        let options = TransferOptions().with { $0.sizeLimits.decodedBytes = limit }
        try await withFile(bytes) { path in
            let loaded = try await load(.file(path: path), options: options)
            #expect(loaded.response.cutAt == .decoded(bytes: limit))
            #expect(!loaded.body.bytes.isEmpty && text.starts(with: loaded.body.bytes))
            #expect(loaded.body.count <= limit)
        }
    }

    @Test func theLimitOfDocumentsHoldsForStandardInputToo() async throws {
        // Given an input that does not end
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: feed)
        let loader = try PodcastFeedLoader(standardInput: pipe.fileHandleForReading.fileDescriptor)
        let options = TransferOptions().with { $0.sizeLimits.decodedBytes = 10 }

        // Then
        let result = try await loader.load(FeedLoadRequest(source: .standardInput, options: options))
        guard case .loaded(let loaded) = result else { throw UnexpectedResult() }
        #expect(loaded.response.cutAt == .decoded(bytes: 10))
        #expect(loaded.body.bytes == Array(feed.prefix(10)))
        try pipe.fileHandleForWriting.close()
    }

    /// Whatever it was when it was followed: nobody may ever write to it.
    @Test func aPipeThatNobodyHasNamedIsNotWaitedFor() async throws {
        try await withPipe { path in
            let error = await #expect(throws: FeedLoadingError.self) { try await load(.file(path: path)) }
            guard case .fileFailure(path, let reason) = error else { throw UnexpectedResult() }
            #expect(reason.hasPrefix("it is a pipe and not a regular file"))
            #expect(error?.isTransient == true)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func aPipeThatSomebodyNamesIsReadToItsEnd() async throws {
        try await withPipe { path in
            let request = FeedLoadRequest(source: .file(path: path)).waitingForPipes
            // Open for both, so that it has a writer whoever comes first
            let writer = open(path, O_RDWR)
            #expect(writer >= 0 && write(writer, feed, feed.count) == feed.count)
            async let result = PodcastFeedLoader().load(request)
            // Closed too early, it would lose what nobody has read
            try await until { try unreadBytes(of: writer) == 0 }
            close(writer)

            guard case .loaded(let loaded) = try await result else { throw UnexpectedResult() }
            #expect(loaded.body.bytes == feed)
        }
    }

    @Test func mediaFilesAreRefused() async throws {
        try await withFile(Array("%PDF-1.7 and so on".utf8)) { path in
            await #expect(throws: FeedLoadingError.mediaBody(feed: path, kind: "a PDF document")) {
                try await load(.file(path: path))
            }
        }
    }

    private func load(_ source: FeedSource, options: TransferOptions = TransferOptions()) async throws -> LoadedFeed {
        let loader = try PodcastFeedLoader()
        let result = try await loader.load(FeedLoadRequest(source: source, options: options))
        guard case .loaded(let feed) = result else { throw UnexpectedResult() }
        return feed
    }

    private func withPipe(_ body: (String) async throws -> Void) async throws {
        let path = NSTemporaryDirectory() + "/feed-\(UUID().uuidString).pipe"
        #expect(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        try await body(path)
    }

    private func unreadBytes(of descriptor: Int32) throws -> Int32 {
        var count: Int32 = 0
        guard ioctl(descriptor, UInt(FIONREAD), &count) == 0 else { throw POSIXError(.EIO) }
        return count
    }

    private func withFile(_ bytes: [UInt8], _ body: (String) async throws -> Void) async throws {
        let path = NSTemporaryDirectory() + "/feed-\(UUID().uuidString).xml"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }
}

extension FeedLoadRequest {
    fileprivate var waitingForPipes: FeedLoadRequest {
        var request = self
        request.waitsForPipes = true
        return request
    }
}
