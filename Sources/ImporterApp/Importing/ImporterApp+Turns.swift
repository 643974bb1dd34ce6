import FeedImporting
import Logging

extension ImporterApp {
    /// The file by which the processes that share a store take turns, at hosts
    /// and at the names of consumers; nil if it cannot be had, which is logged.
    ///
    /// - Parameter storePath: where the store is.
    /// - Returns: the file beside it.
    func turnFile(besideStore storePath: String) -> TurnFile? {
        do {
            return try TurnFile(path: Self.turnPath(besideStore: storePath), beside: storePath)
        } catch {
            logger.warning(
                "no turns are taken with other processes on this store",
                metadata: ["error": "\(error)"]
            )
            return nil
        }
    }

    /// Where the file is.
    static func turnPath(besideStore storePath: String) -> String { storePath + "-turns" }
}
