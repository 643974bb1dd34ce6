import Persistence
import PodcastModel

/// What the store knows of a feed, and what a document would do to it.
///
/// Nothing is written: a dry run ends here.
struct ImportPreparation {
    /// Whether the document may be imported.
    enum Verdict: Hashable {
        /// Nothing speaks against it.
        case clear
        /// It would change too much, but is believed: the document that is held agrees with it, or it is the third in a
        /// row that would be held for that reason, or the user has accepted it.
        case confirmed
        /// It would change too much, and is the first, or unlike the one before.
        case held(HoldFinding)
        /// It would change too much, and has to be compared with the document that is held back.
        case undecided
        /// It is like one that the user has refused.
        case refused(HoldFinding)
    }

    /// Nil for a feed that the store does not know.
    let subscriptionID: Int64?
    /// The podcast's row; nil before the first import.
    let podcastID: Int64?
    let history: RefreshHistory?
    let stored: StoredEpisodes
    /// The circumstances in which the items were matched.
    let document: MatchDocument
    let plan: MatchPlan
    /// Set if that is the plan that was made ahead.
    let planned: PlanAhead?
    let verdict: Verdict

    init(
        parsed: ParseFeedOperation.Output,
        subscriptionID: Int64?,
        history: RefreshHistory?,
        stored: StoredEpisodes,
        planned: PlanAhead? = nil,
        held: HeldReading? = nil,
        isAccepted: Bool = false,
        now: Timestamp,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
        self.subscriptionID = subscriptionID
        self.history = history
        podcastID = history?.podcastID
        self.stored = stored
        let document = MatchDocument(of: parsed, after: history, at: now)
        self.document = document
        self.planned = planned.flatMap { $0.holds(in: document) ? $0 : nil }
        var plan =
            self.planned?.plan
            ?? EpisodeMatcher.plan(incoming: parsed.episodes, stored: stored, document: document)
        // What waits may be on another page now, which a refresh that finds this one unchanged does not read.
        if parsed.document.podcast.isOnePageOfSeveral { plan.removalsDue = [:] }
        self.plan = plan
        guard let podcastID, let subscriptionID, !parsed.isDelta else {
            verdict = .clear
            return
        }
        let judge = DocumentJudge(
            plan: plan,
            incoming: parsed.episodes,
            stored: stored.identities,
            previousItemCount: history?.lastDocumentItemCount
        )
        let finding = try judge.finding { () throws(PersistenceError) in
            let stored = try unit.podcasts.podcast(id: podcastID)
            return DocumentJudge.Names(stored: stored, document: parsed.document.podcast)
        }
        guard let finding else {
            verdict = isAccepted ? .confirmed : .clear
            return
        }
        verdict =
            isAccepted
            ? .confirmed
            : Self.verdict(
                on: finding,
                parsed,
                known: try unit.heldDocuments.head(of: subscriptionID),
                held: held
            )
    }

    /// How many documents in a row, this one included, have been much shorter
    /// than the last that was believed.
    var massDropSightings: Int { document.massDropSightings }

    /// Whether the document is much shorter than before and has not been seen
    /// often enough to be believed (identity C6 34).
    var isUnbelievedDrop: Bool {
        verdict != .confirmed && massDropSightings > 0 && massDropSightings < AbsenceRules.massDropConfirmations
    }
}

extension ImportPreparation {
    /// Whether a document is believed that would change too much, after another one that was held back.
    private static func verdict(
        on finding: HoldFinding,
        _ parsed: ParseFeedOperation.Output,
        known: HeldDocument.Head?,
        held: HeldReading?
    ) -> Verdict {
        guard let known, known.reason == finding.reason.rawValue else { return .held(finding) }
        if known.isRefused { return .refused(finding) }
        // With the guids of others it would be wrong however often it came: the next one is read without them.
        if finding.guidsAreUnreliable { return .held(finding) }
        if known.bodyDigest == parsed.digest { return .confirmed }
        guard let held, held.digest == known.bodyDigest else { return .undecided }
        let agrees = held.parsed.map { DocumentAgreement(held: $0.side, new: parsed.side).confirms(finding) } ?? false
        return agrees || known.sightings + 1 >= HoldFinding.believedSightings ? .confirmed : .held(finding)
    }
}

extension ParseFeedOperation.Output {
    fileprivate var side: DocumentAgreement.Side {
        DocumentAgreement.Side(podcast: document.podcast, items: episodes)
    }
}
