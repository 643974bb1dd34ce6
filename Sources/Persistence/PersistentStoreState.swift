/// Whether the store can be used.
package enum PersistentStoreState: Sendable, Hashable {
    /// Nobody has asked to load it, or it has been closed.
    case notLoaded
    /// It is being opened, and migrated if it is older.
    case loading
    /// Contexts are available.
    case loaded
    /// Loading failed, or the file is no longer in its place; it may be tried again.
    case failed(PersistenceError)
}

extension PersistentStoreState: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notLoaded: "not loaded"
        case .loading: "loading"
        case .loaded: "loaded"
        case .failed(let error): "failed (\(error.shortDescription))"
        }
    }
}
