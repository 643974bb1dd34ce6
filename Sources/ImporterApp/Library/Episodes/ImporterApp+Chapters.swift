import FeedImporting
import FeedLoading
import Persistence
import PodcastModel

/// How fresh the chapters of an episode have to be.
package enum ChaptersFreshness: Sendable {
    /// Ask for the file, unless what is kept of it is fresh.
    case fresh
    /// Ask for the file in any case.
    case refreshed
    /// Take what is kept, or what the feed has; ask nobody and write nothing.
    case offline
}

extension ImporterApp {
    /// The chapters of an episode: those of the file it points at, which is loaded for that, else those in the feed.
    ///
    /// - Parameters:
    ///   - id: the episode's number.
    ///   - freshness: how fresh they have to be.
    /// - Returns: the chapters; none if the episode has none.
    /// - Throws: ``ImporterAppError``, also if the file could not be had and there is nothing in its place.
    package func chapters(
        ofEpisode id: Int64,
        freshness: ChaptersFreshness
    ) async throws(ImporterAppError) -> EpisodeChapterList {
        let credentials = freshness == .offline ? nil : try checkedCredentials()
        return try await withStore(freshness == .offline ? .reading : .changing) { persistence in
            let found = try await persistence.mainContext().perform { unit throws(PersistenceError) in
                try KnownChapters(ofEpisode: id, in: unit)
            }
            guard let found else { throw Self.noEpisode(id) }
            guard let address = found.stored.episode.chaptersURL else {
                return EpisodeChapterList(of: found.stored, file: nil)
            }
            let type = found.stored.episode.chaptersType
            guard ChaptersFileLoader.reads(type: type) else {
                let problem = "the file of chapters is of a type that cannot be read (\(type ?? ""))"
                return EpisodeChapterList(of: found.stored, file: nil, problem: problem)
            }
            guard let credentials else {
                let problem = found.file?.chapters == nil ? "the file of chapters was never loaded" : nil
                return EpisodeChapterList(of: found.stored, file: found.file, problem: problem)
            }
            let loader = try makeLoader()
            let file = try await chaptersLoader(loader, persistence).file(
                at: address,
                ofEpisode: id,
                of: feedRequest(found.feed, credentials: credentials),
                refreshes: freshness == .refreshed
            )
            await loader.shutdown()
            let chapters = EpisodeChapterList(of: found.stored, file: file)
            if let problem = file.problem, chapters.source == nil {
                throw ImporterAppError(
                    .feed,
                    "episode \(id) has no chapters in the feed, and those in its file: \(problem)"
                )
            }
            return chapters
        }
    }

    private func chaptersLoader(
        _ loader: PodcastFeedLoader,
        _ persistence: PersistenceManager
    ) throws(ImporterAppError) -> ChaptersFileLoader {
        ChaptersFileLoader(
            loader: loader,
            persistence: persistence,
            configuration: settings.pipeline,
            turns: turnFile(besideStore: try storePath),
            now: Self.now,
            logger: logger
        )
    }

    /// The request for the feed of an episode, by whose settings everything is loaded that the feed leads to.
    private func feedRequest(_ state: RefreshState?, credentials: CredentialsFile) throws -> FeedImportRequest {
        guard let state else {
            // Somebody has deleted the row: nothing is known but what holds for all feeds.
            return FeedImportRequest(name: "", source: .standardInput, options: transferOptions)
        }
        var request = FeedImportRequest(name: state.feedURL, source: try FeedSource(ofFeedAt: state.feedURL))
        request.settle(state, options: Boxed(wrappedValue: transferOptions), credentials: credentials)
        return request
    }
}

/// What the store knows of an episode's chapters.
private struct KnownChapters: Sendable {
    let stored: StoredEpisode
    let file: StoredChaptersFile?
    let feed: RefreshState?

    /// Looks it up; nil if there is no such episode.
    init?(ofEpisode id: Int64, in unit: UnitOfWork) throws(PersistenceError) {
        guard let stored = try unit.episodes.episode(id: id) else { return nil }
        self.stored = stored
        file = try stored.episode.chaptersURL.flatMap { address throws(PersistenceError) in
            try unit.chaptersFiles.file(ofEpisode: id, at: address)
        }
        feed = try unit.subscriptions.subscription(ofPodcast: stored.podcastID).flatMap {
            subscription throws(PersistenceError) in
            try unit.refreshes.state(id: subscription.id)
        }
    }
}
