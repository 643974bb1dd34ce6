import Operations
import Persistence
import PodcastModel

/// Stores the episodes of a later page, all in one unit of work.
///
/// A later page only adds: what the first page or an earlier one said of an
/// episode stands, unless the page says that it has a newer version (http
/// polling A8 76). What is missing on it means nothing.
final class ImportPageOperation: BaseOperation<ImportPageOperation.Output>, @unchecked Sendable {
    /// What the page brought.
    struct Output: Sendable {
        let podcast: Podcast
        let itemCount: Int
        let counts: ImportCounts
        /// Why the page is not whole; nil if it is.
        let damage: String?
        /// How many episodes the podcast has now.
        let episodeCount: Int
    }

    private let podcastID: Int64
    private let tools: ImportTools

    /// Makes the stage that stores what `parse` has read.
    init(parse: ParseFeedOperation, podcastID: Int64, tools: ImportTools) {
        self.podcastID = podcastID
        self.tools = tools
        super.init()
        addDependency(parse)
    }

    override func execute() async throws -> Output {
        guard let parsed = try dependency(ParseFeedOperation.self)?.result?.get() else { throw CancellationError() }
        let (id, limit, now) = (podcastID, tools.editHistoryLimit, tools.now())
        return try await tools.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            let plan = try Self.plan(parsed, podcastID: id, at: now, in: unit)
            let writer = EpisodePlanWriter(
                plan: plan,
                incoming: parsed.episodes,
                aliases: try unit.episodes.aliases(ofPodcast: id),
                podcastID: id,
                documentIsComplete: parsed.document.complete,
                lastSeenAt: now,
                editHistoryLimit: limit,
                now: now
            )
            return Output(
                podcast: parsed.document.podcast,
                itemCount: parsed.episodes.count,
                counts: try writer.write(in: unit).counts,
                damage: parsed.document.complete ? nil : parsed.document.warnings.map(\.kind).joined(separator: ", "),
                episodeCount: try unit.episodes.count(ofPodcast: id)
            )
        }
    }

    private static func plan(
        _ parsed: ParseFeedOperation.Output,
        podcastID: Int64,
        at now: Timestamp,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> MatchPlan {
        var plan = EpisodeMatcher.plan(
            incoming: parsed.episodes,
            stored: try unit.episodes.identities(ofPodcast: podcastID),
            aliases: try unit.episodes.aliases(ofPodcast: podcastID),
            tombstones: try unit.episodes.tombstones(ofPodcast: podcastID),
            // Old episodes, whenever they are found: nobody is to be told of news.
            document: MatchDocument(now: now, isFirstImport: true, isComplete: false, isLaterPage: true)
        )
        plan.absences = []
        let edited = plan.decisions.compactMap { decision -> Int64? in
            if case .match(let id, let change) = decision.action, change != .none { id } else { nil }
        }
        var versions: [Int64: Timestamp] = [:]
        for stored in edited.isEmpty ? [] : try unit.episodes.episodes(ids: edited) {
            versions[stored.id] = stored.episode.updatedAt
        }
        for index in plan.decisions.indices {
            guard case .match(let id, _) = plan.decisions[index].action else { continue }
            let version = parsed.episodes[plan.decisions[index].position].episode.updatedAt
            if let version, let known = versions[id], version > known { continue }
            plan.decisions[index].action = .match(episodeID: id, change: .none)
            plan.decisions[index].formerKey = nil
        }
        return plan
    }
}
