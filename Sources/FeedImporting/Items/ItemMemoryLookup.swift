import Operations
import Persistence

/// Looks up what is remembered of a feed's items, once and only if a document asks for it.
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

    /// What is remembered of items in such surroundings.
    func memory(in surroundings: UInt64) -> ItemMemory? {
        let result = Result { try find().flatMap(ItemMemory.init(bytes:)) }
        return state.withLock { state in
            switch result {
            case .success(let memory): state.memory = memory?.surroundings == surroundings ? memory : nil
            case .failure(let error): state.failure = error
            }
            return state.memory
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
