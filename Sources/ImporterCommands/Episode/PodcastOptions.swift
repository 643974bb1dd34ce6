import ArgumentParser

/// Whose episodes a command is about.
struct PodcastOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Only episodes of this podcast: its address, or its number in `subscription list`.",
            valueName: "url-or-id"
        )
    )
    var feed: String?
}
