import ArgumentParser
import ImporterApp
import PodcastModel

/// The command `podimport episode show ID`.
struct EpisodeShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one episode with everything that is known of it."
    )

    @Argument(help: ArgumentHelp("The episode's number in the list.", valueName: "id"))
    var id: Int64

    @Flag(name: .long, help: "Also show what was changed in it, and when.")
    var history = false

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let episode = try await run.reporting { try await run.app.episode(id, withHistory: history) }
        if run.writer.format == .json {
            try run.writer.document(episode)
            return
        }
        for line in Self.lines(of: episode, for: run.writer.output) { run.writer.line(line) }
    }

    private static func lines(of details: EpisodeDetails, for terminal: Terminal) -> [String] {
        let stored = details.stored
        let episode = stored.episode
        var facts: [(String, String?)] = [
            ("Published", published(stored)),
            ("Length", episode.durationSeconds.map(HumanText.duration)),
            ("Number", episode.episode.flatMap { $0.display ?? $0.number.map { JSONValue.number($0).text } }),
            ("Season", episode.season.flatMap { $0.name ?? $0.number.map(String.init) }),
            ("Kind", episode.episodeType == .full ? nil : episode.episodeType.rawValue),
            ("Author", episode.author), ("Link", episode.page), ("Artwork", episode.artworkURL),
            ("Guid", episode.guid), ("Key", "\(episode.key) (\(episode.keyKind.rawValue))"),
            ("Podcast", podcast(of: details)),
            ("First seen", HumanText.time(stored.firstSeenAt)),
            ("Last seen", HumanText.time(stored.lastSeenAt)),
            ("Not in the feed since", details.absentSince.map { HumanText.time($0) }),
            ("Withdrawn", stored.removedAt.map { HumanText.time($0) }),
        ]
        for live in details.liveItems {
            facts.append(("Was live", HumanText.time(live.description.startsAt ?? live.firstSeenAt)))
        }
        for enclosure in episode.enclosures {
            let facets = [enclosure.type, enclosure.length.map(HumanText.bytes)].compactMap { $0 }
            facts.append(("Media", ([enclosure.url] + facets).joined(separator: ", ")))
        }
        for transcript in episode.transcripts { facts.append(("Transcript", transcript.url)) }
        for person in episode.persons {
            facts.append(("Person", person.name + (person.role.map { " (\($0))" } ?? "")))
        }
        facts.append(("Chapters", episode.chaptersURL))
        for chapter in episode.chapters {
            facts.append(("Chapter", HumanText.duration(chapter.startSeconds) + " " + (chapter.title ?? "")))
        }
        if details.history?.isEmpty == true { facts.append(("Edit", "none is recorded")) }
        for edit in details.history ?? [] {
            let values = [edit.old, edit.new].map { $0 == .null ? "–" : $0.text }.joined(separator: " → ")
            facts.append(
                ("Edit", "\(HumanText.time(edit.at)) \(edit.field) (\(edit.significance.rawValue)): \(values)")
            )
        }
        var lines = [terminal.styled(episode.title.singleLine, .bold)] + FactList(facts).lines
        if let notes = details.notesText {
            lines.append("")
            // Line ends are the markup's; other control characters must not reach the terminal.
            lines += notes.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).singleLine }
        }
        return lines
    }

    /// The title, with the number that commands take: that of the subscription, not the podcast's own.
    private static func podcast(of details: EpisodeDetails) -> String? {
        guard let number = details.subscriptionID.map({ "subscription \($0)" }) else { return details.podcastTitle }
        return details.podcastTitle.map { "\($0) (\(number))" } ?? number
    }

    /// A date further ahead than zones explain is told as what it is.
    private static func published(_ stored: StoredEpisode) -> String {
        let time = HumanText.time(stored.episode.publishedAt)
        guard EpisodeDates.isFuture(stored.episode.publishedAt, at: stored.firstSeenAt) else { return time }
        return time + ", later than it was first seen; counts as published then"
    }
}
