import ArgumentParser

/// `podimport store`: the file itself.
struct StoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Look after the store's file.",
        subcommands: [StoreCheck.self, StoreBackup.self, StoreStats.self, StoreOptimize.self]
    )
}
