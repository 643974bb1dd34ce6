import FeedLoading
import Operations
import Persistence
import PodcastModel

/// The third stage: matches the items of a document to the stored episodes and
/// writes what is new or changed, all in one unit of work with the feed's
/// validators.
///
/// Runs on the narrow queue of the writer.
final class ImportEpisodesOperation: BaseOperation<FeedImportResult>, @unchecked Sendable {
    private let request: FeedImportRequest
    private let tools: ImportTools

    /// Makes the stage that stores what `parse` has read.
    init(parse: ParseFeedOperation, request: FeedImportRequest, tools: ImportTools) {
        self.request = request
        self.tools = tools
        super.init()
        addDependency(parse)
    }

    override func execute() async throws -> FeedImportResult {
        guard let parsed = try dependency(ParseFeedOperation.self)?.result?.get() else { throw CancellationError() }
        let work = FeedImportUnit(parsed: parsed, request: request, policy: tools.policy, now: tools.now())
        // The context is made here, where it is used, so that no operation that
        // waits in the queue holds one.
        let context = try tools.persistence.newBackgroundContext()
        let clock = ContinuousClock()
        let start = clock.now
        let stored = try await context.save { unit throws(PersistenceError) in try work.run(in: unit) }
        var result = FeedImportResult(feed: request.name, outcome: .imported(stored.counts))
        result.podcastID = stored.podcastID
        result.title = parsed.document.podcast.title
        result.episodeCount = stored.episodeCount
        result.warnings = parsed.document.warnings + stored.warnings
        result.describe(parsed.response, of: request)
        if parsed.isDiscovered { result.redirectedTo = parsed.source.feedURL }
        result.seconds.import = start.duration(to: clock.now).inSeconds
        return result
    }
}
