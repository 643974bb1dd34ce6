import PodcastModel
import Synchronization

/// What the daemon is doing, for systemd, the status server and the log.
final class DaemonState: Sendable {
    /// Where the service is in its life; the words are those of the JSON output.
    enum Phase: String, Sendable {
        /// The store is being opened; nothing works before it is.
        case loading
        case running
        /// Settings are read anew; work goes on.
        case reloading
        /// What is being written is finished.
        case stopping
    }

    private struct Values {
        var phase = Phase.loading
        var readyAt: Timestamp?
        /// Whether the settings are to be reloaded when the store is.
        var isReloadPutOff = false
        /// Why the last reload changed nothing; nil if it did, or there was none.
        var reloadError: String?
    }

    let startedAt: Timestamp
    private let values = Mutex(Values())

    init(startedAt: Timestamp) {
        self.startedAt = startedAt
    }

    var phase: Phase { values.withLock { $0.phase } }
    var readyAt: Timestamp? { values.withLock { $0.readyAt } }
    var reloadError: String? { values.withLock { $0.reloadError } }

    /// Enters a phase; the stop is never left again.
    func enter(_ phase: Phase) {
        values.withLock { if $0.phase != .stopping { $0.phase = phase } }
    }

    /// Notes that the store is loaded and feeds are handed out; false if that
    /// was known already.
    func becomeReady(at now: Timestamp) -> Bool {
        values.withLock { values in
            guard values.readyAt == nil, values.phase == .loading else { return false }
            values.phase = .running
            values.readyAt = now
            return true
        }
    }

    /// Begins a reload; while the store is loading it is put off.
    ///
    /// - Returns: whether it is to be carried out now.
    func beginReload() -> Bool {
        values.withLock { values in
            if values.phase == .loading { values.isReloadPutOff = true }
            guard values.phase == .running else { return false }
            values.phase = .reloading
            return true
        }
    }

    /// Whether a reload was put off; true once for all of them.
    func takeReloadPutOff() -> Bool {
        values.withLock { values in
            defer { values.isReloadPutOff = false }
            return values.isReloadPutOff
        }
    }

    /// Notes how a reload ended.
    func noteReload(error: String?) {
        values.withLock { $0.reloadError = error }
    }
}
