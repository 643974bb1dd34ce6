import Persistence
import PodcastModel

/// The pauses that hosts have asked for, each looked up once for all feeds of its host.
struct RequestedPauses {
    private let now: Timestamp
    private var known: [String: HostPause?] = [:]

    init(at now: Timestamp) {
        self.now = now
    }

    mutating func pause(of host: String, in unit: UnitOfWork) throws(PersistenceError) -> HostPause? {
        if let pause = known[host] { return pause }
        let asked = try unit.hosts.askedPause(of: host, at: now)
        let pause = asked.map { HostPause(until: $0.until, storedReason: $0.reason) }
        known[host] = .some(pause)
        return pause
    }
}
