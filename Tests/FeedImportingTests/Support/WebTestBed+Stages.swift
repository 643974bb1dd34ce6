import Foundation
import Operations
import Persistence
import PodcastModel
import TestSupport

@testable import FeedImporting

/// The stages one by one, for what happens between them.
extension WebTestBed {
    /// Loads and reads a feed that the store does not know, and writes nothing.
    func document(of request: FeedImportRequest) async throws -> ParseFeedOperation.Output {
        let tools = importer.tools
        let load = LoadFeedOperation(request: request, loader: tools.loader)
        let parse = ParseFeedOperation(
            load: load,
            identity: nil,
            state: nil,
            reader: tools.reader,
            items: request.itemReading(tools.persistence),
            known: { try await request.knownFeed(behind: $0, isOfPage: $1, tools) }
        )
        OperationQueue().enqueue([load, parse])
        return try await parse.value
    }

    /// Writes what was read of a feed.
    func write(
        _ document: ParseFeedOperation.Output,
        of request: FeedImportRequest
    ) async throws -> FeedImportResult {
        let importing = ParsedFeedImport(parsed: document, request: request, tools: importer.tools)
        return try await importing.refresh(host: nil, leaseOwner: "run", urgency: .immediate).result
    }
}
