import GRDB
package import PodcastModel

/// Why an address changes.
package enum MoveCause: String, Sendable, Hashable, CaseIterable {
    /// Permanent redirects only.
    case redirect
    /// The feed names its new address (itunes:new-feed-url).
    case newFeedURL = "new-feed-url"
    /// The site of the show leads there: a proposal, for the user to take up.
    case site
    /// The user said so.
    case user
    /// A move was taken back.
    case undo
}

/// An address a feed says it has moved to, waiting to be confirmed.
package struct PendingMove: Sendable, Hashable {
    package let feedURL: String
    package let cause: MoveCause
    /// How many refreshes have seen it.
    package let sightings: Int
    package let firstSeenAt: Timestamp
    package let lastSeenAt: Timestamp
    /// When its address was last looked at in vain; nil if it was not.
    package let lookedAt: Timestamp?
    /// What was wrong there, in one line.
    package let problem: String?

    init?(row: inout RowReader) throws(PersistenceError) {
        let feedURL = row.text()
        let cause: MoveCause? = try row.word()
        let (sightings, first, last) = (row.count(), row.time(), row.time())
        (lookedAt, problem) = (row.time(), row.text())
        guard let feedURL, let cause, let sightings, let first, let last else { return nil }
        self.feedURL = feedURL
        self.cause = cause
        self.sightings = sightings
        firstSeenAt = first
        lastSeenAt = last
    }
}

/// What came of moving a subscription.
package enum MoveOutcome: Sendable, Hashable {
    case moved
    /// The new address is followed already, by this subscription.
    case duplicate(of: Int64)
}

extension SubscriptionStore {
    /// Notes that a refresh saw a move to this address; another address than
    /// last time starts the count again, and so does a redirect to what the site
    /// has led to: the feed itself has not said so before.
    package func noteMove(
        of id: Int64,
        to feedURL: String,
        cause: MoveCause,
        at now: Timestamp
    ) throws(PersistenceError) -> PendingMove? {
        let isSeenAgain = "pendingMoveURL = ?1 AND (pendingMoveCause = 'site') = (?3 = 'site')"
        try unit.execute(
            """
            UPDATE subscription SET
              pendingMoveSightings = CASE WHEN \(isSeenAgain) THEN min(pendingMoveSightings, \(RowReader.largestCount)) + 1 ELSE 1 END,
              pendingMoveFirstSeenAt = CASE WHEN \(isSeenAgain) THEN pendingMoveFirstSeenAt ELSE ?2 END,
              pendingMoveLookedAt = CASE WHEN \(isSeenAgain) THEN pendingMoveLookedAt END,
              pendingMoveProblem = CASE WHEN \(isSeenAgain) THEN pendingMoveProblem END,
              pendingMoveLastSeenAt = ?2, pendingMoveCause = ?3, pendingMoveURL = ?1, pendingMoveKey = ?5
            WHERE id = ?4
            """,
            [feedURL, now.epochSeconds, cause.rawValue, id, NewSubscription.dedupKey(of: feedURL)]
        )
        return try unit.refreshes.history(of: id).pendingMove
    }

    /// The subscriptions that are seen to move to this address, in any spelling, by number; without duplicates, for
    /// others are asked in their place.
    package func subscriptions(movingTo feedURL: String) throws(PersistenceError) -> [Int64] {
        try unit.fetch(
            "SELECT id FROM subscription WHERE pendingMoveKey = ? AND duplicateOf IS NULL ORDER BY id",
            [NewSubscription.dedupKey(of: feedURL)]
        ) { row in row.requiredInteger() }
    }

    /// Notes that a pending move leads to nothing that could be taken for the feed.
    package func noteLook(
        at feedURL: String,
        problem: String,
        of id: Int64,
        at now: Timestamp
    ) throws(PersistenceError) {
        try unit.execute(
            """
            UPDATE subscription SET pendingMoveLookedAt = ?, pendingMoveProblem = ? WHERE id = ? AND pendingMoveURL = ?
            """,
            [now.epochSeconds, problem, id, feedURL]
        )
    }

    /// Forgets a move that was not seen again.
    package func forgetMove(of id: Int64) throws(PersistenceError) {
        try unit.execute(
            """
            UPDATE subscription SET pendingMoveURL = NULL, pendingMoveCause = NULL, pendingMoveSightings = NULL,
              pendingMoveFirstSeenAt = NULL, pendingMoveLastSeenAt = NULL, pendingMoveLookedAt = NULL,
              pendingMoveProblem = NULL, pendingMoveKey = NULL
            WHERE id = ? AND pendingMoveURL IS NOT NULL
            """,
            [id]
        )
    }

