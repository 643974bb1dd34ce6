import Hummingbird
import Persistence
import PodcastModel

/// Episodes: lists, one, and those that a search finds.
struct EpisodeRoutes {
    /// How many bytes of text a page has, beside its last episode.
    ///
    /// What is sent needs three times as much memory until it is read, and many may be slow to read at the same time.
    static let textLimit = 1 << 20

    let source: StatusSource

    func add(to router: Router<StatusContext>) {
        router.answer(.get, "v1/episodes", parameters: PageRequest.parameters + ["podcast", "since", "removed"]) {
            _,
            _,
            query in
            try await list(query)
        }
        router.answer(.get, "v1/episodes/:id") { _, context, _ in try await episode(context.id) }
        // What is best may be something else by the next request: there is no place to go on from.
        router.answer(.get, "v1/search", parameters: ["q", "limit", "podcast"]) { _, _, query in try await search(query)
        }
    }

    /// Newest first; the cursor is the place of the last episode of the page before, so that nothing is shifted by
    /// episodes which come meanwhile, or get another date.
    private func list(_ query: RequestQuery) async throws -> Response {
        let limit = try PageRequest.limit(query)
        let cursor = try EpisodeCursor(query)
        let podcast = try query.number("podcast", in: 1...Int64.max)
        let includeRemoved = try query.flag("removed")
        let since = try query.text("since").map { text throws(APIError) in
            do {
                return try SinceText.time(text, now: source.now())
            } catch {
                throw APIError.badRequest("since: \(SinceText.expectation)")
            }
        }
        let found = try await source.read { unit throws(PersistenceError) -> EpisodePage? in
            var query = EpisodeQuery(podcastID: podcast, since: since, limit: limit, includeRemoved: includeRemoved)
            if let cursor {
                guard let place = try cursor.resolved(in: unit) else { return nil }
                query.after = place
            }
            return try unit.episodes.page(matching: query, textLimit: Self.textLimit)
        }
        guard let page = found else {
            throw APIError(status: .gone, kind: "gone", message: "cursor: that episode has been deleted; begin anew")
        }
        let next = page.end.map { EpisodeCursor.place($0).text }
        return Answer.page(try page.episodes.map { try JSONValue(encoding: $0) }, next: next)
    }

    private func episode(_ id: Int64) async throws -> Response {
        let found = try await source.read { unit throws(PersistenceError) in try unit.episodes.episode(id: id) }
        guard let found else { throw APIError.notFound("there is no episode \(id)") }
        return try Answer.json(found)
    }

    private func search(_ query: RequestQuery) async throws -> Response {
        guard let text = query.words("q") else { throw APIError.badRequest("q: expected words to look for") }
        let outcome = try await source.app().search(
            text,
            podcastID: try query.number("podcast", in: 1...Int64.max),
            limit: try PageRequest.limit(query),
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
