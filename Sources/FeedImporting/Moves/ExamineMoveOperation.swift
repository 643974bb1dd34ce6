import FeedLoading
import FeedParsing
import Operations
import Persistence
import PodcastModel

/// Looks at the address that a feed is said to have moved to, or had before,
/// and moves the subscription there if the same show is published there (http
/// polling A4 46, 48).
///
/// What is found there is not imported; the next refresh does that. Each host is asked in its turn, and left alone if
/// it is paused or asks for that (A5 54, A3 40). What a user has said of the feed meanwhile holds (A5 55).
final class ExamineMoveOperation: BaseOperation<MoveUnit.Outcome>, @unchecked Sendable {
    /// How often an address may redirect that a feed is said to be at (http polling A4 48).
    private static let maximumRedirects = 3
    /// By more than how much there has to be something newer at an address that a feed has left: two hosts may write
    /// the time of one episode in different zones, or one of them without seconds.
    private static let newerSeconds: Int64 = 86_400

    private let candidate: MoveCandidate
    private let kept: KeptFeed
    private let request: FeedImportRequest
    private let pass: HostPass
    private let tools: ImportTools

    init(
        candidate: MoveCandidate,
        kept: KeptFeed,
        request: FeedImportRequest,
        pass: HostPass,
        tools: ImportTools
    ) {
        self.candidate = candidate
        self.kept = kept
        self.request = request
        self.pass = pass
        self.tools = tools
    }

    override func execute() async throws -> MoveUnit.Outcome {
        defer { pass.end() }
        guard try await pass.move(to: candidate.target.canonicalHost) == nil else { return .none }
        let loaded: LoadedFeed
        let document: FeedDocument
        do {
            guard case .loaded(let feed) = try await tools.loader.load(loadRequest) else { return .none }
            loaded = feed
            document = try tools.reader.document(
                from: feed.body,
                baseURL: feed.response.finalURL?.string ?? candidate.target.string,
                charset: feed.response.charset
            )
        } catch let error where error is FeedLoadingError || error is FeedParsingError {
            // No answer, or a login page: the feed stays where it is.
            try await pass.pauseHost(after: error, tools)?.execute()
            guard (error as? FeedLoadingError)?.isInterruption != true else { return .none }
            return try await noteProblem(problem(error))
        }
        let seen = MoveCandidate(
            from: candidate.from,
            target: candidate.target,
            cause: candidate.cause,
            address: request.options.proxy == nil ? loaded.response.remoteAddress : nil
        )
        if seen.isPrivate {
            _ = try await noteProblem("it leads into a private network")
            return .refused(.privateNetwork, seen.target)
        }
        if candidate.cause == .newFeedURL,
            candidate.leadsBack(to: loaded.response.finalURL, announcing: document.podcast.newFeedURL)
        {
            return try await noteProblem("it leads back to where the feed is")
        }
        // The move was announced too soon: what is new would be missed where it still is.
        guard !document.episodes.isEmpty else { return try await noteProblem("there are no episodes yet") }
        return try await move(to: seen, publishing: document)
    }

