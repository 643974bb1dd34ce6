import FeedLoading
import Logging
import Operations
import Persistence
import PodcastModel

/// Looks on the site of a show for its feed, which is not where it was, and
/// notes what the site leads to, if it is the same show.
///
/// The subscription stays as it is: a page that anybody may have taken over
/// proposes an address, and the user decides.
final class SearchSiteOperation: BaseOperation<MoveUnit.Outcome>, @unchecked Sendable {
    /// The show that is looked for.
    private struct Show: Sendable {
        let site: FeedURL
        let podcast: StoredPodcast
        let episodes: [EpisodeIdentity]
    }

    private let kept: KeptFeed
    private let request: FeedImportRequest
    private let pass: HostPass
    private let tools: ImportTools

    init(kept: KeptFeed, request: FeedImportRequest, pass: HostPass, tools: ImportTools) {
        self.kept = kept
        self.request = request
        self.pass = pass
        self.tools = tools
    }

    override func execute() async throws -> MoveUnit.Outcome {
        defer { pass.end() }
        guard let show = try await show(), let found = try await address(of: show) else { return .none }
        let (unit, kept) = (MoveUnit(subscriptionID: kept.subscriptionID, now: tools.now()), kept)
        return try await tools.persistence.newBackgroundContext().save { work throws(PersistenceError) in
            // It may have been given another address meanwhile, or left.
            guard try kept.isWanted(in: work), found.string != kept.feedURL else { return .none }
            return try unit.propose(found, in: work)
        }
    }

    /// What the store knows of the show; nil if it has no site.
    private func show() async throws -> Show? {
        let id = kept.subscriptionID
        return try await tools.persistence.newBackgroundContext().perform { unit throws(PersistenceError) in
            guard let podcastID = try unit.refreshes.state(id: id)?.podcastID,
                let podcast = try unit.podcasts.podcast(id: podcastID),
                // What a feed calls its site need not be an address.
                let site = podcast.podcast.link.flatMap(FeedURL.init(ifValid:))
            else { return nil }
            return Show(site: site, podcast: podcast, episodes: try unit.episodes.identities(ofPodcast: podcastID))
        }
    }

    /// Where the site says that the show is; nil if it leads to no such feed.
    private func address(of show: Show) async throws -> FeedURL? {
        guard try await pass.move(to: show.site.canonicalHost) == nil else { return nil }
        let load = request.page(at: show.site).loadRequest(for: .http(show.site), pass)
        do {
            guard case .loaded(let page) = try await tools.loader.load(load) else { return nil }
            var search = FeedSearch(tools.discovery, from: page, request: load, turns: pass)
            return try await search.address { ShowLikeness.isSame($0, as: show.podcast, show.episodes) }
        } catch {
            try await pass.pauseHost(after: error, tools)?.execute()
            tools.logger.debug(
                "the site could not be looked at",
                metadata: ["page.url": "\(show.site.redacted)", "error": "\(error)"]
            )
            return nil
        }
    }
}
