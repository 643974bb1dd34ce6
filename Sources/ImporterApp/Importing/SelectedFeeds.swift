import FeedImporting
import Persistence
import PodcastModel

/// The feeds that a run is about: found in the store, or by what the user wrote; nothing is loaded.
struct SelectedFeeds: Sendable {
    /// One of them.
    enum Item: Sendable {
        case named(String, FeedAddress)
        case stored(subscriptionID: Int64, isNamed: Bool = false)
    }

    /// Those that a request can be made for.
    private(set) var items: [Item] = []
    /// Results for what is no address at all.
    private(set) var invalid: [FeedImportResult] = []

    /// Finds the feeds of a run.
    ///
    /// - Parameters:
    ///   - run: what is to be done.
    ///   - identity: the address that the documents of the run belong to, if it is told.
    ///   - naming: what the texts of the user mean.
    ///   - context: where the store is read.
    /// - Throws: ``ImporterAppError`` if a web address is to have an identity, ``PersistenceError`` if the store cannot
    ///   be read.
    init(of run: ImportRun, identity: String?, naming: FeedNaming, context: PersistenceContext) throws {
        switch run.selection {
        case .feeds(let texts):
            try add(texts, identity: identity, naming: naming, context: context)
        case .all:
            let ids = try context.performAndWait { unit throws(PersistenceError) in
                try unit.refreshes.polledSubscriptions()
            }
            items = ids.map { .stored(subscriptionID: $0) }
        case .due:
            let now = ImporterApp.now()
            let ids = try context.performAndWait { unit throws(PersistenceError) in
                try unit.refreshes.dueSubscriptionIDs(at: now)
            }
            items = ids.map { .stored(subscriptionID: $0) }
        }
    }
}

// MARK: - What the user wrote

extension SelectedFeeds {
    private mutating func add(
        _ texts: [String],
        identity: String?,
        naming: FeedNaming,
        context: PersistenceContext
    ) throws {
        var named: Set<FeedAddress> = []
        for text in texts {
            do {
                let address = try naming.address(of: text)
                if identity != nil, case .http = address.source { throw Self.misplacedIdentity(text) }
                // One that is named twice is one feed.
                guard named.insert(address).inserted else { continue }
                guard identity == nil, let id = naming.number(text, meaning: address) else {
                    items.append(.named(text, address))
                    continue
                }
                let failure = try context.performAndWait { unit throws(PersistenceError) in
                    try Self.failure(ofNumber: text, of: id, in: unit)
                }
                if let failure {
                    invalid.append(FeedImportResult(feed: text, outcome: .failed(failure)))
                } else {
                    items.append(.stored(subscriptionID: id, isNamed: true))
                }
            } catch let error as FeedURLError {
                invalid.append(
                    FeedImportResult(
                        feed: FeedAddress.withoutUserinfo(text),
                        outcome: .failed(FeedNaming.failure(error, text: text))
                    )
                )
            }
        }
        try leaveOutNumbersOfAddresses(context: context)
    }

    /// Leaves the number of a feed out whose address is named, too: they are one feed, and the address may say more, such
    /// as a user name.
    private mutating func leaveOutNumbersOfAddresses(context: PersistenceContext) throws(PersistenceError) {
        let addresses = items.compactMap { item in
            if case .named(_, let address) = item { address.source.feedURL } else { nil }
        }
        // Most runs name only one kind.
        guard !addresses.isEmpty, addresses.count < items.count else { return }
        let ids = try context.performAndWait { unit throws(PersistenceError) in
            let ids = try addresses.map { feedURL throws(PersistenceError) in
                let dedupKey = NewSubscription.dedupKey(of: feedURL)
                return try unit.subscriptions.knownID(feedURL: feedURL, dedupKey: dedupKey)
            }
            return Set(ids.compactMap(\.self))
        }
        items.removeAll { item in
            if case .stored(let id, _) = item { ids.contains(id) } else { false }
        }
    }

    /// Why nothing can be loaded for a number that was written; nil if a feed has it.
    private static func failure(
        ofNumber text: String,
        of id: Int64,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> ImportFailure? {
        do throws(PersistenceError) {
            guard let known = try unit.subscriptions.subscription(id: id) else { return FeedNaming.noFeed(of: text) }
            guard !StandardInputAddress.isOne(known.feedURL) else { return FeedNaming.noAddress(of: text) }
            return FeedNaming.failure(ofAddress: known.feedURL, of: text)
        } catch .unreadable {
            // It fails by itself when its turn has come, and no other with it.
            return nil
        }
    }

    /// One web address must not get the document and the validators of another.
    private static func misplacedIdentity(_ text: String) -> ImporterAppError {
        ImporterAppError(
            .usage,
            "\(FeedAddress.redacted(text)): --as is for files and standard input; a web address stands for itself"
        )
    }
}
