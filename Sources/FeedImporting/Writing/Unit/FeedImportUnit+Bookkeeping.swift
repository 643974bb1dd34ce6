import FeedLoading
import FeedParsing
import Persistence
import PodcastModel

extension FeedImportUnit {
    /// What is remembered of the document.
    func document(_ preparation: ImportPreparation) -> RefreshSuccess.Document {
        let isDrop = preparation.isUnbelievedDrop
        let previousCount = preparation.history?.lastDocumentItemCount
        // A part of a feed says nothing of the length of the whole.
        let keepsCount = isDrop || parsed.isDelta || !parsed.document.complete
        let mustBeLookedAt = mustBeLookedAt(preparation)
        return RefreshSuccess.Document(
            // A document that is not believed yet must be read again, whole.
            bodyDigest: isDrop || parsed.isDelta ? nil : parsed.digest,
            parserVersion: FeedDocumentReader.version,
            itemCount: keepsCount ? previousCount ?? parsed.episodes.count : parsed.episodes.count,
            massDropSightings: isDrop ? preparation.massDropSightings : 0,
            itemsDigest: mustBeLookedAt ? nil : parsed.itemsDigest,
            itemBlockDigest: mustBeLookedAt ? nil : parsed.itemBlock?.digest,
            isCut: !parsed.document.complete
        )
    }

    /// Remembers the items one by one, so that the next document's need not all be read.
    func remember(
        _ preparation: ImportPreparation,
        of subscriptionID: Int64,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
        let memory =
            preparation.planned.map(\.itemMemory)
            ?? ItemMemory(of: parsed, plan: preparation.plan, stored: preparation.stored)?.bytes
        try unit.refreshes.setItemMemory(memory, of: subscriptionID)
    }

    /// Remembers other bytes of the same items.
    ///
    /// Those items that were known one by one are still known.
    func remember(_ block: KnownItemBlock, of subscriptionID: Int64, in unit: UnitOfWork) throws(PersistenceError) {
        var memory =
            try unit.refreshes.itemMemory(of: subscriptionID).flatMap(ItemMemory.init(bytes:))
            ?? ItemMemory(block: block.digest, findings: block.findings)
        (memory.block, memory.findings) = (block.digest, block.findings)
        try unit.refreshes.setItemMemory(memory.bytes, of: subscriptionID)
    }

    /// Whether the same items again could have another effect, or a warning is due each time.
    private func mustBeLookedAt(_ preparation: ImportPreparation) -> Bool {
        preparation.isUnbelievedDrop || parsed.isDelta || !parsed.document.complete
            || preparation.history?.addressHasChanged == true || !preparation.plan.warnings.isEmpty
            || preparation.plan.guidsAreUnreliable || parsed.document.hasUnreliableGuids
    }

    /// What the document was asked for with: neither a web page nor a redirect gets to send a password elsewhere (http
    /// polling A6 63).
    private var sentCredentials: FeedCredentials? {
        if parsed.isDiscovered, case .http(let page) = request.source, case .http(let feed) = parsed.source,
            page.origin != feed.origin
        {
            return nil
        }
        return request.credentialsToSend(to: parsed.response.validators.url, from: parsed.source)
    }

    /// Whether the document ends too soon, and is not the very one that did so the last time.
    ///
    /// It may have been cut on its way, and is asked for again as a whole (http polling A1 9, A3 43). What comes twice
    /// with the same bytes is like that at its source; its validators mean as much as any others. So do those of a
    /// document of which we have left the rest.
    private func isCutAnew(after state: RefreshState) -> Bool {
        guard !parsed.document.complete, parsed.response.cutAt == nil else { return false }
        return !state.lastDocumentIsCut || state.bodyDigest != parsed.digest
    }

    /// Validators, schedule and the record of the fetch, in the same unit as
    /// the episodes they belong to (http polling A1 9).
    func record(
        _ outcome: ImportOutcome,
        document: RefreshSuccess.Document?,
        of subscriptionID: Int64,
        isRefused: Bool = false,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
        var known = request.refreshState
        if known?.subscriptionID != subscriptionID { known = try unit.refreshes.state(id: subscriptionID) }
        guard let known else { throw .notFound(entity: "subscription", id: subscriptionID) }
        // Before anything is written: storing credentials makes a feed due that fails.
        let standing = try unit.refreshes.standing(of: subscriptionID, at: now)
        // Another interval holds from the end of this attempt on.
        let state = known.changing { state in
            state.overrides = standing.overrides
            if let releaseTimes = document?.releaseTimes { state.releaseTimes = releaseTimes }
        }
        let refuses = try RefusedConditions.areUsual(
            after: parsed.response,
            of: state,
            policy: policy,
            at: now,
            in: unit
        )
        let success = success(after: state, document: document, isRefused: isRefused, refusesConditions: refuses)
        if let credentials = request.newCredentials, !parsed.isDiscovered {
            try unit.subscriptions.setCredentials(credentials, of: subscriptionID, at: now)
        }
        try unit.refreshes.recordSuccess(success, of: subscriptionID, standing: standing)
        let fetch = FetchRecord(parsed.response, outcome: outcome, at: now)
        try unit.fetches.record(fetch, of: subscriptionID)
        try unit.subscriptions.noteFallbacks(of: parsed.response, to: request, after: state, at: now)
    }

    /// What is to be remembered of the answer, and when the feed is due next.
    private func success(
        after state: RefreshState,
        document: RefreshSuccess.Document?,
        isRefused: Bool,
        refusesConditions: Bool
    ) -> RefreshSuccess {
        let isCutAnew = isCutAnew(after: state)
        let decision = RefreshDecision(
            after: .success(parsed.response),
            of: state,
            hints: PollingHints(parsed.document.podcast),
            // Once, asking for the whole of it soon may mend it; what the user does not want it does not.
            alwaysBringsAll: isRefused || isCutAnew && state.lastDocumentIsCut,
            refusesConditions: refusesConditions,
            policy: policy,
            now: now
        )
        var success = RefreshSuccess(
            parsed.response,
            of: state,
            decision,
            at: now,
            validatorsMark: request.validatorsMark(sent: sentCredentials, isCut: !parsed.document.complete),
            document: document,
            confirmsListing: document != nil && parsed.document.complete
        )
        // Without a digest nothing may keep the same document from being read again; but with what is new since the
        // last version, the store has the version that the ETag of a delta names (http polling A1 17b).
        let isBelieved = document.map { $0.bodyDigest != nil || parsed.isDelta } ?? false
        if document == nil {
            (success.validators, success.validatorsAt) = (state.validators, state.validatorsAt ?? now)
            success.validatorsMark = state.validatorsMark
        } else if isAccepted || !isBelieved || isCutAnew || refusesConditions {
            // Those of the document before would be answered by a 304 as soon as the server is back at it, and the
            // store would keep what has come since.
            success.validators = HTTPValidators()
        }
        return success
    }
}