    /// Gives a subscription its new address; the old one is remembered.
    ///
    /// Validators and body digest belong to an address and are dropped (http
    /// polling A1 10), unless it is the same document under another name and the
    /// new address gave them; so are user name and password if the new address
    /// is of another origin (A6 63). What a user meant by a private address is
    /// meant of no other host (A7 67). The reading of later pages that was interrupted
    /// begins anew there, for they are the old address's. If another subscription has the new address, nothing is
    /// changed: see ``markDuplicate(_:of:at:)``.
    package func move(
        _ id: Int64,
        to feedURL: String,
        cause: MoveCause,
        keepsValidators: Bool = false,
        at now: Timestamp
    ) throws(PersistenceError) -> MoveOutcome {
        let dedupKey = NewSubscription.dedupKey(of: feedURL)
        let other = try unit.fetchOne(
            "SELECT id FROM subscription WHERE (dedupKey = ? OR feedURL = ?) AND id <> ? LIMIT 1",
            [dedupKey, feedURL, id]
        ) { row in row.requiredInteger() }
        if let other { return .duplicate(of: other) }
        let head = try head(of: id)
        guard head.feedURL != feedURL else { return .moved }
        let isValidated = try unit.refreshes.state(id: id)?.validators.url == feedURL
        try unit.execute(
            """
            INSERT INTO feedURLHistory (subscriptionId, feedURL, dedupKey, leftAt, cause)
            SELECT id, feedURL, dedupKey, ?, ? FROM subscription WHERE id = ?
            """,
            [now.epochSeconds, cause.rawValue, id]
        )
        try unit.execute(
            """
            UPDATE subscription SET feedURL = ?1, dedupKey = ?2, namedByUser = namedByUser AND ?4, validatorsURL = NULL,
              pendingPageURL = CASE WHEN pendingPageURL IS NOT NULL THEN ?1 END, pendingPageFailures = 0,
              pendingPageClosesGap = 0, schemeIsAssumed = 0
            WHERE id = ?3
            """,
            [feedURL, dedupKey, id, Self.isSameHost(head.feedURL, feedURL)]
        )
        if !keepsValidators || !isValidated { try unit.refreshes.dropValidators(of: id) }
        if !Self.sharesCredentials(head.feedURL, feedURL) { try storeCredentials(nil, of: id) }
        try forgetMove(of: id)
        try record(.update, of: id, head, fields: ["feedURL"], at: now)
        return .moved
    }

    /// Whether what was given for one address may be sent to another: within an
    /// origin, and to the same host once it has learned https.
    static func sharesCredentials(_ old: String, _ new: String) -> Bool {
        guard let old = FeedURL(ifValid: old), let new = FeedURL(ifValid: new) else { return false }
        let isUpgrade = new.scheme == "https" && old.host == new.host && old.port == nil && new.port == nil
        return old.origin == new.origin || isUpgrade
    }

    static func isSameHost(_ old: String, _ new: String) -> Bool {
        guard let old = FeedURL(ifValid: old), let new = FeedURL(ifValid: new) else { return false }
        return old.host == new.host
    }

    /// The address that a subscription had before its last move, if nobody
    /// wished that move.
    package func addressBeforeMove(of id: Int64) throws(PersistenceError) -> String? {
        let last = try unit.fetchOne(
            "SELECT feedURL, cause FROM feedURLHistory WHERE subscriptionId = ? ORDER BY id DESC LIMIT 1",
            [id]
        ) { row throws(PersistenceError) in (feedURL: row.requiredText(), cause: try row.requiredWord() as MoveCause) }
        guard let last, last.cause == .redirect || last.cause == .newFeedURL else { return nil }
        return last.feedURL
    }

    /// Whether a subscription once had this address, in any spelling, and left it.
    package func hasLeft(_ feedURL: String, subscription id: Int64) throws(PersistenceError) -> Bool {
        try unit.fetchInteger(
            "SELECT count(*) FROM feedURLHistory WHERE subscriptionId = ? AND dedupKey = ?",
            [id, NewSubscription.dedupKey(of: feedURL)]
        ) > 0
    }

    /// Whether a subscription once had this address, in any spelling, and a move away from it was made by the user, or
    /// was one back to where it was before.
    package func hasTurnedBack(from feedURL: String, subscription id: Int64) throws(PersistenceError) -> Bool {
        try unit.fetchInteger(
            """
            SELECT count(*) FROM feedURLHistory WHERE subscriptionId = ? AND dedupKey = ? AND cause IN ('user', 'undo')
            """,
            [id, NewSubscription.dedupKey(of: feedURL)]
        ) > 0
    }

    /// Takes back the last move that has not been taken back yet; nil if there is none.
    package func undoMove(of id: Int64, at now: Timestamp) throws(PersistenceError) -> MoveOutcome? {
        let history = try unit.fetch(
            "SELECT feedURL, cause FROM feedURLHistory WHERE subscriptionId = ? ORDER BY id",
            [id]
        ) { row throws(PersistenceError) in (feedURL: row.requiredText(), cause: try row.requiredWord() as MoveCause) }
        var path: [String] = []
        for step in history {
            if step.cause == .undo { _ = path.popLast() } else { path.append(step.feedURL) }
        }
        guard let before = path.last else { return nil }
        return try move(id, to: before, cause: .undo, at: now)
    }

    /// Forgets which addresses a subscription had before: nobody who names one of them means it any more.
    package func forgetFormerAddresses(of id: Int64) throws(PersistenceError) {
        try unit.execute("DELETE FROM feedURLHistory WHERE subscriptionId = ?", [id])
    }
}
