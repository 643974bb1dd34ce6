import ArgumentParser
import Foundation
import ImporterApp

/// The command `podimport daemon`.
struct DaemonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "daemon",
        abstract: "Refresh every subscription when it is due, until stopped.",
        discussion: """
            Made for systemd; it runs well in any terminal, too. Subscriptions may be added, removed or retried by \
            other commands meanwhile: the daemon notices at once. Several daemons and imports may share a store; \
            no feed is loaded by two.

            SIGTERM or SIGINT: what is being written is finished; what is loading is given up, and is due again as if \
            it had failed. Another signal ends the daemon at once, a second after the first at the soonest. SIGHUP: \
            the settings are read again.

            `podimport status` says what the daemon is doing; docs/Operating.md tells the rest.
            """
    )

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    /// The log has what others print as results.
    ///
    /// An option in the unit would count more than the settings.
    private static let defaults = ["log-level": LogLevel.info.rawValue]

    func run() async throws {
        let run = try CommandRun(store: store, output: output, defaults: Self.defaults)
        let environment = ProcessInfo.processInfo.environment
        try await run.reporting {
            try await run.app.runDaemon(
                environment: environment,
                reload: { [store, output] () throws(ImporterAppError) in
                    try CommandRun.settings(
                        store: store,
                        output: output,
                        environment: environment,
                        defaults: Self.defaults
                    )
                }
            )
        }
    }
}
