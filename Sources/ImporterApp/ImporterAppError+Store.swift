import Persistence

extension ImporterAppError {
    /// Whatever the store in a file has thrown, or what works with it.
    init(anyOf error: any Error, store path: String) {
        switch error {
        case let error as ImporterAppError: self = error
        case let error as PersistenceError: self.init(error, store: path)
        default: self.init(.storage, "unexpected: \(error)")
        }
    }

    /// The error of the store in a file, as a command reports it.
    init(_ error: PersistenceError, store path: String) {
        let kind: Kind =
            switch error {
            case .busy: .busy
            case .interrupted: .interrupted
            case .cannotCreate, .missingFolder, .noPermission, .readOnlyFileSystem, .foreignFile, .newerSchema,
                .needsMigration, .libraryTooOld:
                .cannotCreateStore
            case .corrupt: .damagedStore
            case .full: .fullStore
            default: .storage
            }
        let damage: String? = if case .corrupt(let detail) = error { detail } else { nil }
        self.init(kind, error.description(ofStoreAt: path), damage: damage)
    }
}
