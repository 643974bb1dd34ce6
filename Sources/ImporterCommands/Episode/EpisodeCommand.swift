import ArgumentParser

/// `podimport episode`: what is in the store.
struct EpisodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "episode",
        abstract: "Look at the episodes in the store, search and delete them.",
        subcommands: [
            EpisodeList.self, EpisodeShow.self, EpisodeChapters.self, EpisodeSearch.self, EpisodeRemove.self,
            EpisodePrune.self,
        ],
        aliases: ["ep"]
    )
}
