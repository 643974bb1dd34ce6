package import FeedLoading
import FeedParsing
package import Logging
package import Persistence
package import PodcastModel

/// Loads the files of chapters that episodes point at, when somebody asks for one (feed formats I, http polling A2 30).
///
/// A file has validators of its own, which the store keeps with what is in it. It is asked for as everything is that a
/// feed leads to: with the feed's own settings, by the same rules of addresses, redirects and hosts, with the password
/// only if it is for the same server.
package struct ChaptersFileLoader: Sendable {
    /// How long a file that does not say how long it is fresh is not asked for again; nor is one that could not be had.
    static let restSeconds: Int64 = 60
    /// A file that says that it is fresh for longer is not believed.
    static let longestFreshness: Int64 = 7 * 86_400
    private static let acceptedTypes = "application/json+chapters, application/json;q=0.9, */*;q=0.5"

    private let loader: PodcastFeedLoader
    private let persistence: PersistenceManager
    private let configuration: FeedImporterConfiguration
    private let turns: TurnFile?
    private let clock: PipelineClock
    private let now: @Sendable () -> Timestamp
    private let logger: Logger

    /// Makes a loader of files of chapters.
    ///
    /// - Parameters:
    ///   - loader: brings the bytes.
    ///   - persistence: a store, loaded, that can be written to.
    ///   - configuration: how gently hosts are asked.
    ///   - turns: the file by which the processes that share the store take turns; nil if there is no other process.
    ///   - clock: what turns are waited for with.
    ///   - now: the wall clock.
    ///   - logger: told of hosts that are to be left alone from now on.
    package init(
        loader: PodcastFeedLoader,
        persistence: PersistenceManager,
        configuration: FeedImporterConfiguration,
        turns: TurnFile?,
        clock: PipelineClock = PipelineClock(ContinuousClock()),
        now: @escaping @Sendable () -> Timestamp,
        logger: Logger
    ) {
        self.loader = loader
        self.persistence = persistence
        self.configuration = configuration
        self.turns = turns
        self.clock = clock
        self.now = now
        self.logger = logger
    }

    /// Whether a file of this media type can be read; one whose type is not given may be of the JSON format, which is
    /// the only one that podcast:chapters has.
    ///
    /// - Parameter type: the type as the feed gives it, such as `application/json+chapters`; nil if it gives none.
    /// - Returns: true for every kind of JSON.
    package static func reads(type: String?) -> Bool { type.map { $0.lowercased().contains("json") } ?? true }

    /// Asks for a file, unless what is kept of it is fresh, and keeps what came of it.
    ///
    /// - Parameters:
    ///   - address: where it is, as the episode gives it.
    ///   - episode: the episode's number.
    ///   - feed: the request for the episode's feed, for what it says of credentials, settings and private networks.
    ///   - refreshes: whether to ask also if what is kept is fresh.
    /// - Returns: what is kept of the file from now on. If it could not be had, ``StoredChaptersFile/problem`` says
    ///   why, and the chapters are those of an earlier time.
    /// - Throws: ``PersistenceError``, or ``FeedLoadingError/cancelled(feed:)`` if the task is cancelled.
    package func file(
        at address: String,
        ofEpisode episode: Int64,
        of feed: FeedImportRequest,
        refreshes: Bool
    ) async throws -> StoredChaptersFile {
        let now = now()
        let (kept, hosts) = try await persistence.mainContext().perform { unit throws(PersistenceError) in
            (try unit.chaptersFiles.file(ofEpisode: episode, at: address), try unit.hosts.specialHosts(at: now))
        }
        if let kept, !refreshes, kept.rests(at: now) { return kept }
        var file = kept ?? StoredChaptersFile(url: address, askedAt: now)
        let url: FeedURL
        do {
            url = try FeedURL(address)
        } catch {
            file.problem = "\(FeedAddress.redacted(address)): \(error)"
            return file
        }
        let turns = SharedTurns(
            hosts: hosts,
            configuration: configuration,
            turns: turns,
            patience: .milliseconds(feed.options.timeLimits.total),
            clock: clock,
            now: self.now
        )
        defer { turns.end() }
        file.askedAt = now
        file.freshUntil = nil
        var pause: SharedTurns.Pause?
        do {
            try await turns.take(for: url)
            try file.take(try await loader.load(request(for: file, at: url, of: feed, turns)), at: self.now())
        } catch let error as FeedLoadingError {
            if let left = turns.pause, turns.host == nil {
                // Nobody was asked: what is known of the file stays.
                file = kept ?? file
                file.problem = left.problem
                return file
            }
            pause = try note(error, turns, in: &file)
        } catch let error as FeedParsingError {
            file.problem = "\(url.redacted): it is no file of chapters (\(error.shortDescription))"
        }
        try await keep(file, ofEpisode: episode, pausing: pause)
        return file
    }

    private func request(
        for file: StoredChaptersFile,
        at url: FeedURL,
        of feed: FeedImportRequest,
        _ turns: SharedTurns
    ) -> FeedLoadRequest {
        var request = feed.page(at: url)
        request.options.accept = Self.acceptedTypes
        request.options.acceptsDelta = false
        let limit = ChaptersFileReader.maximumBytes
        request.options.sizeLimits.decodedBytes = min(request.options.sizeLimits.decodedBytes, limit)
        request.options.sizeLimits.wireBytes = min(request.options.sizeLimits.wireBytes, limit)
        // Without the chapters they stand for, they are good for nothing.
        if file.chapters != nil { request.conditions = file.validators }
        var load = request.loadRequest(for: request.source, nil)
        load.beforeHop = turns.follow(_:)
        return load
    }

    /// Notes why a file could not be had; returns the pause that its host asks for.
    private func note(
        _ error: FeedLoadingError,
        _ turns: SharedTurns,
        in file: inout StoredChaptersFile
    ) throws(FeedLoadingError) -> SharedTurns.Pause? {
        if let left = turns.pause {
            file.problem = left.problem
            return nil
        }
        if case .cancelled = error { throw error }
        file.problem = error.description
        return turns.pause(after: error)
    }

    private func keep(
        _ file: StoredChaptersFile,
        ofEpisode episode: Int64,
        pausing pause: SharedTurns.Pause?
    ) async throws {
        if let pause { logger.note(pause.pause, of: pause.host) }
        let now = now()
        try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            unit.writesEpisodes(onlyOf: nil)
            try unit.chaptersFiles.save(file, ofEpisode: episode)
            guard let pause else { return }
            try unit.hosts.pause(pause.host, until: pause.pause.until, reason: pause.pause.reason, at: now)
        }
    }
}

