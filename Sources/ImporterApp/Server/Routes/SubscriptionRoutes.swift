import FeedLoading
import Foundation
import Hummingbird
import NIOCore
import Persistence
import PodcastModel

/// Subscriptions: which there are, new ones, leaving them, refreshing them.
struct SubscriptionRoutes {
    let source: StatusSource

    /// A body longer than this is no request to follow a feed.
    private static let maximumBodyBytes = 64 << 10
    /// As deep as folders are kept of a list (`OutlineReader`): one that is exported is to be imported as it is.
    private static let deepestFolder = 100

    func add(to router: Router<StatusContext>) {
        router.answer(.get, "v1/subscriptions", parameters: PageRequest.parameters) { _, _, query in
            try await list(PageRequest(query))
        }
        router.answer(.get, "v1/subscriptions/:id") { _, context, _ in
            try Answer.json(try await subscription(context.id))
        }
        router.answer(.post, "v1/subscriptions") { request, _, _ in try await subscribe(request) }
        router.answer(.delete, "v1/subscriptions/:id") { _, context, _ in try await unsubscribe(context.id) }
        router.answer(.post, "v1/subscriptions/:id/refresh") { _, context, _ in try await refresh(context.id) }
    }

    private func list(_ page: PageRequest) async throws -> Response {
        let found = try await source.read { unit throws(PersistenceError) in
            try unit.subscriptions.subscriptions(after: page.cursor ?? 0, limit: page.limit + 1)
        }
        let subscriptions = found.prefix(page.limit)
        return Answer.page(
            try subscriptions.map { try JSONValue(encoding: $0) },
            next: found.count > page.limit ? subscriptions.last.map { String($0.id) } : nil
        )
    }

    private func subscription(_ id: Int64) async throws -> Subscription {
        let found = try await source.read { unit throws(PersistenceError) in try unit.subscriptions.subscription(id: id)
        }
        guard let found else { throw Self.noSubscription(id) }
        return found
    }

    // MARK: - Changing

    /// What `POST /v1/subscriptions` is sent.
    private struct FollowRequest: Decodable {
        let feed: String
        let title: String?
        let folder: [String]?

        static let names = ["feed", "title", "folder"]
        /// The error that a body is something else.
        static let misfit = APIError.badRequest(
            "expected {\"feed\": \"https://example.com/feed.xml\"}, perhaps with title and folder"
        )
    }

