import Hummingbird
import Persistence
import PodcastModel

/// Podcasts, each with its subscription.
struct PodcastRoutes {
    let source: StatusSource

    func add(to router: Router<StatusContext>) {
        router.answer(.get, "v1/podcasts", parameters: PageRequest.parameters) { _, _, query in
            try await list(PageRequest(query))
        }
        router.answer(.get, "v1/podcasts/:id") { _, context, _ in try await podcast(context.id) }
    }

    private func list(_ page: PageRequest) async throws -> Response {
        let found = try await source.read { unit throws(PersistenceError) in
            try unit.podcasts.podcasts(after: page.cursor ?? 0, limit: page.limit + 1)
                .map { podcast throws(PersistenceError) in
                    (podcast, try unit.subscriptions.subscription(ofPodcast: podcast.id))
                }
        }
        let podcasts = found.prefix(page.limit)
        return Answer.page(
            try podcasts.map(Self.json),
            next: found.count > page.limit ? podcasts.last.map { String($0.0.id) } : nil
        )
    }

    private func podcast(_ id: Int64) async throws -> Response {
        let found = try await source.read { unit throws(PersistenceError) -> (StoredPodcast, Subscription?)? in
            guard let podcast = try unit.podcasts.podcast(id: id) else { return nil }
            return (podcast, try unit.subscriptions.subscription(ofPodcast: id))
        }
        guard let found else { throw APIError.notFound("there is no podcast \(id)") }
        return Answer.json(try Self.json(found.0, found.1))
    }

    private static func json(_ podcast: StoredPodcast, _ subscription: Subscription?) throws -> JSONValue {
        .object(
            [.init("id", .integer(podcast.id)), .init("subscription", try JSONValue(encoding: subscription))]
                + (try podcast.podcast.jsonFields)
        )
    }
}
