import ArgumentParser

/// `podimport episode`: what is in the store.
struct EpisodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "episode",
        abstract: "Look at the episodes in the store.",
        subcommands: [EpisodeList.self, EpisodeShow.self],
        aliases: ["ep"]
    )
}
