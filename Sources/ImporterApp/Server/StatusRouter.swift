import Hummingbird
import Logging

/// Which request is answered by what.
enum StatusRouter {
    static func make(_ source: StatusSource, logger: Logger) -> Router<StatusContext> {
        let router = Router(context: StatusContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ErrorAnswers(logger: logger))
        router.add(middleware: RequestGuard())
        PageRoutes().add(to: router)
        HealthRoutes(source: source).add(to: router)
        PodcastRoutes(source: source).add(to: router)
        EpisodeRoutes(source: source).add(to: router)
        ChangeRoutes(source: source).add(to: router)
        SubscriptionRoutes(source: source).add(to: router)
        return router
    }
}
