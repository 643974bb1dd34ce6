import Hummingbird
import Persistence
import PodcastModel

/// Episodes: lists, one, and those that a search finds.
struct EpisodeRoutes {
    let source: StatusSource

    func add(to router: Router<StatusContext>) {
        router.get("v1/episodes") { request, _ in try await list(request) }
        router.get("v1/episodes/:id") { _, context in try await episode(context.id) }
        router.get("v1/search") { request, _ in try await search(request) }
    }

    /// Newest first; the cursor is the last episode of the page before, so that
    /// episodes which come meanwhile shift nothing.
    private func list(_ request: Request) async throws -> Response {
        let wish = try PageWish(request)
        let podcast = try request.number("podcast", in: 1...Int64.max)
        let includeRemoved = try request.flag("removed")
        let since = try request.text("since").map { text throws(APIError) in
            do {
                return try SinceText.time(text, now: source.now())
            } catch {
                throw APIError.badRequest("since: \(SinceText.expectation)")
            }
        }
        let found = try await source.read { unit throws(PersistenceError) -> [StoredEpisode]? in
            var query = EpisodeQuery(
                podcastID: podcast,
                since: since,
                limit: wish.limit + 1,
                includeRemoved: includeRemoved
            )
            if let cursor = wish.cursor {
                guard let place = try unit.episodes.place(of: cursor) else { return nil }
                query.after = place
            }
            return try unit.episodes.episodes(matching: query)
        }
        guard let found else {
            throw APIError(status: .gone, kind: "gone", message: "cursor: that episode has been deleted; begin anew")
        }
        let page = found.prefix(wish.limit)
        return Answer.page(
            try page.map { try JSONValue(encoding: $0) },
            next: found.count > wish.limit ? page.last.map { String($0.id) } : nil
        )
    }

    private func episode(_ id: Int64) async throws -> Response {
        let found = try await source.read { unit throws(PersistenceError) in try unit.episodes.episode(id: id) }
        guard let found else { throw APIError.notFound("there is no episode \(id)") }
        return try Answer.json(found)
    }

    private func search(_ request: Request) async throws -> Response {
        guard let text = request.text("q") else { throw APIError.badRequest("q: expected words to look for") }
        let wish = try PageWish(request)
        // What is best may be something else by the next request: there is no place to go on from.
        guard wish.cursor == nil else {
            throw APIError.badRequest("cursor: a search has one page; take a larger limit")
        }
        let outcome = try await source.app().search(
            text,
            podcastID: try request.number("podcast", in: 1...Int64.max),
            limit: wish.limit,
            in: source.persistence
        )
        return Answer.json(
            .object([
                .init("items", .array(try outcome.hits.map { try JSONValue(encoding: $0) })),
                .init("notIndexed", .integer(outcome.missing)),
            ])
        )
    }
}
