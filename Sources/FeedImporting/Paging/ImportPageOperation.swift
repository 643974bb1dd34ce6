import Operations
import Persistence
import PodcastModel

/// Stores the episodes of a later page, all in one unit of work.
///
/// New ones are added. Known ones are changed like those on the first page, but
/// only where the walk allows it: what an earlier page of it said of an episode
/// stands, and so does what is newer than an archive (http polling A8 76). What
/// is missing on the page means nothing. With them goes a note of the page that
/// comes next, from which a later refresh goes on if this one is interrupted.
///
/// If somebody has sent the feed elsewhere since its first page was read, paused, left or removed it, nothing is stored
/// and there is no output.
final class ImportPageOperation: BaseOperation<ImportPageOperation.Output?>, @unchecked Sendable {
    /// What the page brought.
    struct Output: Sendable {
        let counts: ImportCounts
        /// Why the page is not whole; nil if it is.
        let damage: String?
        /// The walk at the next page, perhaps one for a later refresh; nil if it is over.
        let next: PageWalk?
        /// How many episodes the podcast has now.
        let episodeCount: Int
    }

    private let walk: PageWalk
    private let podcastID: Int64
    private let kept: KeptFeed?
    private let tools: ImportTools

    /// Makes the stage that stores what `parse` has read where the walk is.
    init(parse: ParseFeedOperation, walk: PageWalk, podcastID: Int64, kept: KeptFeed?, tools: ImportTools) {
        self.walk = walk
        self.podcastID = podcastID
        self.kept = kept
        self.tools = tools
        super.init()
        addDependency(parse)
    }

    private enum Written: Sendable {
        case stored(Output)
        case otherShow
        case unwanted
    }

    override func execute() async throws -> Output? {
        guard let parsed = try dependency(ParseFeedOperation.self)?.result?.get() else { throw CancellationError() }
        let (walk, id, kept, limit, now) = (walk, podcastID, kept, tools.editHistoryLimit, tools.now())
        let written = try await tools.persistence.newBackgroundContext().save {
            unit throws(PersistenceError) -> Written in
            unit.writesEpisodes(onlyOf: id)
            guard try kept?.isWanted(in: unit) != false else { return .unwanted }
            let stored = try StoredEpisodes(ofPodcast: id, in: unit)
            let plan = try Self.plan(parsed, walk, stored, at: now, in: unit)
            guard try !Self.isOfAnotherShow(parsed, plan, stored, podcastID: id, in: unit) else { return .otherShow }
            let writer = EpisodePlanWriter(
                plan: plan,
                incoming: parsed.episodes,
                aliases: stored.aliases,
                podcastID: id,
                documentIsComplete: parsed.document.complete,
                lastSeenAt: now,
                editHistoryLimit: limit,
                now: now
            )
            let written = try writer.write(in: unit)
            let next = walk.next(
                after: parsed.document.podcast,
                listing: written.episodeIDs,
                newCount: written.counts.inserted
            )
            try unit.refreshes.setPendingPage(at: next, ofPodcast: id)
            let damage = Self.damage(of: parsed.document)
            let count = try unit.episodes.count(ofPodcast: id)
            return .stored(Output(counts: written.counts, damage: damage, next: next, episodeCount: count))
        }
        switch written {
        case .stored(let output): return output
        case .unwanted: return nil
        case .otherShow: throw ImportFailure.pageOfAnotherShow(walk.current.redacted)
        }
    }

    /// What may be why a document is not whole, each kind once; tags that it lacks only if there is nothing else.
    private static func damage(of document: FeedDocument) -> String? {
        guard !document.complete else { return nil }
        var kinds: [ImportWarning.Kind] = []
        for kind in document.warnings.map(\.kind) where !kinds.contains(kind) { kinds.append(kind) }
        let others = kinds.filter { $0 != .missingTag }
        return (others.isEmpty ? kinds : others).map(\.rawValue).joined(separator: ", ")
    }

    private static func plan(
        _ parsed: ParseFeedOperation.Output,
        _ walk: PageWalk,
        _ stored: StoredEpisodes,
        at now: Timestamp,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> MatchPlan {
        var plan = EpisodeMatcher.plan(
            incoming: parsed.episodes,
            stored: stored,
            // Old episodes, whenever they are found, unless they stand behind a page of news: nobody is to be told.
            document: MatchDocument(
                now: now,
                isFirstImport: !walk.isBehindNews,
                isComplete: false,
                isLaterPage: true,
                listedEarlier: walk.listed,
                showPage: parsed.document.podcast.link
            )
        )
        plan.absences = []
        let known = try versions(of: plan, parsed.episodes, in: unit)
        for index in plan.decisions.indices where plan.decisions[index].needsStoredEpisode {
            guard let id = plan.decisions[index].episodeID else { continue }
            let version = parsed.episodes[plan.decisions[index].position].episode.updatedAt
            if walk.mayChange(id, from: known[id], to: version) { continue }
            plan.decisions[index].action = .match(episodeID: id, change: .none)
            plan.decisions[index].formerKey = nil
        }
        return plan
    }

    /// When those known episodes were last changed, by their own word, of which the page has a dated version.
    private static func versions(
        of plan: MatchPlan,
        _ incoming: [IncomingEpisode],
        in unit: UnitOfWork
    ) throws(PersistenceError) -> [Int64: Timestamp] {
        let ids = plan.decisions.compactMap { decision -> Int64? in
            let isDated = incoming[decision.position].episode.updatedAt != nil
            return decision.needsStoredEpisode && isDated ? decision.episodeID : nil
        }
        var versions: [Int64: Timestamp] = [:]
        for stored in ids.isEmpty ? [] : try unit.episodes.episodes(ids: ids) {
            versions[stored.id] = stored.episode.updatedAt
        }
        return versions
    }

    /// A page is not held: there is no second one to agree with it.
    private static func isOfAnotherShow(
        _ parsed: ParseFeedOperation.Output,
        _ plan: MatchPlan,
        _ stored: StoredEpisodes,
        podcastID: Int64,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Bool {
        let judge = DocumentJudge(
            plan: plan,
            incoming: parsed.episodes,
            stored: stored.identities,
            previousItemCount: nil
        )
        return try judge.isPageOfAnotherShow { () throws(PersistenceError) in
            DocumentJudge.Names(
                stored: try unit.podcasts.podcast(id: podcastID),
                document: parsed.document.podcast
            )
        }
    }
}

extension ImportFailure {
    /// A page that a feed leads to would make other episodes of those that are known.
    fileprivate static func pageOfAnotherShow(_ page: String) -> ImportFailure {
        ImportFailure(
            stage: .import,
            kind: .otherShow,
            message: "\(page): it calls itself otherwise, and would give most of the known episodes on it both another "
                + "title and another file; nothing of it was imported"
        )
    }
}
