import FeedImporting
package import PodcastModel

/// What a running daemon says of itself.
package struct DaemonStatus: Hashable, Sendable, Codable {
    package var pid: Int32
    package var version: String
    /// `loading`, `running`, `reloading` or `stopping`.
    package var phase: String
    /// One line for people.
    package var summary: String
    package var startedAt: Timestamp
    /// When the store was loaded; nil before.
    package var readyAt: Timestamp?
    /// Feeds being refreshed now.
    package var inFlight: Int
    /// Feeds refreshed, and failed, since the start.
    package var refreshed: Int
    package var failed: Int
    /// Episodes inserted since the start.
    package var inserted: Int
    package var lastResultAt: Timestamp?
    /// When the next feed falls due, if nothing is due now.
    package var sleepsUntil: Timestamp?
    /// Why the last reload of the settings failed; a line for each thing that is wrong.
    package var reloadError: String?
    /// Memory in use, in bytes.
    package var residentBytes: Int64?
}

extension DaemonStatus {
    /// Sums up what is known.
    init(state: DaemonState, figures: RefreshSchedulerFigures, processID: Int32) {
        pid = processID
        version = ImporterApp.version
        phase = state.phase.rawValue
        summary = Self.summary(phase: state.phase, figures: figures, reloadError: state.reloadError)
        startedAt = state.startedAt
        readyAt = state.readyAt
        inFlight = figures.inFlight
        refreshed = figures.refreshed
        failed = figures.failed
        inserted = figures.inserted
        lastResultAt = figures.lastResultAt
        if case .sleeping(let until) = figures.activity { sleepsUntil = until }
        reloadError = state.reloadError
        residentBytes = ProcessMemory.residentBytes
    }

    /// The line that `systemctl status` shows.
    static func summary(
        phase: DaemonState.Phase,
        figures: RefreshSchedulerFigures,
        reloadError: String?
    ) -> String {
        let line: String
        switch phase {
        case .loading: line = "Loading the store"
        case .stopping: line = "Stopping, \(figures.inFlight) in flight"
        case .running, .reloading: line = activity(figures) + "; " + tally(figures)
        }
        return reloadError.map { "\(line); the settings were not reloaded: \(inOneLine($0))" } ?? line
    }

    /// ``reloadError`` for people who are shown one line.
    package static func inOneLine(_ reloadError: String) -> String { reloadError.replacing("\n", with: "; ") }

    private static func activity(_ figures: RefreshSchedulerFigures) -> String {
        if figures.inFlight > 0 { return "Refreshing, \(figures.inFlight) in flight" }
        return switch figures.activity {
        case .starting, .working, .draining, .ended: "Refreshing"
        case .sleeping(let until?): "Idle, next feed due \(until.rfc3339)"
        case .sleeping(nil): "Idle, no feed will be due; add one with `podimport subscription add`"
        case .resting(let reason): "Waiting for the store: \(reason)"
        }
    }

    private static func tally(_ figures: RefreshSchedulerFigures) -> String {
        let new = figures.inserted == 1 ? "1 new episode" : "\(figures.inserted) new episodes"
        var text = "\(figures.refreshed) refreshed, \(new)"
        if figures.failed > 0 { text += ", \(figures.failed) failed" }
        return text
    }
}
