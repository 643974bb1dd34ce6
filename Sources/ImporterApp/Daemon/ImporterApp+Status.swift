import FeedImporting
import Foundation
import Persistence
package import PodcastModel

/// What the program is doing with a store.
package struct ProgramStatus: Sendable, Encodable {
    /// The daemon that works on the store; nil if there is none.
    package let daemon: DaemonStatus?
    /// Why the daemon that seems to be there could not be asked: it hangs, perhaps, or is another user's.
    package let daemonError: String?
    /// Nil while the daemon is still loading it.
    package let store: StoreOverview?
}

/// How a store is doing.
package struct StoreOverview: Sendable, Encodable {
    package let path: String
    /// Bytes of the file and its write-ahead log.
    package let bytes: Int64
    package let schemaVersion: Int
    package let podcasts: Int
    package let episodes: Int
    package let subscriptions: SubscriptionOverview
}

extension ImporterApp {
    /// Asks the daemon, and reads the store; nothing is changed or created.
    package func status() async throws(ImporterAppError) -> ProgramStatus {
        let path = try storePath
        var daemon: DaemonStatus?
        var daemonError: String?
        do {
            daemon = try StatusSocket.ask(storePath: path)
        } catch {
            let help = Self.isForbidden(error) ? "run this as its user" : "look into its log"
            daemonError = "\(StatusSocket.path(forStore: path)): the daemon cannot be asked (\(error)); \(help)"
        }
        // A store that is being migrated must not be touched.
        if daemon?.phase == DaemonState.Phase.loading.rawValue {
            return ProgramStatus(daemon: daemon, daemonError: nil, store: nil)
        }
        let now = Self.now()
        // What a process had that was killed is nobody's; without the file that cannot be told.
        let turns = TurnFile(reading: Self.turnPath(besideStore: path))
        let store = try await withStore(.reading) { persistence in
            let subscriptions = try await persistence.mainContext().perform { unit throws(PersistenceError) in
                let gone = try turns.map { turns throws(PersistenceError) in
                    try AbandonedLeases.owners(at: now, turns: turns, in: unit)
                }
                return try unit.subscriptions.overview(at: now, withoutLeasesOf: gone ?? [])
            }
            let size = try await persistence.care().size()
            return StoreOverview(
                path: size.path,
                bytes: size.fileBytes,
                schemaVersion: size.schemaVersion,
                podcasts: size.podcasts,
                episodes: size.episodes,
                subscriptions: subscriptions
            )
        }
        return ProgramStatus(daemon: daemon, daemonError: daemonError, store: store)
    }

    private static func isForbidden(_ error: any Error) -> Bool {
        guard let number = (error as? SystemCallError)?.number else { return false }
        return number == EACCES || number == EPERM
    }
}
