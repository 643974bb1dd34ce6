import ArgumentParser

/// `podimport episode`: what is in the store.
struct EpisodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "episode",
        abstract: "Look at the episodes in the store, and delete them.",
        subcommands: [EpisodeList.self, EpisodeShow.self, EpisodeRemove.self, EpisodePrune.self],
        aliases: ["ep"]
    )
}
