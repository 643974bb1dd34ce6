import FeedLoading
import Operations

/// The first stage of feeds whose documents the store has: asks many at once whether they have changed.
///
/// An operation and a task for each would cost more than what most of them answer.
final class AskFeedsOperation: BaseOperation<Void>, @unchecked Sendable {
    private let requests: [FeedLoadRequest]
    private let loader: PodcastFeedLoader
    private let tell: @Sendable ([FirstAnswer]) -> Void

    /// Makes the stage.
    ///
    /// - Parameters:
    ///   - requests: what to ask.
    ///   - loader: asks.
    ///   - tell: called with the answers as they come, for each request once; for none if the operation is cancelled
    ///     before it begins.
    init(_ requests: [FeedLoadRequest], loader: PodcastFeedLoader, tell: @escaping @Sendable ([FirstAnswer]) -> Void) {
        self.requests = requests
        self.loader = loader
        self.tell = tell
    }

    override func execute() async throws {
        await loader.ask(requests, then: tell)
    }
}
