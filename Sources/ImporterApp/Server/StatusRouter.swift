import HTTPTypes
import Hummingbird
import Logging

/// Which request is answered by what.
enum StatusRouter {
    /// The methods that every path has an answer to, if only what may be done there instead.
    private static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace]

    /// The request as the router takes it: of the methods that NIO lets through (the rest it answers with 400), one
    /// that nothing here has a use for is answered as another such.
    static func routable(_ request: Request) -> Request {
        guard !methods.contains(request.method) else { return request }
        var head = request.head
        head.method = .trace
        return Request(head: head, body: request.body)
    }

    /// Makes the router of the server.
    ///
    /// - Parameters:
    ///   - source: what there is to tell.
    ///   - streams: how many may be told of changes at once.
    ///   - logger: told of what goes wrong.
    /// - Returns: the router.
    static func make(_ source: StatusSource, streams: ConnectionSlots, logger: Logger) -> Router<StatusContext> {
        let router = routes(source, streams: streams, logger: logger)
        refuseOtherMethods(in: router)
        return router
    }

    /// The routes that there is an answer to.
    static func routes(_ source: StatusSource, streams: ConnectionSlots, logger: Logger) -> Router<StatusContext> {
        let router = Router(context: StatusContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ErrorAnswers(logger: logger, now: source.now))
        router.add(middleware: RequestGuard())
        PageRoutes().add(to: router)
        HealthRoutes(source: source).add(to: router)
        PodcastRoutes(source: source).add(to: router)
        EpisodeRoutes(source: source).add(to: router)
        ChangeRoutes(source: source, streams: streams).add(to: router)
        SubscriptionRoutes(source: source).add(to: router)
        return router
    }

    /// Says of every path what may be done there (405 and Allow, RFC 9110
    /// 15.5.6); a router by itself takes it for a path that is not there.
    private static func refuseOtherMethods(in router: Router<StatusContext>) {
        for (path, routes) in Dictionary(grouping: router.routes, by: \.path.description) {
            var allowed = Set(routes.map(\.method))
            // The router answers HEAD wherever it answers GET.
            if allowed.contains(.get) { allowed.insert(.head) }
            let names = allowed.map(\.rawValue).sorted()
            for method in methods where !allowed.contains(method) {
                router.on(RouterPath(path), method: method) { _, _ -> Response in throw APIError.notAllowed(names) }
            }
        }
    }
}
