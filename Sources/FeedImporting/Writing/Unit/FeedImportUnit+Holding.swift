import FeedLoading
import Persistence
import PodcastModel

extension FeedImportUnit {
    static func warning(ofHeld finding: HoldFinding, isDryRun: Bool = false) -> ImportWarning {
        let advice = "a second one that agrees is imported, or `podimport subscription accept` does it now"
        return ImportWarning(
            kind: .held,
            detail: "the document \(isDryRun ? "would be" : "is") held back (\(finding.reason.rawValue)): "
                + finding.detail + (isDryRun ? "" : "; " + advice)
        )
    }

    static func warning(ofRefused finding: HoldFinding) -> ImportWarning {
        ImportWarning(
            kind: .refused,
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
        let before = try unit.heldDocuments.head(of: subscriptionID)
        try unit.heldDocuments.hold(
            subscriptionID,
            body: parsed.body?.bytes ?? [],
            bodyDigest: parsed.digest,
            contentType: parsed.response.heldContentType,
            reason: finding.reason.rawValue,
            detail: finding.detail,
            at: now
        )
        // Once may be a mistake, and guids are given up for good.
        if finding.guidsAreUnreliable, before?.reason == finding.reason.rawValue {
            try unit.subscriptions.setGUIDUnreliable(true, of: subscriptionID)
        }
        return try leave(preparation, subscriptionID, Self.warning(ofHeld: finding), in: unit)
    }

    /// Writes the document that was held back, and then this one, for which it is believed: what only the first one
    /// lists is an episode that has left the feed since.
    ///
    /// - Returns: what was done; nil if this document says all.
    func writeBoth(
        _ preparation: ImportPreparation,
        _ subscriptionID: Int64,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Outcome? {
        guard !isAccepted, let first = held?.parsed, let podcastID = preparation.podcastID else { return nil }
        let plan = preparation.stored.plan(ofHeld: first, at: now)
        let writer = EpisodePlanWriter(
            plan: plan,
            incoming: first.episodes,
            aliases: preparation.stored.aliases,
            podcastID: podcastID,
            documentIsComplete: first.document.complete,
            lastSeenAt: now,
            editHistoryLimit: editHistoryLimit,
            now: now
        )
        let written = try writer.write(in: unit)
        try first.episodes.checkTexts()
        let second = try ImportPreparation(
            parsed: parsed,
            subscriptionID: subscriptionID,
            history: preparation.history,
            stored: try StoredEpisodes(ofPodcast: podcastID, in: unit),
            isAccepted: true,
            now: now,
            in: unit
        )
        return try write(second, subscriptionID, after: written, in: unit)
    }

    /// Imports nothing; the feed was asked, and will be asked for the same again: soon, unless the user has refused it.
    func leave(
        _ preparation: ImportPreparation,
        _ subscriptionID: Int64,
        _ warning: ImportWarning,
        isRefused: Bool = false,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Outcome {
        let outcome = ImportOutcome.postponed(until: nil)
        try record(outcome, document: nil, of: subscriptionID, isRefused: isRefused, in: unit)
        return Outcome(
            outcome: outcome,
            subscriptionID: subscriptionID,
            podcastID: preparation.podcastID,
            episodeCount: preparation.stored.identities.count,
            warnings: [warning],
            episodeIDs: [],
            endsWithNews: false
        )
    }
}

extension StoredEpisodes {
    /// What a document that was held back does to the episodes.
    ///
    /// What is missing from it means nothing: the one that confirms it says what is missing now.
    func plan(ofHeld document: ParseFeedOperation.Output, at now: Timestamp) -> MatchPlan {
        let isWhole = document.document.complete && !document.document.podcast.isOnePageOfSeveral
        let circumstances = MatchDocument(
            now: now,
            isFirstImport: false,
            isComplete: isWhole,
            showPage: document.document.podcast.link
        )
        var plan = EpisodeMatcher.plan(incoming: document.episodes, stored: self, document: circumstances)
        (plan.absences, plan.removalsDue) = ([], nil)
        return plan
    }
}
