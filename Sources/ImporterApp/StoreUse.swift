import Persistence

/// What a command does with the store, and so what is to happen where there is none.
enum StoreUse: Sendable {
    /// Reads it: nothing in it can change; one that is not there, or is of an older version, is an error.
    case reading
    /// Copies it as it is, also one of an older version: nothing in it can change; one that is not there is an error.
    case copying
    /// Changes what is in it; one that is not there is an error.
    case changing
    /// Puts feeds into it; one that is not there is made.
    case making
    /// Looks in it for what is to be changed; one that is not there is an empty one in memory.
    case seeking
    /// Tells what ``making`` would do: nothing can change; one that is not there is an empty one in memory.
    case rehearsing

    /// Whether there is nothing to be done without a store.
    var needsStore: Bool {
        switch self {
        case .reading, .copying, .changing: true
        case .making, .seeking, .rehearsing: false
        }
    }

    /// How the store in a file is opened, or what stands in for one that is not there.
    func configuration(ofStoreAt path: String, exists: Bool) -> PersistenceConfiguration {
        var configuration = PersistenceConfiguration(location: .file(path: path))
        switch self {
        // One in memory is empty until its tables are made.
        case .seeking where !exists, .rehearsing where !exists: return PersistenceConfiguration(location: .memory)
        case .reading, .rehearsing: configuration.isReadOnly = true
        case .copying:
            configuration.isReadOnly = true
            configuration.readsOlderVersions = true
        case .changing, .making, .seeking: break
        }
        return configuration
    }
}
