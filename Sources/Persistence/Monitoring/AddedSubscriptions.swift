package import PodcastModel

/// The subscriptions that are added from now on, by this process or another:
/// what has to be imported at once.
///
/// It follows the change log, so none is missed and none comes twice. A
/// subscription that was made by its own import is left out, and one that is
/// followed again is in. It ends when the store is closed or its task cancelled.
package struct AddedSubscriptions: Sendable {
    fileprivate let context: PersistenceContext
    fileprivate let watch: StoreWatch
    fileprivate let start: Int64

    /// Begins after the newest change there is now.
    package init(in persistence: PersistenceManager) async throws(PersistenceError) {
        context = try persistence.mainContext()
        watch = try persistence.watch()
        start = try await context.perform { unit throws(PersistenceError) in try unit.changes.lastSequence() }
    }
}

extension AddedSubscriptions: AsyncSequence {
    package typealias Element = Subscription
    package typealias Failure = PersistenceError

    package func makeAsyncIterator() -> Iterator {
        Iterator(context: context, commits: watch.listen().makeAsyncIterator(), cursor: start)
    }

    /// One consumer's place in the change log.
    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let context: PersistenceContext
        fileprivate var commits: AsyncStream<Void>.Iterator
        fileprivate var cursor: Int64
        private var found: [Subscription] = []

        fileprivate init(context: PersistenceContext, commits: AsyncStream<Void>.Iterator, cursor: Int64) {
            self.context = context
            self.commits = commits
            self.cursor = cursor
        }

        package mutating func next() async throws(PersistenceError) -> Subscription? {
            try await next(isolation: nil)
        }

        /// The next subscription that was added.
        package mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(PersistenceError) -> Subscription? {
            do {
                // What was added before the first call, too: the log has it.
                while !Task.isCancelled {
                    if !found.isEmpty { return found.removeFirst() }
                    let log = try await LogPage(after: cursor, in: context)
                    found = log.added
                    if let last = log.last {
                        cursor = last
                    } else if await commits.next(isolation: actor) == nil {
                        return nil
                    }
                }
                return nil
            } catch .interrupted {
                return nil
            } catch .notLoaded {
                return nil
            }
        }
    }
}

/// A piece of the change log, and what it says was added.
private struct LogPage {
    /// The number of its last change; nil if there is none.
    let last: Int64?
    let added: [Subscription]

    init(after cursor: Int64, in context: PersistenceContext) async throws(PersistenceError) {
        (last, added) = try await context.perform { unit throws(PersistenceError) in
            let changes = try unit.changes.changes(since: cursor, limit: 500)
            var added: [Subscription] = []
            for change in changes where change.isAddition {
                guard let subscription = try unit.subscriptions.subscription(id: change.id),
                    subscription.state == .active, subscription.podcastID == nil || change.kind == .restore
                else { continue }
                added.append(subscription)
            }
            return (changes.last?.sequence, added)
        }
    }
}

extension StoreChange {
    fileprivate var isAddition: Bool { entity == .subscription && (kind == .insert || kind == .restore) }
}
