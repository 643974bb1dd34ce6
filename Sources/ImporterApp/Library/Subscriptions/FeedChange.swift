import FeedImporting
import Persistence
import PodcastModel

/// One thing the user wants of a feed.
enum FeedChange: Sendable {
    case setting(FeedSetting, value: String?)
    case credentials(FeedCredentials?)
    case move(feedURL: String, credentials: FeedCredentials?)
    case takeBackMove

    var isMove: Bool {
        switch self {
        case .setting, .credentials: false
        case .move, .takeBackMove: true
        }
    }

    var isCredentials: Bool {
        if case .credentials = self { true } else { false }
    }

    /// Does it, or says why it cannot be done.
    func apply(
        to id: Int64,
        _ policy: RefreshPolicy,
        at now: Timestamp,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> ImporterAppError? {
        switch self {
        case .setting(let setting, let value):
            guard try unit.refreshes.history(of: id).overrides[setting.key] != value else { return nil }
            try unit.subscriptions.setOverride(setting.key, to: value, of: id)
            if setting.changesLoading {
                try unit.refreshes.retryIfFailing(id, because: "its setting \(setting.key) was changed", at: now)
            } else {
                try ImporterApp.decideAnew(id, policy, in: unit)
            }
            return nil
        case .credentials(let credentials):
            try unit.subscriptions.setCredentials(credentials, of: id, at: now)
            return nil
        case .move(let feedURL, let credentials):
            let former = try unit.subscriptions.subscription(id: id)?.feedURL
            let outcome = try unit.subscriptions.move(id, to: feedURL, cause: .user, at: now)
            guard outcome == .moved else { return try Self.refusal(of: outcome, in: unit) }
            try unit.subscriptions.noteNamedByUser(feedURL, of: id)
            if let credentials { try unit.subscriptions.setCredentials(credentials, of: id, at: now) }
            if former != feedURL { try unit.subscriptions.beginAnew(id, at: now) }
            return nil
        case .takeBackMove:
            guard let outcome = try unit.subscriptions.undoMove(of: id, at: now) else {
                return ImporterAppError(.usage, "url: the feed has made no move that could be taken back")
            }
            if outcome == .moved { try unit.subscriptions.beginAnew(id, at: now) }
            try Self.leaveIfPiped(id, at: now, in: unit)
            return try Self.refusal(of: outcome, in: unit)
        }
    }

    /// Stops following a feed that came from standard input before it was given an address: there it cannot be asked.
    private static func leaveIfPiped(_ id: Int64, at now: Timestamp, in unit: UnitOfWork) throws(PersistenceError) {
        guard let feedURL = try unit.subscriptions.subscription(id: id)?.feedURL,
            StandardInputAddress.isOne(feedURL)
        else { return }
        try unit.subscriptions.unsubscribe(id, purges: false, at: now)
        // Whoever names the address that was taken back means the feed there, and would follow this one again.
        try unit.subscriptions.forgetFormerAddresses(of: id)
    }

    private static func refusal(
        of outcome: MoveOutcome,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> ImporterAppError? {
        guard case .duplicate(let other) = outcome else { return nil }
        guard let holder = try unit.subscriptions.subscription(id: other), holder.state == .unfollowed else {
            return ImporterAppError(.usage, "url: subscription \(other) has this address; remove one of the two")
        }
        return ImporterAppError(
            .usage,
            "url: subscription \(other) has this address; it is no longer followed, but its episodes are kept "
                + "(\(holder.episodeCount)). `podimport subscription remove --purge \(other)` frees the address, "
                + "and deletes them"
        )
    }
}
