import Hummingbird
import Persistence

/// How the daemon is doing, for people, service managers and Prometheus;
/// answered also while the store is loaded.
struct HealthRoutes {
    let source: StatusSource

    func add(to router: Router<StatusContext>) {
        router.get("healthz") { _, _ in health }
        router.get("readyz") { _, _ in readiness }
        router.answer(.get, "v1/status") { _, _, _ in try Answer.json(source.status()) }
        router.get("metrics") { _, _ in try await metrics() }
    }

    /// Whether the process works: one that hangs should be started again.
    private var health: Response {
        source.isAlive()
            ? Answer.text("ok\n", type: Self.plain)
            : Answer.text("no feed has come to an end for long\n", type: Self.plain, status: .serviceUnavailable)
    }

    /// Whether feeds are refreshed and the store can be asked.
    private var readiness: Response {
        let phase = source.status().phase
        let isReady = phase == DaemonState.Phase.running.rawValue || phase == DaemonState.Phase.reloading.rawValue
        var response = Answer.text((isReady ? "ready" : phase) + "\n", type: Self.plain)
        if !isReady {
            response.status = .serviceUnavailable
            response.headers[.retryAfter] = "2"
        }
        return response
    }

    private func metrics() async throws -> Response {
        var text = MetricsText()
        text.add(source.status())
        text.add(source.metrics)
        if source.persistence.state == .loaded {
            let now = source.now()
            let (overview, podcasts, changes) = try await source.read { unit throws(PersistenceError) in
                (try unit.subscriptions.overview(at: now), try unit.podcasts.count(), try unit.changes.lastSequence())
            }
            text.add(overview, now: now)
            text.gauge("podimport_podcasts", "Podcasts in the store.", Double(podcasts))
            text.counter("podimport_changes_total", "Changes that were ever logged.", Double(changes))
        }
        return Answer.text(text.text, type: "text/plain; version=0.0.4; charset=utf-8")
    }

    private static let plain = "text/plain; charset=utf-8"
}
