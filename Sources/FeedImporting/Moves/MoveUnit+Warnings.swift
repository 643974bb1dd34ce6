import PodcastModel

extension MoveUnit.Outcome {
    /// What the user is told in the result.
    var warning: ImportWarning? {
        switch self {
        case .none, .examine, .search: nil
        case .unconfirmed(let target, let problem):
            ImportWarning(
                kind: .moveNotConfirmed,
                detail: "the feed says that it has moved to \(target.redacted), where it is not (\(problem)); "
                    + "it is asked where it was"
            )
        case .wouldExamine(let target):
            ImportWarning(
                kind: .mayMove,
                detail: "the feed says that it has moved; an import looks at \(target.redacted), and moves the "
                    + "subscription there if the same show is there"
            )
        case .proposed(let target, let follower?):
            ImportWarning(
                kind: .foundElsewhere,
                detail:
                    "the site of the show leads to it at \(target.redacted), which subscription \(follower) follows already"
            )
        case .proposed(let target, nil):
            ImportWarning(
                kind: .foundElsewhere,
                detail:
                    "the site of the show leads to it at \(target.redacted); `podimport subscription explain` shows "
                    + "the address, and `podimport subscription set` with url=ADDRESS moves the subscription there"
            )
        case .obstructed(let obstacle, let target):
            ImportWarning(kind: .moveNeedsYou, detail: obstacle.detail(target))
        case .moved(let target):
            ImportWarning(kind: .moved, detail: "the feed has moved; from now on \(target.redacted) is asked")
        case .duplicate(let id, let other, _):
            ImportWarning(
                kind: .duplicate,
                detail: "the feed has moved to that of subscription \(other), which is asked in the place of both; the "
                    + "store has the episodes of each: `podimport subscription remove --purge \(id)` deletes those of "
                    + "this one, and with \(other) those of the other, in whose place this one is asked again"
            )
        case .refused(let refusal, let target): ImportWarning(kind: refusal.warningKind, detail: refusal.detail(target))
        }
    }
}
