import Persistence
import PodcastModel

/// A dry run.
extension ParsedFeedImport {
    /// What an import would find, and what it would do.
    private struct Preview: Sendable {
        let preparation: ImportPreparation
        let difference: ImportDifference
        let sight: MoveSight
        var move = MoveUnit.Outcome.none
        /// What a first import warns of.
        var hints: [ImportWarning] = []
    }

    /// Says what would be done, and writes nothing.
    func preview() async throws -> FeedImportResult {
        let now = tools.now()
        let clock = ContinuousClock()
        let start = clock.now
        let seen = try await tools.persistence.mainContext().perform { [self] unit throws(PersistenceError) in
            try look(at: now, in: unit)
        }
        let (preparation, sight) = (seen.preparation, seen.sight)
        guard parsed.known?.move == nil || sight.isSameShow else { return try await ofOtherShow.preview() }
        guard !sight.leadsToAnotherShow else { throw ImportFailure.otherShow(feed: request.source.redacted) }
        if preparation.verdict == .undecided, let id = preparation.subscriptionID {
            return try await withWhatItTakes(.needsHeldDocument(of: id)).preview()
        }
        var result = result(of: seen)
        result.seconds.import = start.duration(to: clock.now).inSeconds
        return result
    }

    private func look(at now: Timestamp, in unit: UnitOfWork) throws(PersistenceError) -> Preview {
        let sight = try MoveSight(of: parsed, request: request, in: unit)
        let state = try state(at: now, in: unit)
        let history = try state.map { state throws(PersistenceError) in
            try unit.refreshes.history(of: state.subscriptionID)
        }
        let preparation = try ImportPreparation(
            parsed: parsed,
            subscriptionID: state?.subscriptionID,
            history: history,
            stored: try StoredEpisodes(ofPodcast: history?.podcastID, in: unit),
            held: held,
            now: now,
            in: unit
        )
        let difference = try ImportDifference(
            preparation,
            incoming: parsed.episodes,
            documentIsComplete: parsed.document.complete,
            held: held?.parsed,
            at: now,
            in: unit
        )
        try parsed.episodes.checkTexts()
        var preview = Preview(preparation: preparation, difference: difference, sight: sight)
        // A feed that the store does not know has no number yet, and nothing is pending.
        let moves = MoveUnit(subscriptionID: preparation.subscriptionID ?? 0, now: now)
        preview.move = try self.preview(sight, of: moves, after: history?.pendingMove, in: unit)
        if preparation.podcastID == nil {
            preview.hints = try FeedImportUnit.duplicateHints(of: parsed.document.podcast, exceptFor: nil, in: unit)
        }
        return preview
    }

    /// What the store knows of the feed: by the address that the import would store it under, if it was not known when
    /// it was asked for.
    ///
    /// That address is known when the document has been read: a web page has led to it, or the document was piped in and
    /// says itself what it is (``StandardInputAddress``).
    private func state(at now: Timestamp, in unit: UnitOfWork) throws(PersistenceError) -> RefreshState? {
        if let state = request.refreshState, !parsed.isDiscovered { return state }
        let resolution = SubscriptionResolution(parsed: parsed, request: request, now: now)
        return try unit.refreshes.state(forFeedURL: resolution.feedURL)
    }

    private func result(of seen: Preview) -> FeedImportResult {
        var warnings = seen.difference.warnings + seen.hints
        var outcome = ImportOutcome.imported(seen.difference.counts)
        switch seen.preparation.verdict {
        case .clear, .confirmed, .undecided: break
        case .held(let finding):
            warnings = [FeedImportUnit.warning(ofHeld: finding, isDryRun: true)]
            outcome = .postponed(until: nil)
        case .refused(let finding):
            warnings = [FeedImportUnit.warning(ofRefused: finding)]
            outcome = .postponed(until: nil)
        }
        let endsWithNews = seen.preparation.plan.endsWithNews
        if case .imported(let counts) = outcome,
            walk(seen.sight, after: counts, endsWithNews: endsWithNews) != nil
        {
            warnings.append(Self.morePages)
        }
        var result = result(outcome, warnings: warnings)
        result.podcastID = seen.preparation.podcastID
        result.episodeCount = seen.preparation.stored.identities.count
        result.differences = seen.difference.differences
        if case .imported = outcome { result.take(seen.move) }
        return result
    }
}
