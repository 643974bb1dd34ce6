import FeedLoading
import Operations
import Persistence
import PodcastModel

/// The third stage: matches the items of a document to the stored episodes and
/// writes what is new or changed, all in one unit of work with the feed's
/// validators.
///
/// Runs on the narrow queue of the writer. A dry run only reads.
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
        let importing = ParsedFeedImport(parsed: parsed, request: request, tools: tools)
        return try await request.isDryRun ? importing.preview() : importing.write()
    }
}
