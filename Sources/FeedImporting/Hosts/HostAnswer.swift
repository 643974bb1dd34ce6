import Persistence
import PodcastModel

/// That a host has answered.
struct HostAnswer: Hashable {
    let host: String
    /// From where; nil if that is not known.
    let address: String?

    /// Writes it down.
    func record(in unit: UnitOfWork, at now: Timestamp) throws(PersistenceError) {
        try unit.hosts.noteAnswer(of: host, address: address, at: now)
    }
}
