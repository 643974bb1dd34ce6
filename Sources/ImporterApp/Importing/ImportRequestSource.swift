import FeedImporting
import FeedLoading
import Foundation
import Persistence
import PodcastModel

/// The feeds of a run, as requests the pipeline takes one by one.
struct ImportRequestSource: Sendable {
    /// How many requests there will be.
    let total: Int
    /// Results for what is no address at all.
    let invalid: [FeedImportResult]
    private let items: [Item]
    private let run: ImportRun
    private let identity: String?
    private let options: TransferOptions
    private let credentials: CredentialsFile
    private let context: PersistenceContext

    private enum Item: Sendable {
        case named(String, FeedAddress)
        case stored(subscriptionID: Int64)
    }

    /// Finds out which feeds the run is about; nothing is loaded.
    init(run: ImportRun, app: ImporterApp, persistence: PersistenceManager) throws {
        self.run = run
        options = app.transferOptions
        credentials = try app.credentialsFile()
        context = try persistence.mainContext()
        let naming = FeedNaming(currentDirectory: app.settings.currentDirectory)
        identity = try run.asURL.map { text throws(ImporterAppError) in try naming.identity(text) }
        var items: [Item] = []
        var invalid: [FeedImportResult] = []
        switch run.selection {
        case .feeds(let texts):
            for text in texts {
                do {
                    items.append(.named(text, try naming.address(of: text)))
                } catch {
                    invalid.append(
                        FeedImportResult(
                            feed: FeedAddress.withoutUserinfo(text),
                            outcome: .failed(FeedNaming.failure(error, text: text))
                        )
                    )
                }
            }
        case .all:
            items = try context.performAndWait { unit throws(PersistenceError) in
                try unit.subscriptions.subscriptions().filter { $0.state != .paused }
            }
            .map { .stored(subscriptionID: $0.id) }
        case .due:
            let now = ImporterApp.now()
            items = try context.performAndWait { unit throws(PersistenceError) in
                try unit.subscriptions.dueSubscriptions(at: now, limit: .max)
            }
            .map { .stored(subscriptionID: $0.subscriptionID) }
        }
        self.items = items
        self.invalid = invalid
        total = items.count
    }

    /// The requests, each made when the pipeline has room for it.
    var requests: AsyncThrowingStream<FeedImportRequest, any Error> {
        let iterator = ItemIterator(count: items.count)
        return AsyncThrowingStream {
            while let index = await iterator.next() {
                if let request = try request(for: items[index]) { return request }
            }
            return nil
        }
    }

    private func request(for item: Item) throws -> FeedImportRequest? {
        switch item {
        case .named(let text, let address):
            return try request(text, address)
        case .stored(let id):
            let state = try context.performAndWait { unit throws(PersistenceError) in
                try unit.subscriptions.refreshState(id: id)
            }
            // It was removed since the list was made.
            guard let state else { return nil }
            var request = FeedImportRequest(name: state.feedURL, source: try FeedSource(storedURL: state.feedURL))
            request.isOnlyIfDue = run.selection == .due
            request.force = run.force || run.backfills
            request.backfills = run.backfills
            request.isDryRun = run.isDryRun
            request.settle(state, options: options, credentials: credentials)
            return request
        }
    }

    private func request(_ text: String, _ address: FeedAddress) throws -> FeedImportRequest {
        var request = FeedImportRequest(name: FeedAddress.withoutUserinfo(text), source: address.source)
        request.identity = identity
        request.alternative = address.alternative
        request.credentials = address.credentials
        request.subscribes = run.subscribes
        request.isNamed = true
        request.whenLeased = run.waits ? .wait : .fail
        request.force = run.force || run.backfills
        request.backfills = run.backfills
        request.isDryRun = run.isDryRun
        var state: RefreshState?
        if let feedURL = request.identity ?? address.source.feedURL {
            state = try context.performAndWait { unit throws(PersistenceError) in
                try unit.subscriptions.refreshState(forFeedURL: feedURL)
            }
        }
        if let state, request.identity == nil, case .http = request.source {
            // The address may be a former one, or another spelling of the stored one.
            request.source = try FeedSource(storedURL: state.feedURL)
        }
        request.settle(state, options: options, credentials: credentials)
        return request
    }
}

/// Counts from 0, for one reader after the other.
private actor ItemIterator {
    private let count: Int
    private var index = 0

    init(count: Int) {
        self.count = count
    }

    func next() -> Int? {
        guard index < count else { return nil }
        defer { index += 1 }
        return index
    }
}
