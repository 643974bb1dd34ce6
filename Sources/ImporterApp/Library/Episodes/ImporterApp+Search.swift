import FeedImporting
import Persistence
package import PodcastModel

/// What a search has found.
package struct SearchOutcome: Sendable {
    /// The episodes, best first.
    package let hits: [SearchHit]
    /// How many episodes and changes could not be indexed in time.
    package let missing: Int64
}

extension ImporterApp {
    /// How many episodes a search indexes before it answers, or an import before it ends: some seconds' work.
    static let searchIndexLimit = 20_000

    /// Searches the episodes' titles, podcasts, people and show notes.
    ///
    /// The index is brought up to date first, within limits; a store that cannot be written to, or not now, is
    /// searched as far as its index has come. One that is damaged is made anew where that can be written.
    ///
    /// - Parameters:
    ///   - text: what was typed; see ``SearchQuery``.
    ///   - feed: only episodes of this podcast: the number or address of its subscription.
    ///   - limit: at most so many.
    /// - Returns: the episodes, best first, and how much is not indexed yet.
    /// - Throws: ``ImporterAppError``.
    package func searchEpisodes(
        _ text: String,
        feed: String?,
        limit: Int
    ) async throws(ImporterAppError) -> SearchOutcome {
        let query = try searchQuery(text)
        let (podcast, found) = try await withStore(.reading) { persistence -> (Int64?, FirstSearch) in
            var podcast: Int64?
            if let feed {
                podcast = try await subscription(feed, in: persistence).podcastID
                // Followed, but not imported yet: it has no episodes.
                if podcast == nil { return (nil, .done(SearchOutcome(hits: [], missing: 0))) }
            }
            let indexer = searchIndexer(persistence)
            let missing = try await indexer.lag()
            do throws(PersistenceError) {
                let outcome = try await search(query, podcastID: podcast, limit: limit, missing: missing, in: indexer)
                return (podcast, .done(outcome))
            } catch {
                guard error.mayComeOfTheSearchIndex else { throw error }
                if let damage = try await persistence.care().searchIndexDamage() { return (podcast, .damaged(damage)) }
                // Another process may have made it anew meanwhile.
                let missing = try await indexer.lag()
                let outcome = try await search(query, podcastID: podcast, limit: limit, missing: missing, in: indexer)
                return (podcast, .done(outcome))
            }
        }
        if case .done(let outcome) = found, outcome.missing == 0 { return outcome }
        do throws(ImporterAppError) {
            return try await withStore(.changing, waits: false) { persistence in
                let indexer = searchIndexer(persistence)
                return try await indexer.mending { () async throws(PersistenceError) in
                    let missing = try await Self.catchUp(indexer)
                    return try await search(query, podcastID: podcast, limit: limit, missing: missing, in: indexer)
                }
            }
        } catch {
            // It could be read a moment ago: what it cannot is be written to.
            guard [.busy, .cannotCreateStore, .fullStore].contains(error.kind) else { throw error }
            switch found {
            case .done(let outcome): return outcome
            case .damaged(let detail): throw damagedIndex(detail, store: try storePath)
            }
        }
    }

    /// What a search finds before anything is written.
    private enum FirstSearch {
        case done(SearchOutcome)
        case damaged(String)
    }

    private func damagedIndex(_ detail: String, store: String) -> ImporterAppError {
        ImporterAppError(
            .damagedStore,
            "the search index of the store \(store) is damaged (\(detail)); `podimport store optimize` builds it anew",
            damage: detail
        )
    }

    /// The same in the daemon's store, among all episodes or those of one podcast, for somebody who waits for the
    /// answer.
    ///
    /// The index is waited for no longer than ``searchPatience``, whoever writes and however much is missing: the
    /// daemon goes on with it in any case.
    func search(
        _ text: String,
        podcastID: Int64?,
        limit: Int,
        in persistence: PersistenceManager
    ) async throws -> SearchOutcome {
        let query = try searchQuery(text)
        let indexer = searchIndexer(persistence)
        return try await indexer.mending { () async throws(PersistenceError) in
            let missing = try await Self.catchUpSoon(indexer)
            return SearchOutcome(
                hits: try await indexer.search(
                    query,
                    podcastID: podcastID,
                    limit: limit,
                    textLimit: Self.searchTextLimit
                ),
                missing: missing
            )
        }
    }

    /// How many bytes of show notes a search in the daemon finds: a whole answer is in memory, and others are with it.
    ///
    /// More than a page has, because nothing comes after it.
    private static let searchTextLimit = 4 << 20

    /// How long a search in the daemon waits for the index.
    private static let searchPatience = Duration.seconds(1)

    /// Brings an index up to date as far as that is soon done; returns how much is missing then.
    private static func catchUpSoon(_ indexer: SearchIndexer) async throws(PersistenceError) -> Int64 {
        guard try await indexer.lag() > 0 else { return 0 }
        let (ends, end) = AsyncStream.makeStream(of: Result<Int64, PersistenceError>?.self)
        // No child of this task, which would be waited for: a save returns when another process lets it.
        let indexing = Task {
            do throws(PersistenceError) {
                end.yield(.success(try await catchUp(indexer)))
            } catch {
                end.yield(.failure(error))
            }
        }
        let alarm = Task {
            try await Task.sleep(for: searchPatience)
            end.yield(nil)
        }
        defer {
            indexing.cancel()
            alarm.cancel()
        }
        for await first in ends {
            guard let first else { break }
            return try first.get()
        }
        return try await indexer.lag()
    }

    /// Brings an index up to date within limits; returns how much is missing then.
    private static func catchUp(_ indexer: SearchIndexer) async throws(PersistenceError) -> Int64 {
        do throws(PersistenceError) {
            return try await indexer.catchUp(episodeLimit: searchIndexLimit)
        } catch .busy, .full {
            // Somebody else writes all the time, or there is no room: what is indexed can be searched all the same.
            return try await indexer.lag()
        }
    }

    private func search(
        _ query: SearchQuery,
        podcastID: Int64?,
        limit: Int,
        missing: Int64,
        in indexer: SearchIndexer
    ) async throws(PersistenceError) -> SearchOutcome {
        SearchOutcome(hits: try await indexer.search(query, podcastID: podcastID, limit: limit), missing: missing)
    }

    private func searchQuery(_ text: String) throws(ImporterAppError) -> SearchQuery {
        guard settings.upkeep.indexesForSearch else {
            throw ImporterAppError(
                .configuration,
                "searching is turned off by the setting search-index (PODIMPORT_SEARCH_INDEX)"
            )
        }
        guard let query = SearchQuery(text) else {
            throw ImporterAppError(.usage, "there is no word to look for; a word to leave out needs one beside it")
        }
        return query
    }

    /// Keeps the index of a store; see ``SearchIndexer/run(pause:)`` for a service.
    func searchIndexer(_ persistence: PersistenceManager) -> SearchIndexer {
        SearchIndexer(persistence: persistence, plainText: ShowNotesText.plain, now: Self.now)
    }
}
