import FeedLoading
import Persistence
import PodcastModel

/// A document that has been read, on its way into the store.
struct ParsedFeedImport: Sendable {
    let parsed: ParseFeedOperation.Output
    let request: FeedImportRequest
    let tools: ImportTools
    /// Whether the user has accepted the document, whatever it changes.
    var isAccepted = false

    /// Writes it, and says what was done.
    func write() async throws -> FeedImportResult {
        let work = FeedImportUnit(
            parsed: parsed,
            request: request,
            policy: tools.policy,
            isAccepted: isAccepted,
            editHistoryLimit: tools.editHistoryLimit,
            now: tools.now()
        )
        // The context is made here, where it is used, so that no operation that
        // waits in the queue holds one.
        let context = try tools.persistence.newBackgroundContext()
        let clock = ContinuousClock()
        let start = clock.now
        let stored = try await context.save { unit throws(PersistenceError) in try work.run(in: unit) }
        var result = result(stored.outcome, warnings: stored.warnings)
        result.podcastID = stored.podcastID
        result.episodeCount = stored.episodeCount
        result.seconds.import = start.duration(to: clock.now).inSeconds
        return result
    }

    /// Says what would be done, and writes nothing.
    func preview() async throws -> FeedImportResult {
        let now = tools.now()
        let (parsed, state) = (parsed, request.refreshState)
        let clock = ContinuousClock()
        let start = clock.now
        let (preparation, difference) = try await tools.persistence.mainContext().perform {
            unit throws(PersistenceError) in
            let preparation = try ImportPreparation(
                parsed: parsed,
                subscriptionID: state?.subscriptionID,
                now: now,
                in: unit
            )
            let difference = try ImportDifference(
                preparation,
                incoming: parsed.episodes,
                documentIsComplete: parsed.document.complete,
                in: unit
            )
            return (preparation, difference)
        }
        var warnings = preparation.plan.warnings
        var outcome = ImportOutcome.imported(difference.counts)
        switch preparation.verdict {
        case .clear, .confirmed: break
        case .held(let finding):
            warnings.append(FeedImportUnit.warning(ofHeld: finding))
            outcome = .postponed(until: nil)
        case .refused(let finding):
            warnings.append(FeedImportUnit.warning(ofRefused: finding))
            outcome = .postponed(until: nil)
        }
        var result = result(outcome, warnings: warnings)
        result.podcastID = preparation.podcastID
        result.episodeCount = preparation.identities.count
        result.differences = difference.differences
        result.seconds.import = start.duration(to: clock.now).inSeconds
        return result
    }

    private func result(_ outcome: ImportOutcome, warnings: [ImportWarning]) -> FeedImportResult {
        var result = FeedImportResult(feed: request.name, outcome: outcome)
        result.title = parsed.document.podcast.title
        result.warnings = parsed.document.warnings + warnings
        result.describe(parsed.response, of: request)
        if parsed.isDiscovered { result.redirectedTo = parsed.source.feedURL }
        return result
    }
}
