import ArgumentParser
import ImporterApp
import PodcastModel

/// The command `podimport status`.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say what the daemon is doing, and how the subscriptions are doing.",
        discussion: """
            Asks the daemon that works on the store, if there is one, and reads the store. Nothing is changed. \
            The exit status says whether the store could be read, not whether a daemon runs.
            """
    )

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let status = try await run.reporting { try await run.app.status() }
        if run.writer.format == .json {
            try run.writer.document(status)
            return
        }
        for line in Self.lines(of: status) { run.writer.line(line) }
    }

    private static func lines(of status: ProgramStatus) -> [String] {
        var facts: [(String, String?)] = []
        if let daemon = status.daemon {
            facts += [
                ("Daemon", "\(daemon.summary) (process \(daemon.pid), since \(HumanText.time(daemon.startedAt)))"),
                ("Memory", daemon.residentBytes.map(HumanText.bytes)),
                ("Settings", daemon.reloadError.map { "not reloaded: \(DaemonStatus.inOneLine($0))" }),
            ]
        } else {
            facts.append(("Daemon", status.daemonError ?? "not running"))
        }
        guard let store = status.store else {
            facts.append(("Store", "being loaded by the daemon"))
            return FactList(facts).lines
        }
        let overview = store.subscriptions
        let states = SubscriptionState.allCases.compactMap { state in
            overview.states[state].map { "\($0) \(state.rawValue)" }
        }
        facts += [
            ("Store", "\(store.path), \(HumanText.bytes(store.bytes))"),
            ("Podcasts", "\(store.podcasts), with \(HumanText.count(store.episodes, "episode"))"),
            ("Subscriptions", states.isEmpty ? "none" : states.joined(separator: ", ")),
            ("Failing", String(overview.failing)), ("In flight", String(overview.inFlight)),
            ("Due now", String(overview.due)), ("Next due", HumanText.time(overview.nextDueAt)),
            ("Last attempt", HumanText.time(overview.lastAttemptAt)),
            ("Last success", HumanText.time(overview.lastSuccessAt)),
        ]
        return FactList(facts).lines
    }
}
