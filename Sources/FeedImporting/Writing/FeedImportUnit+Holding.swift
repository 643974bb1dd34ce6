import FeedLoading
import Persistence
import PodcastModel

extension FeedImportUnit {
    /// The kind of the warning that a document is held back.
    static let heldWarning = "held"
    /// The kind of the warning that a document is like one that was refused.
    static let refusedWarning = "refused"

    static func warning(ofHeld finding: HoldFinding) -> ImportWarning {
        ImportWarning(
            kind: heldWarning,
            detail: "the document is held back (\(finding.reason.rawValue)): \(finding.detail); "
                + "a second one that agrees is imported, or `podimport subscription accept` does it now"
        )
    }

    static func warning(ofRefused finding: HoldFinding) -> ImportWarning {
        ImportWarning(
            kind: refusedWarning,
            detail: "the document is like the one you refused (\(finding.reason.rawValue)): \(finding.detail)"
        )
    }

    /// Keeps the document for a decision; the episodes stay as they are.
    func hold(
        _ finding: HoldFinding,
        _ preparation: ImportPreparation,
        _ subscriptionID: Int64,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Outcome {
        _ = try unit.subscriptions.hold(
            subscriptionID,
            body: parsed.body?.bytes ?? [],
            bodyDigest: parsed.digest,
            contentType: parsed.response.heldContentType,
            reason: finding.reason.rawValue,
            detail: finding.detail,
            at: now
        )
        return try leave(preparation, subscriptionID, Self.warning(ofHeld: finding), in: unit)
    }

    /// Imports nothing; the feed was asked, and will be asked for the same again.
    func leave(
        _ preparation: ImportPreparation,
        _ subscriptionID: Int64,
        _ warning: ImportWarning,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Outcome {
        let outcome = ImportOutcome.postponed(until: nil)
        try record(outcome, document: nil, of: subscriptionID, in: unit)
        return Outcome(
            outcome: outcome,
            subscriptionID: subscriptionID,
            podcastID: preparation.podcastID,
            episodeCount: preparation.stored.identities.count,
            warnings: [warning],
            episodeIDs: []
        )
    }
}