    /// A value of any kind, of which only the name counts.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    private func subscribe(_ request: Request) async throws -> Response {
        // A form of some web page cannot send this type, not even blindly.
        guard request.headers[.contentType].map(Self.isJSON) == true else {
            throw APIError(
                status: .unsupportedMediaType,
                kind: "unsupported-media-type",
                message: "expected application/json: {\"feed\": \"https://example.com/feed.xml\"}"
            )
        }
        let wanted = try Self.followRequest(in: try await body(of: request))
        let new = try newSubscription(wanted)
        let now = source.now()
        let (outcome, use) = try await source.save { unit throws(PersistenceError) in
            let outcome = try unit.subscriptions.subscribe(to: new, at: now)
            return (outcome, try unit.subscriptions.takeCredentials(of: new, for: outcome.id, at: now))
        }
        guard use != .left else { throw Self.credentialsStay(of: outcome.id) }
        var response = try Answer.json(try await subscription(outcome.id))
        response.headers[.location] = "/v1/subscriptions/\(outcome.id)"
        if case .added = outcome { response.status = .created }
        return response
    }

    private static func followRequest(in body: Data) throws -> FollowRequest {
        do {
            let names = try JSONDecoder().decode([String: Anything].self, from: body).keys.sorted()
            if let unknown = names.first(where: { !FollowRequest.names.contains($0) }) {
                throw APIError.badRequest(
                    "\(unknown): unknown; fields here: \(FollowRequest.names.joined(separator: ", "))"
                )
            }
            return try JSONDecoder().decode(FollowRequest.self, from: body)
        } catch let error as APIError {
            throw error
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            guard let name = context.codingPath.first?.stringValue else { throw FollowRequest.misfit }
            throw APIError.badRequest("\(name): expected \(name == "folder" ? "a list of texts" : "a text")")
        } catch {
            throw FollowRequest.misfit
        }
    }

    /// A feed that is followed already keeps what it is asked with, for nobody has tried the other yet.
    private static func credentialsStay(of id: Int64) -> APIError {
        APIError(
            status: .conflict,
            kind: "credentials",
            message: """
                subscription \(id) is followed, and keeps the user name and password that it has; `podimport \
                subscription set \(id) credentials=-` changes them
                """
        )
    }

    /// Whether a media type is that of JSON, whatever its parameters; `application/json-patch+json` is another.
    private static func isJSON(_ type: String) -> Bool {
        type.lowercased().prefix { $0 != ";" }.filter { !$0.isWhitespace } == "application/json"
    }

    private func body(of request: Request) async throws -> Data {
        do {
            return Data(try await request.body.collect(upTo: Self.maximumBodyBytes).readableBytesView)
        } catch let error as NIOTooManyBytesError {
            throw error
        } catch {
            // Whoever sent it has gone, and it is no fault of the daemon.
            throw APIError.badRequest("the body did not come to its end")
        }
    }

    private func newSubscription(_ wanted: FollowRequest) throws -> NewSubscription {
        let folder = wanted.folder ?? []
        guard folder.count <= Self.deepestFolder else {
            throw APIError.badRequest("folder: expected at most \(Self.deepestFolder) names")
        }
        do throws(ForeignAddress.Refusal) {
            let address = try ForeignAddress(wanted.feed, policy: source.app().transferOptions.addressPolicy)
            return NewSubscription(
                feedURL: address.feedURL,
                title: wanted.title,
                folder: folder,
                credentials: address.credentials,
                schemeIsAssumed: address.schemeIsAssumed
            )
        } catch {
            switch error {
            case .invalid(let detail): throw APIError.badRequest("feed: \(detail)")
            case .local(let detail):
                throw APIError(
                    status: .forbidden,
                    kind: "refused",
                    message: "feed: \(detail); `podimport subscription add` takes it"
                )
            }
        }
    }

    /// Leaves a feed; its episodes stay.
    private func unsubscribe(_ id: Int64) async throws -> Response {
        let now = source.now()
        try await changing(id) { unit throws(PersistenceError) in
            try unit.subscriptions.unsubscribe(id, purges: false, at: now)
        }
        return Response(status: .noContent)
    }

    private func refresh(_ id: Int64) async throws -> Response {
        let now = source.now()
        // In one go: another process may pause or resume the feed at any moment, and the answer would not fit.
        let (outcome, found) = try await changing(id) {
            unit throws(PersistenceError) -> (RefreshRequestOutcome, Subscription?) in
            let outcome = try unit.refreshes.request(of: id, at: now)
            return (outcome, try unit.subscriptions.subscription(id: id))
        }
        guard let subscription = found else { throw Self.noSubscription(id) }
        guard case .refused(let state) = outcome else { return try Answer.json(subscription, status: .accepted) }
        if let original = subscription.duplicateOf {
            throw APIError(
                status: .conflict,
                kind: "duplicate",
                message: "subscription \(original) is of the same feed, and is refreshed in its place"
            )
        }
        throw APIError(
            status: .conflict,
            kind: state.rawValue,
            message: "the subscription is \(state.rawValue), and is not refreshed"
        )
    }

    private static func noSubscription(_ id: Int64) -> APIError { .notFound("there is no subscription \(id)") }

    @discardableResult
    private func changing<Value: Sendable>(
        _ id: Int64,
        _ body: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> Value
    ) async throws -> Value {
        do {
            return try await source.save(body)
        } catch PersistenceError.notFound {
            throw Self.noSubscription(id)
        }
    }
}
