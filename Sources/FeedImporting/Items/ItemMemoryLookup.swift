import FeedParsing
import Operations
import Persistence

/// Looks up what is remembered of a feed's items, only if a document asks for it.
///
/// The parser asks, and knows nothing of stores: an error is kept for the stage that runs the parser.
final class ItemMemoryLookup: Sendable {
    private struct State {
        var memory: ItemMemory?
        var failure: (any Error)?
    }

    private let find: @Sendable () throws -> [UInt8]?
    private let state = Locked(State())

    /// - Parameter find: reads what is stored for the feed; nil if there is nothing.
    init(_ find: @escaping @Sendable () throws -> [UInt8]?) {
        self.find = find
    }

    /// Looks it up in a store.
    convenience init(of subscriptionID: Int64, in persistence: PersistenceManager) {
        self.init {
            try persistence.mainContext().performAndWait { unit throws(PersistenceError) in
                try unit.refreshes.itemMemory(of: subscriptionID)
            }
        }
    }

    /// What is remembered of items in such surroundings; nil if nothing is of single ones.
    func memory(in surroundings: UInt64) -> ItemMemory? {
        // What is decoded for nothing costs more than a look at the head of it.
        guard let bytes = stored(), ItemMemory.hasEntries(bytes), let memory = ItemMemory(bytes: bytes),
            memory.surroundings == surroundings
        else { return nil }
        state.withLock { $0.memory = memory }
        return memory
    }

    /// What the items of a block tell of the feed; nil if that is not remembered.
    func findings(of block: UInt64) -> ItemFindings? {
        stored().flatMap { ItemMemory.findings(of: block, in: $0) }
    }

    private func stored() -> [UInt8]? {
        do {
            return try find()
        } catch {
            state.withLock { $0.failure = error }
            return nil
        }
    }

    /// What was found when it was looked up.
    ///
    /// - Throws: what went wrong then.
    func found() throws -> ItemMemory? {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.memory
        }
    }
}
