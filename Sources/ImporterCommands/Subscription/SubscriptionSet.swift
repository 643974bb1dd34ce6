import ArgumentParser
import ImporterApp

/// The command `podimport subscription set URL|ID KEY=VALUE...`.
struct SubscriptionSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Give a feed settings of its own.",
        discussion: """
            An empty value takes a setting away; without assignments the settings are shown.

              url                         move the feed to another address; empty takes the last move back
              interval                    ask at most this often: 6h, 90 min, 2d
              http-version                the newest HTTP version to speak: 1.1 or 2
              verify-tls                  whether the server's certificate is verified: true or false
              allow-insecure-credentials  whether the password may be sent without TLS: true or false
              proxy                       a proxy of its own: http://proxy.example:3128
              accept-deltas               whether to ask for what is new only (RFC 3229): true or false
            """
    )

    @Argument(help: ArgumentHelp("Its address, or its number in the list.", valueName: "url-or-id"))
    var reference: String

    @Argument(help: ArgumentHelp("What to set.", valueName: "key=value"))
    var assignments: [String] = []

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let feed = try await run.reporting { try await run.app.configure(reference, with: assignments) }
        if run.writer.format == .json {
            try run.writer.json(feed)
        } else if !output.quiet {
            if assignments.contains(where: { $0.hasPrefix("url=") }) { run.writer.line("url=\(feed.feedURL)") }
            for (key, value) in feed.settings.sorted(by: { $0.key < $1.key }) { run.writer.line("\(key)=\(value)") }
        }
    }
}
