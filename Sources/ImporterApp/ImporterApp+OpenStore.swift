import Foundation
import Logging
import Persistence

extension ImporterApp {
    /// Loads the store, lets the body work with it, and closes it again.
    ///
    /// The default store's folder is made if it is missing; a folder the user
    /// named is not, for that is more likely a typo.
    ///
    /// - Parameters:
    ///   - use: what the body does with it.
    ///   - waits: whether to wait for other processes for long. A moment is waited in any case: whoever writes has the
    ///     store to itself meanwhile.
    ///   - body: works with the loaded store.
    /// - Returns: what the body returns.
    /// - Throws: ``ImporterAppError``, also for what the body throws.
    func withStore<Success: Sendable>(
        _ use: StoreUse,
        waits: Bool = true,
        _ body: (PersistenceManager) async throws -> Success
    ) async throws(ImporterAppError) -> Success {
        let path = try storePath
        let exists = try Self.isThere(path)
        if use.needsStore, !exists {
            throw ImporterAppError(
                .cannotCreateStore,
                "\(path): there is no store yet; import a feed first, or name another with --store"
            )
        }
        var configuration = use.configuration(ofStoreAt: path, exists: exists)
        if configuration.path != nil { try makeDefaultFolder() }
        if !waits { configuration.busyTimeoutSeconds = Self.shortBusyTimeoutSeconds }
        do {
            let persistence = PersistenceManager(configuration: configuration, logger: logger)
            try await persistence.loadPersistentStore()
            let success: Success
            do {
                success = try await body(persistence)
            } catch {
                await closeAfterFailure(persistence)
                throw error
            }
            try await persistence.close()
            return success
        } catch {
            throw ImporterAppError(anyOf: error, store: path)
        }
    }

    /// Closes a store after an error, which stays the one to report: what is wrong now may come of it.
    private func closeAfterFailure(_ persistence: PersistenceManager) async {
        do {
            try await persistence.close()
        } catch {
            let reason = error.description(ofStoreAt: persistence.configuration.path)
            logger.warning("the store could not be closed", metadata: ["error": "\(reason)"])
        }
    }

    /// How long another process that is writing is waited for by whoever does not want to wait.
    ///
    /// Longer than a commit takes, however much goes with it: a feed that is free is not to fail.
    private static let shortBusyTimeoutSeconds = 5.0

    /// Where the store is, and the files beside it, by which processes take turns.
    ///
    /// A symbolic link to the store is followed: whoever comes by way of it is to meet those who do not. That goes for
    /// whoever makes the store by way of it, too.
    ///
    /// - Throws: ``ImporterAppError`` if nothing says so.
    var storePath: String {
        get throws(ImporterAppError) {
            if let path = settings.storePath { return LinkedPath(path: path).target }
            throw ImporterAppError(
                .configuration,
                "environment: neither XDG_DATA_HOME nor HOME says where the store is; give --store PATH"
            )
        }
    }

    /// Makes the folder of the default store if it is missing.
    ///
    /// Not the one that a link in it leads to: the disk that it is on may just not be there.
    func makeDefaultFolder() throws(ImporterAppError) {
        if settings.storePathIsDefault, let path = settings.storePath { try makeFolder(of: path) }
    }

    /// Makes the folder of a file if it is missing.
    func makeFolder(of path: String) throws(ImporterAppError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        do {
            // Feeds can be private, and passwords lie in the store.
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            // Foundation's own words are those of a desktop, and for many reasons a number.
            let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
            let reason = code.map { String(cString: strerror($0)) } ?? error.localizedDescription
            throw ImporterAppError(
                .cannotCreateStore,
                "\(folder.path): the folder for the store cannot be made (\(reason)); choose another with --store"
            )
        }
    }

    /// Whether there is a file; one in a folder that is closed to us may well be there.
    private static func isThere(_ path: String) throws(ImporterAppError) -> Bool {
        if access(path, F_OK) == 0 { return true }
        if errno == EACCES { throw ImporterAppError(.noPermission(path: path), store: path) }
        return false
    }
}
