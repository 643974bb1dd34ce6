import FeedLoading
import Operations
import PodcastModel

/// The turns of a single load, which is not an import: it leaves hosts alone that have asked for that, and takes turns
/// with the processes that import into the same store (http polling A5 54, A3 40).
final class SharedTurns: HostTurns {
    /// A host that is left alone.
    struct Pause: Sendable {
        let host: String
        let pause: HostPause

        /// Why something that is there could not be had.
        var problem: String { "\(pause.detail(host: host)); it is left alone until \(pause.until)" }
    }

    private struct Place {
        var host: String?
        var isHeld = false
        var pause: Pause?
    }

    private let hosts: [String: HostState]
    private let lines: HostLines
    private let turns: TurnFile?
    private let patience: Duration
    private let clock: PipelineClock
    private let now: @Sendable () -> Timestamp
    private let place = Locked(Place())

    /// Makes turns.
    ///
    /// - Parameters:
    ///   - hosts: what the store knows of hosts that are not to be asked like all others.
    ///   - configuration: how gently the others are asked.
    ///   - turns: the file by which processes take turns; nil if there is no other process.
    ///   - patience: how long a host is waited for that other processes are asking.
    ///   - clock: what that is measured with.
    ///   - now: the wall clock.
    init(
        hosts: [HostState],
        configuration: FeedImporterConfiguration,
        turns: TurnFile?,
        patience: Duration,
        clock: PipelineClock,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.hosts = Dictionary(hosts.map { ($0.name, $0) }) { first, _ in first }
        lines = HostLines(
            limits: configuration.hostLimits,
            rules: configuration.refreshPolicy.hostRules,
            maximumActive: 1
        )
        self.turns = turns
        self.patience = patience
        self.clock = clock
        self.now = now
    }

    /// The host that is or was asked last; nil if none was.
    var host: String? { place.withLock(\.host) }

    /// The host that was not asked, because it is left alone.
    var pause: Pause? { place.withLock(\.pause) }

    func take(for url: FeedURL) async throws(FeedLoadingError) {
        end()
        let host = url.canonicalHost
        // One that could not be reached is tried all the same: somebody asks for this very file.
        if let pause = hosts[host].flatMap({ HostPause($0, at: now()) }), pause.reason.isRequested {
            place.withLock { $0.pause = Pause(host: host, pause: pause) }
            throw .cancelled(feed: url.redacted)
        }
        if let turns { try await enter(url, turns) }
        place.withLock { ($0.host, $0.isHeld) = (host, true) }
    }

    /// Waits for the turn at the host that a redirect leads to; within the same host it is one visit.
    func follow(_ hop: RedirectHop) async throws(FeedLoadingError) {
        guard hop.location.canonicalHost != host else { return }
        try await take(for: hop.location)
    }

    /// The pause that the host which was asked last asks for; nil if it asks for none.
    func pause(after error: FeedLoadingError) -> Pause? {
        guard let host, let pause = HostPause(after: error, failures: 0, at: now()) else { return nil }
        return Pause(host: host, pause: pause)
    }

    /// Gives the host back; what has been given back is not given twice.
    func end() {
        let host: String?? = place.withLock { place in
            guard place.isHeld else { return nil }
            place.isHeld = false
            return place.host
        }
        if case .some(.some(let host)) = host { turns?.leave(host: host) }
    }

    private func enter(_ url: FeedURL, _ turns: TurnFile) async throws(FeedLoadingError) {
        let host = url.canonicalHost
        let usual = lines.limits(of: host)
        let spacing = (hosts[host].flatMap { HostLimits($0, otherwise: usual) } ?? usual).spacing
        let end = clock.elapsed + patience
        while let rest = turns.enter(host: host, spacing: spacing) {
            guard clock.elapsed + rest <= end else {
                throw .timedOut(
                    feed: url.redacted,
                    phase: .total,
                    milliseconds: Int(patience.components.seconds) * 1000
                )
            }
            do {
                try await clock.sleep(until: clock.elapsed + rest)
            } catch {
                throw .cancelled(feed: url.redacted)
            }
        }
    }
}
