import PodcastModel

/// The report on a feed that `feed inspect` prints for people.
struct FeedReport {
    let document: FeedDocument
    let terminal: Terminal

    var lines: [String] {
        [heading] + facts.lines + [""] + episodeLines + [""] + warningLines
    }

    private var heading: String {
        terminal.styled((document.podcast.title ?? "(no title)").singleLine, .bold)
    }

    private var facts: FactList {
        let podcast = document.podcast
        return FactList([
            (
                "Format",
                "\(document.format), \(document.encoding)" + (document.complete ? "" : ", cut off before its end")
            ),
            ("Website", podcast.link), ("Author", podcast.author), ("Language", podcast.language),
            ("Categories", podcast.categories.map { $0.joined(separator: " > ") }.joined(separator: ", ")),
            ("Explicit", podcast.explicit.map { $0 ? "yes" : "no" }), ("Artwork", podcast.artworkURL),
            ("Podcast guid", podcast.guid), ("Own address", podcast.selfURL),
            ("Episodes", String(document.episodes.count)),
        ])
    }

    private var episodeLines: [String] {
        guard !document.episodes.isEmpty else { return ["There are no episodes in this feed."] }
        var table = TextTable([
            .init(title: "Published"), .init(title: "Length", isNumber: true), .init(title: "Media"),
            .init(title: "Title", isFlexible: true),
        ])
        for episode in document.episodes {
            table.add([
                HumanText.time(episode.publishedAt), episode.durationSeconds.map(HumanText.duration) ?? "",
                episode.enclosures.first?.type ?? "none", episode.title,
            ])
        }
        return table.lines(for: terminal)
    }

    private var warningLines: [String] {
        guard !document.warnings.isEmpty else { return [terminal.styled("Nothing had to be repaired.", .green)] }
        let count = HumanText.count(document.warnings.count, "thing") + " to mend:"
        return [terminal.styled(count, .yellow)]
            + document.warnings.map { warning in
                let line = warning.line.map { "line \($0): " } ?? ""
                return "  \(line)\(warning.detail) [\(warning.kind)]".singleLine
            }
    }
}
