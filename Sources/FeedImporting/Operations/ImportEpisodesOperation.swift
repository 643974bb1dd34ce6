import Operations
import Persistence

/// The third stage: matches the items of a document to the stored episodes and
/// writes what is new or changed, all in one unit of work with the feed's
/// validators.
///
/// Runs on the narrow queue of the writer. A dry run only reads.
final class ImportEpisodesOperation: BaseOperation<RefreshEnd>, @unchecked Sendable {
    private let request: FeedImportRequest
    private let host: String?
    private let leaseOwner: String
    private let urgency: @Sendable () -> SaveUrgency
    private let tools: ImportTools

    /// Makes the stage that stores what `parse` has read.
    ///
    /// - Parameters:
    ///   - parse: the stage before.
    ///   - request: the feed.
    ///   - host: who answered; nil for files.
    ///   - leaseOwner: who has the lease that ends with the import.
    ///   - urgency: how soon it has to be durable, asked when it is written.
    ///   - tools: what the stages work with.
    init(
        parse: ParseFeedOperation,
        request: FeedImportRequest,
        host: String?,
        leaseOwner: String,
        urgency: @escaping @Sendable () -> SaveUrgency,
        tools: ImportTools
    ) {
        self.request = request
        self.host = host
        self.leaseOwner = leaseOwner
        self.urgency = urgency
        self.tools = tools
        super.init()
        addDependency(parse)
    }

    override func execute() async throws -> RefreshEnd {
        guard let parsed = try dependency(ParseFeedOperation.self)?.result?.get() else { throw CancellationError() }
        let importing = ParsedFeedImport(parsed: parsed, request: request, tools: tools)
        if request.isDryRun { return RefreshEnd(try await importing.preview()) }
        return try await importing.refresh(host: host, leaseOwner: leaseOwner, urgency: urgency())
    }
}
