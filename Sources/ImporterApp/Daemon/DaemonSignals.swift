import Foundation
import UnixSignals

/// What signals mean to the daemon: SIGTERM and SIGINT stop it, a second one
/// ends it at once; SIGHUP reloads its settings.
struct DaemonSignals: Sendable {
    private let arrivals: UnixSignalsSequence

    /// From here on no signal ends the process by itself; they wait to be
    /// watched for.
    init() async {
        arrivals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
    }

    /// Watches for signals until the task is cancelled.
    func watch(
        onStop: @Sendable () async -> Void,
        onReload: @Sendable () async -> Void
    ) async {
        var isStopping = false
        for await signal in arrivals {
            switch signal {
            case .sighup:
                if !isStopping { await onReload() }
            default:
                // 128 + the signal's number, as shells report it.
                if isStopping { exit(signal == .sigint ? 130 : 143) }
                isStopping = true
                await onStop()
            }
        }
    }
}
