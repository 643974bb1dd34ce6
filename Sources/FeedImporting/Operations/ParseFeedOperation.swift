import FeedLoading
import Operations
import PodcastModel

/// The second stage: turns the bytes into episodes ready to be matched.
///
/// Runs on a queue as wide as there are cores.
final class ParseFeedOperation: BaseOperation<ParseFeedOperation.Output>, @unchecked Sendable {
    /// The document as read, and how it came.
    struct Output: Sendable {
        /// Without its episodes.
        let document: FeedDocument
        let episodes: [IncomingEpisode]
        let response: FeedResponse
        let source: FeedSource
        /// Whether a web page was given, and the source is what it led to.
        let isDiscovered: Bool
        let digest: UInt64
        /// The bytes, should they have to be held; nil for a feed's first document.
        let body: FeedBody?
        /// Whether the body holds only what is new (226 IM Used).
        let isDelta: Bool
        let seconds: Double
        /// Equal for the same items in any order (``IncomingEpisode/digest(of:)``).
        let itemsDigest: UInt64

        init(
            document: FeedDocument,
            episodes: [IncomingEpisode],
            response: FeedResponse,
            source: FeedSource,
            isDiscovered: Bool,
            digest: UInt64,
            body: FeedBody?,
            isDelta: Bool,
            seconds: Double
        ) {
            self.document = document
            self.episodes = episodes
            self.response = response
            self.source = source
            self.isDiscovered = isDiscovered
            self.digest = digest
            self.body = body
            self.isDelta = isDelta
            self.seconds = seconds
            itemsDigest = IncomingEpisode.digest(of: episodes)
        }
    }

    private let identity: String?
    private let state: RefreshState?
    private let reader: FeedDocumentReader

    /// Makes the stage that reads what `load` brings.
    init(load: LoadFeedOperation, identity: String?, state: RefreshState?, reader: FeedDocumentReader) {
        self.identity = identity
        self.state = state
        self.reader = reader
        super.init()
        // The dependency is the only link to it, and ends when this stage does:
        // the bytes must not live as long as the import does.
        addDependency(load)
    }

    override func execute() async throws -> Output {
        guard let load = try dependency(LoadFeedOperation.self)?.result?.get(), case .loaded(let feed) = load.result
        else { throw CancellationError() }
        let clock = ContinuousClock()
        let start = clock.now
        var document: FeedDocument
        do {
            document = try reader.document(
                from: feed.body,
                baseURL: identity ?? feed.response.finalURL?.string ?? load.source.feedURL,
                charset: feed.response.charset,
                guidsAreUnreliable: state?.guidsAreUnreliable ?? false
            )
        } catch {
            throw error.hiding(load.secrets)
        }
        if let count = load.candidateCount {
            document.warnings.append(FeedDiscovery.warning(took: load.source, among: count))
        }
        let episodes = document.episodes
        document.episodes = []
        return Output(
            document: document,
            episodes: IncomingEpisode.list(from: episodes),
            response: feed.response,
            source: load.source,
            isDiscovered: load.candidateCount != nil,
            digest: feed.digest,
            // Only a document that would change a known podcast can be held.
            body: state?.podcastID == nil ? nil : feed.body,
            isDelta: feed.isDelta,
            seconds: start.duration(to: clock.now).inSeconds
        )
    }
}
