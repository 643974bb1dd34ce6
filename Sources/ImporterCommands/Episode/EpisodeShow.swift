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

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let episode = try await run.reporting { try await run.app.episode(id) }
        if run.writer.format == .json {
            try run.writer.document(episode)
            return
        }
        for line in Self.lines(of: episode, for: run.writer.output) { run.writer.line(line) }
    }

    private static func lines(of stored: StoredEpisode, for terminal: Terminal) -> [String] {
        let episode = stored.episode
        var facts: [(String, String?)] = [
            ("Published", HumanText.time(episode.publishedAt)),
            ("Length", episode.durationSeconds.map(HumanText.duration)),
            ("Number", episode.episode.flatMap { $0.display ?? $0.number.map { JSONValue.number($0).text } }),
            ("Season", episode.season.flatMap { $0.name ?? $0.number.map(String.init) }),
            ("Kind", episode.episodeType == .full ? nil : episode.episodeType.rawValue),
            ("Author", episode.author), ("Link", episode.link), ("Artwork", episode.artworkURL),
            ("Guid", episode.guid), ("Key", "\(episode.key) (\(episode.keyKind.rawValue))"),
            ("Podcast", String(stored.podcastID)), ("First seen", HumanText.time(stored.firstSeenAt)),
            ("Last seen", HumanText.time(stored.lastSeenAt)),
            ("Withdrawn", stored.removedAt.map { HumanText.time($0) }),
        ]
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
            facts.append(("Chapter", HumanText.duration(Int(chapter.startSeconds)) + " " + (chapter.title ?? "")))
        }
        var lines = [terminal.styled(episode.title.singleLine, .bold)] + FactList(facts).lines
        if let notes = episode.showNotesHTML {
            lines.append("")
            // Line ends are the feed's; other control characters must not reach the terminal.
            lines += notes.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).singleLine }
        }
        return lines
    }
}
