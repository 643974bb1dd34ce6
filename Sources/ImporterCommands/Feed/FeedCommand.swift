import ArgumentParser

/// `podimport feed`: documents, without the store.
struct FeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed",
        abstract: "Look at feeds without importing them.",
        subcommands: [FeedInspect.self]
    )
}
