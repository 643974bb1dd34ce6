import ArgumentParser

/// `podimport opml`: lists of subscriptions, in and out.
struct OPMLCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "opml",
        abstract: "Take over a list of subscriptions from another program, or hand one on.",
        subcommands: [OPMLImport.self, OPMLExport.self]
    )
}