extension StoredChaptersFile {
    /// What is wrong with a file that was not read to its end.
    private static let notReadToItsEnd = """
        the file is damaged, or has more than \(ChaptersFileReader.maximumChapters) chapters; those before that are here
        """

    /// Whether the file need not be asked for: it says so itself, or that was done just now.
    ///
    /// A time in the future is that of a clock which was set back since, and says nothing.
    fileprivate func rests(at now: Timestamp) -> Bool {
        guard askedAt <= now else { return false }
        return max(askedAt.adding(seconds: ChaptersFileLoader.restSeconds), freshUntil ?? askedAt) > now
    }

    /// Takes over what a server has answered.
    ///
    /// - Throws: ``FeedLoadingError`` if there is more than is read, `FeedParsingError` if it is no file of chapters;
    ///   nothing is taken over then.
    fileprivate mutating func take(_ result: FeedLoadResult, at now: Timestamp) throws {
        let response = result.response
        if case .loaded(let body) = result {
            let address = response.finalURL?.string ?? url
            if let limit = response.cutAt {
                throw FeedLoadingError.tooLarge(feed: response.finalURL?.redacted ?? "", limit: limit)
            }
            let contents = try ChaptersFileReader().contents(of: body.body.bytes, at: address)
            chapters = contents.chapters
            fetchedAt = now
            // One that is damaged may be whole the next time, whatever its server says.
            validators = contents.isComplete ? response.validators : HTTPValidators()
            problem = contents.isComplete ? nil : Self.notReadToItsEnd
        } else {
            validators = response.validators
            problem = nil
        }
        freshUntil = response.freshness.seconds.map { seconds in
            now.adding(seconds: min(seconds, ChaptersFileLoader.longestFreshness))
        }
    }
}
