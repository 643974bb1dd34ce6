import FeedLoading
import Operations
import PodcastModel

/// Gives turns at hosts to a task that makes several requests, one after the
/// other (http polling A5 54).
protocol HostTurns: Sendable {
    /// Gives back the turn at the last host, and waits for one at the host of the
    /// next request.
    ///
    /// - Parameter url: the address of the next request.
    /// - Throws: ``FeedLoadingError/cancelled(feed:)`` if it must not be made.
    func take(for url: FeedURL) async throws(FeedLoadingError)
}

/// The turns of a task that is the only one asking hosts, as when feeds are only
/// listed: it spaces its own requests.
final class LoneTurns: HostTurns {
    private struct State {
        /// The host that is being asked.
        var host: String?
        /// When the hosts asked before were done with.
        var ends: [String: Duration] = [:]
    }

    private let spacing: Duration
    private let clock: PipelineClock
    private let state: Locked<State>

    /// Makes turns.
    ///
    /// - Parameters:
    ///   - host: the host that is being asked already, if there is one.
    ///   - spacing: the least time between two requests to a host.
    ///   - clock: what it is measured with.
    init(after host: String?, spacing: Duration, clock: PipelineClock) {
        self.spacing = spacing
        self.clock = clock
        state = Locked(State(host: host))
    }

    func take(for url: FeedURL) async throws(FeedLoadingError) {
        let time = state.withLock { state in
            if let before = state.host { state.ends[before] = clock.elapsed }
            state.host = url.canonicalHost
            return state.ends[url.canonicalHost].map { $0 + spacing }
        }
        guard let time, time > clock.elapsed else { return }
        do {
            try await clock.sleep(until: time)
        } catch {
            throw .cancelled(feed: url.redacted)
        }
    }
}
