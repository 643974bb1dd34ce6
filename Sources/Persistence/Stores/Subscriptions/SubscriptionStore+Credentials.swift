import GRDB
package import PodcastModel

extension SubscriptionStore {
    /// Whether a feed has a user name and password of its own.
    package func hasCredentials(_ id: Int64) throws(PersistenceError) -> Bool {
        try credentials(of: id) != nil
    }

    func credentials(of id: Int64) throws(PersistenceError) -> FeedCredentials? {
        try unit.fetchOne("SELECT user, password FROM feedCredential WHERE subscriptionId = ?", [id]) { row in
            FeedCredentials(user: row.requiredText(), password: row.requiredText())
        }
    }

    /// Gives a known feed the credentials that came with its address, if it has none, or none that its server accepts.
    ///
    /// - Parameters:
    ///   - request: the address, as somebody named it.
    ///   - id: the subscription that is known by it.
    ///   - now: the time.
    /// - Returns: what became of them; nil if there are none, or the feed has these very ones. It keeps others, for
    ///   nobody has tried these yet, and if it has moved since, these are not for its server (http polling A6 63).
    /// - Throws: ``PersistenceError``.
    package func takeCredentials(
        of request: NewSubscription,
        for id: Int64,
        at now: Timestamp
    ) throws(PersistenceError) -> CredentialsUse? {
        guard let credentials = request.credentials else { return nil }
        let stored = try self.credentials(of: id)
        if stored == credentials { return nil }
        let head = try head(of: id)
        guard stored == nil || head.state == .needsAuth,
            NewSubscription.dedupKey(of: head.feedURL) == request.dedupKey
        else { return .left }
        try setCredentials(credentials, of: id, at: now)
        return .taken
    }

    /// Stores the user name and password of a feed, or forgets them.
    ///
    /// A feed that fails is due at once with others than it had: it may have
    /// failed for want of them (http polling A3 35).
    package func setCredentials(
        _ credentials: FeedCredentials?,
        of id: Int64,
        at now: Timestamp
    ) throws(PersistenceError) {
        guard try self.credentials(of: id) != credentials else { return }
        try storeCredentials(credentials, of: id)
        try unit.refreshes.retryIfFailing(id, because: DueReason.otherCredentials, at: now)
    }

    /// The validators belong to what those credentials were shown, so they are
    /// dropped (http polling A1 10).
    func storeCredentials(_ credentials: FeedCredentials?, of id: Int64) throws(PersistenceError) {
        if let credentials {
            try unit.execute(
                """
                INSERT INTO feedCredential (subscriptionId, user, password) VALUES (?, ?, ?)
                ON CONFLICT (subscriptionId) DO UPDATE SET user = excluded.user, password = excluded.password
                """,
                [id, credentials.user, credentials.password]
            )
        } else {
            try unit.execute("DELETE FROM feedCredential WHERE subscriptionId = ?", [id])
        }
        try unit.refreshes.dropValidators(of: id)
    }

    /// The feeds that were refused for want of credentials and have none of
    /// their own, with the moment at which they were asked last.
    ///
    /// Those that are being asked are left out, and those that a process died
    /// over: they keep the time they have.
    package func feedsWantingCredentials() throws(PersistenceError) -> [(id: Int64, feedURL: String, at: Timestamp)] {
        try unit.fetch(
            """
            SELECT id, feedURL, lastAttemptAt FROM subscription
            WHERE failures > 0 AND state = 'needs-auth' AND duplicateOf IS NULL AND lastAttemptAt IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM feedCredential WHERE subscriptionId = subscription.id)
              AND \(DueCondition.firstRule) NOT IN \(DueCondition.words([.inFlight, .changed]))
            """
        ) { row in (id: row.requiredInteger(), feedURL: row.requiredText(), at: row.requiredTime()) }
    }
}
