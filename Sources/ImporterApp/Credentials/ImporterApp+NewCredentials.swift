import Persistence

extension ImporterApp {
    /// Makes feeds due whose server wanted credentials, if the file that has
    /// some for them was changed since they were asked.
    ///
    /// - Parameters:
    ///   - file: the names and passwords that are kept in files.
    ///   - persistence: the store, loaded.
    /// - Throws: ``PersistenceError``.
    func noteNewCredentials(_ file: CredentialsFile, in persistence: PersistenceManager) async throws {
        guard file.entries.contains(where: { $0.changedAt != nil }) else { return }
        let waiting = try await persistence.mainContext().perform { unit throws(PersistenceError) in
            try unit.subscriptions.feedsWantingCredentials()
        }
        let ids = waiting.filter { file.hasChanged(for: $0.feedURL, since: $0.at) }.map(\.id)
        guard !ids.isEmpty else { return }
        let now = Self.now()
        try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            for id in ids {
                try unit.refreshes.retryIfFailing(id, because: "the credentials file was changed", at: now)
            }
        }
    }
}
