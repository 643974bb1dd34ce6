import Persistence
import PodcastModel

/// What the tests of the import look at, for the one feed of a bed.
extension ImportTestBed {
    func subscription() async throws -> Subscription? {
        try await read { unit throws(PersistenceError) in
            try unit.subscriptions.subscriptions(
                matching: SubscriptionQuery(states: Set(SubscriptionState.allCases))
            )
            .first
        }
    }

    func held() async throws -> HeldDocument? {
        guard let id = try await subscription()?.id else { return nil }
        return try await read { unit throws(PersistenceError) in try unit.heldDocuments.document(of: id) }
    }

    func history() async throws -> RefreshHistory? {
        guard let id = try await subscription()?.id else { return nil }
        return try await read { unit throws(PersistenceError) in try unit.refreshes.history(of: id) }
    }

    func podcastTitle() async throws -> String? {
        try await read { unit throws(PersistenceError) in
            try unit.podcasts.podcasts(after: 0, limit: 1).first?.podcast.title
        }
    }

    func identities() async throws -> [EpisodeIdentity] {
        guard let podcast = try await subscription()?.podcastID else { return [] }
        return try await read { unit throws(PersistenceError) in try unit.episodes.identities(ofPodcast: podcast) }
    }

    func absentCount() async throws -> Int {
        try await identities().count { $0.absentSince != nil }
    }

    func removedGuids() async throws -> [String?] {
        try await read { unit throws(PersistenceError) in
            try unit.episodes.episodes(matching: EpisodeQuery(includeRemoved: true)).filter { $0.removedAt != nil }
        }
        .map(\.episode.guid)
    }

    func changes() async throws -> [StoreChange] {
        try await read { unit throws(PersistenceError) in try unit.changes.changes(since: 0, limit: 100_000) }
    }

    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> Value
    ) async throws -> Value {
        try await persistence.newBackgroundContext().save(body)
    }
}
