import Persistence
import PodcastModel

/// Documents of feeds that are seen to move to where the document was found (http polling A4 46g).
extension ParsedFeedImport {
    /// Whether the feed that the document is said to be of is still seen to move here; true if it is said to be of none
    /// that moves.
    func isStillMoving(in unit: UnitOfWork) throws(PersistenceError) -> Bool {
        guard let known = parsed.known, known.move != nil else { return true }
        let now = try asked.feedMovingHere(parsed.response, in: unit)
        return now?.move == known.move
            && now?.request.refreshState?.subscriptionID == known.request.refreshState?.subscriptionID
    }

    /// Weighs what the refresh of a subscription has seen of moves.
    ///
    /// A move whose end was named by the user is made. Any other by which the document was found has not been seen once
    /// more, nor has it ended, for the feed itself was not asked where it is.
    func note(
        _ sight: MoveSight,
        of subscriptionID: Int64,
        in unit: UnitOfWork,
        at now: Timestamp
    ) throws(PersistenceError) -> MoveUnit.Outcome {
        let moves = MoveUnit(subscriptionID: subscriptionID, now: now)
        guard let awaited = parsed.known?.move else {
            return try moves.note(sight.candidate, isSameShow: sight.isSameShow, in: unit)
        }
        guard awaited.isConfirmed else { return .none }
        return try moves.confirm(awaited.candidate, with: asked.ownCredentials, in: unit)
    }

    /// Says what ``note(_:of:in:at:)`` would come to.
    func preview(
        _ sight: MoveSight,
        of moves: MoveUnit,
        after pending: PendingMove?,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> MoveUnit.Outcome {
        guard let awaited = parsed.known?.move else {
            return try moves.preview(sight.candidate, isSameShow: sight.isSameShow, after: pending, in: unit)
        }
        return awaited.isConfirmed ? .moved(to: awaited.candidate.target) : .none
    }

    /// Says that the address is that of a feed which the store knew under another; nil if it did not.
    var knownFeedWarning: ImportWarning? {
        guard let known = parsed.known, let state = known.request.refreshState else { return nil }
        let id = state.subscriptionID
        let detail =
            known.move == nil
            ? "the address leads for good to that of subscription \(id), and stands for it"
            : "subscription \(id) is seen to move to where the address leads, which stands for it"
        let pause = "; that is paused, and `podimport subscription resume \(id)` has it asked again"
        return ImportWarning(kind: .knownFeed, detail: detail + (state.state == .paused ? pause : ""))
    }
}
