import Persistence
import PodcastModel

/// Says what an import would do, item by item, without doing it.
struct ImportDifference {
    let counts: ImportCounts
    /// What only a document that is held back lists, items in document order, then the episodes that are not listed.
    let differences: [EpisodeDifference]
    /// What is odd about the items.
    let warnings: [ImportWarning]

    init(
        _ preparation: ImportPreparation,
        incoming: [IncomingEpisode],
        documentIsComplete: Bool,
        held: ParseFeedOperation.Output?,
        at now: Timestamp,
        in unit: UnitOfWork
    ) throws(PersistenceError) {
        var account = DifferenceAccount(preparation.plan, of: incoming, documentIsComplete: documentIsComplete)
        if preparation.verdict == .confirmed, let held {
            try account.begin(with: held, preparation, at: now, in: unit)
        }
        try account.addItems(in: unit)
        try account.addAbsences(among: preparation.stored.identities, held: held, in: unit)
        counts = account.result.counts(after: account.changed.result)
        differences = account.differences
        warnings = account.plan.warnings
    }
}
