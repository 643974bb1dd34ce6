import Foundation

/// What signals mean to the daemon: SIGTERM and SIGINT stop it, a second one
/// ends it at once; SIGHUP reloads its settings.
struct DaemonSignals: Sendable {
    private let signals: ProcessSignals

    /// From here on no signal ends the process by itself; they wait to be
    /// watched for, but for the second one.
    init() async {
        signals = await ProcessSignals(stops: [SIGTERM, SIGINT], others: [SIGHUP])
    }

    /// Watches for signals until the first that stops the daemon, or until the task is cancelled.
    func watch(
        onStop: @Sendable () async -> Void,
        onReload: @Sendable () async -> Void
    ) async {
        for await signal in signals.arrivals {
            guard signal == SIGHUP else { return await onStop() }
            await onReload()
        }
    }
}