    /// Moves the feed to where it was seen, unless what the store knows of it speaks against that.
    private func move(to seen: MoveCandidate, publishing document: FeedDocument) async throws -> MoveUnit.Outcome {
        let (id, kept, now) = (kept.subscriptionID, kept, tools.now())
        return try await tools.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            guard try kept.isWanted(in: unit) else { return .none }
            guard try Self.isSameShow(document, subscriptionID: id, in: unit) else {
                let problem = "another show is published there"
                try unit.subscriptions.noteLook(at: seen.target.string, problem: problem, of: id, at: now)
                return .refused(.otherShow, seen.target)
            }
            guard try !Self.isOutOfDate(document, at: seen, subscriptionID: id, now: now, in: unit) else {
                let problem = "the feed was there before, and nothing newer is there"
                try unit.subscriptions.noteLook(at: seen.target.string, problem: problem, of: id, at: now)
                return .unconfirmed(seen.target, problem: problem)
            }
            let outcome = try MoveUnit(subscriptionID: id, now: now).move(seen, in: unit)
            if outcome == .none {
                let problem = "it is that of another subscription, which is paused"
                try unit.subscriptions.noteLook(at: seen.target.string, problem: problem, of: id, at: now)
            }
            return outcome
        }
    }

    /// Why nothing could be read at the new address, in one line.
    private func problem(_ error: any Error) -> String {
        // The usual message names the setting, which allows more.
        if case .tooManyRedirects(_, let limit, _)? = error as? FeedLoadingError,
            limit < request.options.redirects.maximumCount
        {
            return "it redirects more than \(limit) times"
        }
        return FeedImportError(error, feed: candidate.target.redacted, stage: .load).failure(now: tools.now()).message
    }

    /// Notes why the move is not made, if the feed has announced it: of where it was before nobody has said anything.
    private func noteProblem(_ problem: String) async throws -> MoveUnit.Outcome {
        guard candidate.cause == .newFeedURL else { return .none }
        let (id, kept, target, now) = (kept.subscriptionID, kept, candidate.target, tools.now())
        return try await tools.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            guard try kept.isWanted(in: unit) else { return .none }
            try unit.subscriptions.noteLook(at: target.string, problem: problem, of: id, at: now)
            return .unconfirmed(target, problem: problem)
        }
    }

    private var loadRequest: FeedLoadRequest {
        var options = request.options
        options.redirects.maximumCount = min(Self.maximumRedirects, options.redirects.maximumCount)
        options.redirects.allowsDowngrade = false
        // A private host that the user has named is meant at its other addresses, too, as for redirects and pages.
        if case .http(let asked) = request.source {
            options.addressPolicy.open(asked, namedBy: request.provenance)
        }
        var load = FeedLoadRequest(
            source: .http(candidate.target),
            credentials: candidate.target.origin == candidate.from.origin ? request.credentialsToSend : nil,
            options: options
        )
        load.beforeHop = { [candidate, pass] hop async throws(FeedLoadingError) in
            // What the feed fails with there would only be asked for again, and is no reason to leave it.
            if candidate.cause == .undo, hop.location == candidate.from {
                throw .redirectLoop(feed: candidate.target.redacted)
            }
            try await pass.follow(hop)
        }
        return load
    }

    /// Whether a feed announces an address that it has left, and nothing there is newer than what has come since.
    ///
    /// A publisher may go back to where the feed was before, and leave that behind. But some take along what the feed
    /// said there of its own address, where an old copy of it may be.
    private static func isOutOfDate(
        _ document: FeedDocument,
        at candidate: MoveCandidate,
        subscriptionID: Int64,
        now: Timestamp,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Bool {
        // Another spelling of where the feed is, such as that with https, is no way back.
        guard candidate.cause == .newFeedURL, candidate.target.dedupKey != candidate.from.dedupKey,
            try unit.subscriptions.hasLeft(candidate.target.string, subscription: subscriptionID),
            let state = try unit.refreshes.state(id: subscriptionID),
            let newest = state.releaseTimes.filter({ $0 <= now }).max()
        else { return false }
        return !document.episodes.contains { episode in
            episode.publishedAt.map { $0.seconds(since: newest) > newerSeconds && $0 <= now } ?? false
        }
    }

    /// Whether a document is of the show that is followed; of a feed that has brought nothing yet, any is.
    private static func isSameShow(
        _ document: FeedDocument,
        subscriptionID: Int64,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Bool {
        guard let podcastID = try unit.refreshes.state(id: subscriptionID)?.podcastID,
            let podcast = try unit.podcasts.podcast(id: podcastID)
        else { return true }
        return ShowLikeness.isSame(document, as: podcast, try unit.episodes.identities(ofPodcast: podcastID))
    }
}
