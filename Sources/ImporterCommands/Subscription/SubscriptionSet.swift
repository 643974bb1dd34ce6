import ArgumentParser
import ImporterApp

/// The command `podimport subscription set URL|ID KEY=VALUE...`.
struct SubscriptionSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Give a feed settings of its own.",
        discussion: """
            An empty value takes a setting away; without assignments the settings are shown. A feed that fails is \
            asked again at once, unless it is its interval that was changed: that counts from when the feed was asked \
            last. User names and passwords are never shown again.

              url                         move the feed; empty takes the last move back
              interval                    ask at most this often: 6h, 90 min, 2d
              credentials                 NAME:PASSWORD; - reads it from standard input
              http-version                the newest HTTP version to speak: 1.1 or 2
              verify-tls                  verify the server's certificate: true or false
              allow-insecure-credentials  send the password without TLS, too: true or false
              password-encoding           for name and password: utf-8 or iso-8859-1
              proxy                       a proxy of its own: http://proxy.example:3128
              accept-deltas               ask for new items only (RFC 3229): true or false
              user-agent                  what the server is told instead of podimport
              total-timeout               how long a load may take: 90s, 5 min
              decoded-bytes               how much of the document is read: 128 MiB
              wire-bytes                  how much of it may come over the network
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
        let feed = try await run.reporting {
            try await run.app.configure(reference, with: try assignments.map { try Self.completed($0) })
        }
        if feed.hasLostCredentials {
            run.writer.complaint(
                "the feed has no user name and password any more: they were for the server it was at",
                level: .warning
            )
        }
        if run.writer.format == .json {
            try run.writer.json(feed)
        } else if assignments.isEmpty, feed.settings.isEmpty {
            if !output.quiet { run.writer.message("The feed has no settings of its own.") }
        } else if assignments.isEmpty || !output.quiet {
            if assignments.contains(where: { $0.hasPrefix("url=") }) {
                run.writer.line("url=\(feed.feedURL.singleLine)")
            }
            for (key, value) in feed.settings.sorted(by: { $0.key < $1.key }) { run.writer.line("\(key)=\(value)") }
        }
    }

    /// The assignment with what is to be read from standard input.
    private static func completed(_ assignment: String) throws -> String {
        guard assignment == "credentials=-" else { return assignment }
        guard let line = SecretLine.read(prompt: "NAME:PASSWORD, not shown: "), !line.isEmpty else {
            throw ImporterAppError(.usage, "credentials=-: there is no line NAME:PASSWORD in UTF-8 on standard input")
        }
        return "credentials=" + line
    }
}
