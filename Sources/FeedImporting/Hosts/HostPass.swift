import FeedLoading
import Operations
import PodcastModel

/// The turn at a host that one feed in flight holds.
///
/// A feed that goes on to another host gives back its turn at the first before it
/// waits for the other, so that no two feeds can wait for each other.
final class HostPass: Sendable {
    private struct Place {
        var host: String?
        var isHeld: Bool
        /// Set if the host may not be asked.
        var pause: HostPause?
        /// The longest Retry-After of the redirects so far.
        var retryAfter: RetryAfter?
    }

    private let traffic: ImportTraffic
    private let place: Locked<Place>

    /// Takes over a turn that has come.
    init(at host: String?, in traffic: ImportTraffic) {
        self.traffic = traffic
        place = Locked(Place(host: host, isHeld: true))
    }

    /// Makes a pass for nothing yet.
    init(in traffic: ImportTraffic) {
        self.traffic = traffic
        place = Locked(Place(host: nil, isHeld: false))
    }

    /// The host that is or was asked last; nil for files.
    var host: String? { place.withLock(\.host) }

    /// Why that host was not asked after all.
    var pause: HostPause? { place.withLock(\.pause) }

    /// The longest Retry-After of the redirects on the way, which holds whatever is found where they lead (http polling
    /// A3 32).
    var retryAfter: RetryAfter? { place.withLock(\.retryAfter) }

    /// Goes on to ask a host, when its line says so; returns the pause if it
    /// is not to be asked.
    ///
    /// Within the same host a redirect is followed at once: it is one visit.
    ///
    /// - Throws: `CancellationError` if the run is over.
    func move(to host: String) async throws -> HostPause? {
        if place.withLock({ $0.isHeld && $0.host == host }) { return nil }
        return try await takeTurn(at: host)
    }

    /// Goes on to ask a host for something else, when its line says so, even if
    /// it is the host that was asked last; returns the pause if it is not to be asked.
    ///
    /// - Throws: `CancellationError` if the run is over.
    func takeTurn(at host: String) async throws -> HostPause? {
        end()
        let pause = try await traffic.turn(at: host)
        place.withLock { place in (place.host, place.isHeld, place.pause) = (host, pause == nil, pause) }
        return pause
    }

    /// Pauses the host that was asked last if its answer asks for that.
    ///
    /// To be called before the host is given back: nobody is to slip in between.
    ///
    /// - Parameters:
    ///   - error: what a load ended with.
    ///   - tools: what the operation works with.
    /// - Returns: the operation that notes it for the runs to come; nil if there is nothing to note.
    func pauseHost(after error: any Error, _ tools: ImportTools) -> RecordHostOperation? {
        guard let host, pause == nil, let error = error as? FeedLoadingError,
            let pause = HostPause(after: error, failures: 0, at: traffic.now())
        else { return nil }
        traffic.pause(host, pause)
        return RecordHostOperation(host: host, pause: pause, isUnreachable: false, tools: tools)
    }

    /// Gives the host back; what has been given back is not given twice.
    ///
    /// - Parameter hasAnswered: whether the host has answered: then its failures
    ///   are forgotten.
    func end(hasAnswered: Bool = false) {
        if giveUp() { traffic.leave(host, hasAnswered: hasAnswered) }
    }

    /// Gives the host back, of which the traffic is yet to be told; false if that was done before.
    func giveUp() -> Bool {
        place.withLock { place in
            defer { place.isHeld = false }
            return place.isHeld
        }
    }
}

extension HostPass: HostTurns {
    func take(for url: FeedURL) async throws(FeedLoadingError) {
        try await wait(for: url, takeTurn)
    }

    /// Waits for the turn at the host that a redirect leads to.
    func follow(_ hop: RedirectHop) async throws(FeedLoadingError) {
        let now = traffic.now()
        let goesElsewhere = place.withLock { place in
            place.retryAfter = RetryAfter.longest(of: [place.retryAfter, hop.retryAfter], from: now)
            return place.host != hop.location.canonicalHost
        }
        if goesElsewhere { end(hasAnswered: true) }
        try await wait(for: hop.location, move)
    }

    /// Waits for the turn at the host that a later page is on; where no feed begins any more, no page does either.
    func follow(to url: FeedURL) async throws(FeedLoadingError) {
        guard !traffic.isEnding else { throw .cancelled(feed: url.redacted) }
        try await wait(for: url, move)
    }

    private func wait(
        for url: FeedURL,
        _ turn: (String) async throws -> HostPause?
    ) async throws(FeedLoadingError) {
        let pause: HostPause?
        do {
            pause = try await turn(url.canonicalHost)
        } catch {
            throw .cancelled(feed: url.redacted)
        }
        if pause != nil { throw .cancelled(feed: url.redacted) }
    }
}
