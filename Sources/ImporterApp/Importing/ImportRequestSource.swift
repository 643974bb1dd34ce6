import FeedImporting
import FeedLoading
import Logging
import Persistence
import PodcastModel
import Synchronization

/// The feeds of a run, as requests the pipeline takes one by one.
struct ImportRequestSource: Sendable {
    private let feeds: SelectedFeeds
    private let run: ImportRun
    private let identity: String?
    private let options: Boxed<TransferOptions>
    private let credentials: CredentialsFile
    private let context: PersistenceContext
    private let logger: Logger
    private let removed = RemovedFeeds()

    /// Finds out which feeds the run is about; nothing is loaded.
    init(run: ImportRun, app: ImporterApp, credentials: CredentialsFile, persistence: PersistenceManager) throws {
        self.run = run
        options = Boxed(wrappedValue: app.transferOptions)
        self.credentials = credentials
        context = try persistence.mainContext()
        logger = app.logger
        let naming = FeedNaming(currentDirectory: app.settings.currentDirectory)
        identity = try run.asURL.map { text throws(ImporterAppError) in try naming.identity(text) }
        feeds = try SelectedFeeds(of: run, identity: identity, naming: naming, context: context)
    }

    /// How many requests there will be.
    var total: Int { feeds.items.count }

    /// Results for what is no address at all.
    var invalid: [FeedImportResult] { feeds.invalid }

    /// The requests, made when the pipeline has room for them.
    var requests: ImportRequests {
        ImportRequests(count: total) { range in try requests(for: feeds.items[range]) }
    }

    /// How many of the feeds were removed from the store before their requests were made.
    var removedCount: Int { removed.count }

    /// The requests for some of the feeds; none for those that were removed
    /// since the list was made, nor for those that nothing can be loaded for.
    private func requests(for items: ArraySlice<SelectedFeeds.Item>) throws -> [FeedImportRequest] {
        let ids = items.compactMap { item -> Int64? in if case .stored(let id, _) = item { id } else { nil } }
        let (stored, named) = try context.performAndWait { unit throws(PersistenceError) in
            var named: [RefreshState?] = []
            for item in items {
                guard case .named(_, let address) = item else { continue }
                named.append(try state(of: address, in: unit))
            }
            // A dry run takes no leases, and so goes by what is read here.
            let stored = try unit.refreshes.states(ids: ids, withPodcast: run.isDryRun)
            for id in ids where stored[id] == nil {
                if try Self.isRemoved(id, in: unit) { removed.add() }
            }
            return (stored, named)
        }
        var states = named.makeIterator()
        return items.compactMap { item in
            switch item {
            case .named(let text, let address):
                let state = states.next() ?? nil
                return usable(state) { () throws(FeedURLError) in try request(text, address, state) }
            case .stored(let id, let isNamed):
                guard let state = stored[id] else { return nil }
                return usable(state) { () throws(FeedURLError) in try request(state, isNamed: isNamed) }
            }
        }
    }

    /// A request; nil if nothing can be loaded from the address that the store has, which another program may have
    /// written.
    private func usable(
        _ state: RefreshState?,
        _ make: () throws(FeedURLError) -> FeedImportRequest
    ) -> FeedImportRequest? {
        do {
            return try make()
        } catch {
            // It counts as not imported, and the others go on.
            let id = state.map { "\($0.subscriptionID)" } ?? ""
            logger.error(
                "a stored address cannot be used",
                metadata: ["error": "\(error)", "subscription.id": "\(id)"]
            )
            return nil
        }
    }

    private func state(of address: FeedAddress, in unit: UnitOfWork) throws(PersistenceError) -> RefreshState? {
        guard let feedURL = identity ?? address.source.feedURL else { return nil }
        do throws(PersistenceError) {
            return try unit.refreshes.state(forFeedURL: feedURL)
        } catch .unreadable {
            // It fails by itself when its turn has come, and no other with it.
            return nil
        }
    }

    private static func isRemoved(_ id: Int64, in unit: UnitOfWork) throws(PersistenceError) -> Bool {
        do throws(PersistenceError) {
            return try unit.subscriptions.subscription(id: id) == nil
        } catch .unreadable {
            return false
        }
    }

    /// The request for a feed of the store.
    private func request(_ state: RefreshState, isNamed: Bool) throws(FeedURLError) -> FeedImportRequest {
        var request = try request(state)
        guard isNamed else { return request }
        // By its number: nobody has written its address just now.
        markAsNamed(&request)
        return request
    }

    /// The request for a feed that nobody has named.
    @Sendable func request(_ state: RefreshState) throws(FeedURLError) -> FeedImportRequest {
        var request = newRequest(state.feedURL, try FeedSource(storedURL: state.feedURL))
        request.isOnlyIfDue = run.selection == .due
        request.settle(state, options: options, credentials: credentials)
        return request
    }

    private func request(
        _ text: String,
        _ address: FeedAddress,
        _ state: RefreshState?
    ) throws(FeedURLError) -> FeedImportRequest {
        let name = identity ?? text
        var request = newRequest(FeedAddress.withoutUserinfo(name), address.source)
        request.identity = identity
        request.alternative = address.alternative
        request.credentials = address.credentials
        markAsNamed(&request)
        if let state, request.identity == nil, case .http = request.source {
            // The address may be a former one, or another spelling of the stored one.
            request.source = try FeedSource(storedURL: state.feedURL)
        }
        // What was typed is not what is asked if the feed has moved since.
        if request.source.host == address.source.host {
            request.provenance = .user
        } else {
            request.credentials = nil
        }
        request.settle(state, options: options, credentials: credentials)
        return request
    }

    private func newRequest(_ name: String, _ source: FeedSource) -> FeedImportRequest {
        var request = FeedImportRequest(name: name, source: source)
        request.force = run.force || run.backfills
        request.backfills = run.backfills
        request.isDryRun = run.isDryRun
        return request
    }

    /// Notes that somebody has asked for the feed, and waits for it.
    private func markAsNamed(_ request: inout FeedImportRequest) {
        request.subscribes = run.subscribes
        request.isNamed = true
        request.whenLeased = run.waits ? .wait : .fail
    }
}

/// Counts the feeds that were removed from the store while a run had not come to them yet.
private final class RemovedFeeds: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }

    func add() { number.withLock { $0 += 1 } }
}
