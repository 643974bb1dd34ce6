import ArgumentParser

/// `podimport changes`: what happened in the store.
struct ChangesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "changes",
        abstract: "Read what changed in the store, and follow it.",
        usage: """
            podimport changes [--since N] [--consumer NAME] [--follow] [--limit N]
            podimport changes <subcommand>
            """,
        subcommands: [ChangesList.self, ChangesConsumers.self, ChangesForget.self],
        defaultSubcommand: ChangesList.self
    )
}
