import FeedImporting
import FeedLoading
import Foundation
import Persistence
package import PodcastModel

extension ImporterApp {
    /// Imports the document that is held back for a feed, whatever it changes.
    ///
    /// - Parameter reference: the number or address of the subscription.
    /// - Returns: what was done.
    /// - Throws: ``ImporterAppError``, also if no document is held.
    package func acceptHeldDocument(of reference: String) async throws(ImporterAppError) -> FeedImportResult {
        let id = try await subscription(reference).subscription.id
        let loader = try makeLoader()
        return try await withStore(.changing) { persistence in
            let importer = FeedImporter(
                loader: loader,
                persistence: persistence,
                configuration: settings.pipeline,
                now: Self.now,
                logger: logger
            )
            let result: FeedImportResult?
            do {
                result = try await importer.importHeldDocument(of: id)
            } catch let failure as ImportFailure {
                throw ImporterAppError(failure.failureClass == .storage ? .storage : .feed, failure.message)
            }
            await loader.shutdown()
            guard let result else { throw Self.nothingHeld(reference) }
            return result
        }
    }

    /// Refuses the document that is held back for a feed, and those like it.
    ///
    /// - Parameter reference: the number or address of the subscription.
    /// - Returns: the subscription as it is now.
    /// - Throws: ``ImporterAppError``, also if no document is held.
    package func refuseHeldDocument(of reference: String) async throws(ImporterAppError) -> SubscriptionDetails {
        let id = try await subscription(reference).subscription.id
        let now = Self.now()
        let isHeld = try await withStore(.changing) { persistence in
            try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                try unit.heldDocuments.refuse(of: id, at: now)
            }
        }
        guard isHeld else { throw Self.nothingHeld(reference) }
        return try await subscription(String(id))
    }

    private static func nothingHeld(_ reference: String) -> ImporterAppError {
        ImporterAppError(.notFound, "\(reference): no document is held back; see `podimport subscription list --held`")
    }
}
