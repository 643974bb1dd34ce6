import ArgumentParser
import ImporterApp
import PodcastModel

/// The command `podimport episode chapters ID`.
struct EpisodeChapters: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chapters",
        abstract: "Show the chapters of one episode, loading their file if it has one.",
        discussion: """
            The file that the feed points at comes before the chapters that are in the feed itself; these are shown if \
            it cannot be had. What was loaded is kept: the file is asked for again only when it is no longer fresh by \
            its own word, once a minute at most, and then only for what has changed.
            """
    )

    @Argument(help: ArgumentHelp("The episode's number in the list.", valueName: "id"))
    var id: Int64

    @Flag(name: .long, help: "Ask for the file although what is kept of it is fresh.")
    var refresh = false

    @Flag(name: .long, help: "Ask nobody: show what is kept of the file, or what the feed has.")
    var offline = false

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
        if refresh, offline { throw ValidationError("--refresh and --offline cannot go together.") }
    }

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let freshness: ChaptersFreshness = offline ? .offline : (refresh ? .refreshed : .fresh)
        let found = try await run.reporting { try await run.app.chapters(ofEpisode: id, freshness: freshness) }
        if let problem = found.problem, !output.quiet {
            run.writer.complaint("episode \(id): \(problem.singleLine)\(Self.instead(of: found))", level: .warning)
        }
        if run.writer.format == .json {
            try run.writer.document(found)
        } else if !found.chapters.isEmpty {
            run.writer.table(Self.table(of: found.chapters))
        } else if found.problem == nil, !output.quiet {
            run.writer.message("Episode \(id) has no chapters.")
        }
    }

    /// What is shown although something is wrong with the file.
    private static func instead(of found: EpisodeChapterList) -> String {
        switch found.source {
        case .file: "; these are the chapters of \(HumanText.time(found.fetchedAt))"
        case .feed: "; these are the chapters in the feed"
        case nil: ""
        }
    }

    private static func table(of chapters: [Chapter]) -> TextTable {
        var table = TextTable([
            .init(title: "Start", isNumber: true), .init(title: "Title", isFlexible: true),
            .init(title: "Link", isFlexible: true),
        ])
        for chapter in chapters {
            table.add([HumanText.duration(chapter.startSeconds), chapter.title ?? "", chapter.href ?? ""])
        }
        return table
    }
}
