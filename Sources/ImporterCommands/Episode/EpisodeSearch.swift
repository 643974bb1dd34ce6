import ArgumentParser
import ImporterApp
import PodcastModel

/// The command `podimport episode search TEXT`.
struct EpisodeSearch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search titles, podcasts, people and show notes, the best matches first.",
        discussion: """
            Episodes are found that have all the words, without regard to case, accents and the points of Hebrew and \
            Arabic; in Chinese, Japanese, Korean and Thai any part of a text is found:

              lighthouse keeper      both words, anywhere
              "last keeper"          the words next to each other
              light*                 words that begin so
              keeper -ferry          without this word
              keeper OR warden       one or the other
              title:keeper           in the title; also podcast:, people:, notes:

            Everything else is taken literally. The index is brought up to date first; if that would take long, or the \
            store cannot be written to, the command says how much is missing. PODIMPORT_SEARCH_INDEX=false turns \
            searching off.
            """
    )

    @Argument(help: ArgumentHelp("What to look for; several are one text.", valueName: "text"))
    var text: [String]

    @OptionGroup var podcast: PodcastOptions

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("At most this many episodes.", valueName: "number")
    )
    var limit: Int = 20

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit takes a number from 1.") }
    }

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let outcome = try await run.reporting {
            try await run.app.searchEpisodes(text.joined(separator: " "), feed: podcast.feed, limit: limit)
        }
        if outcome.missing > 0 {
            let count = outcome.missing
            let missing = count == 1 ? "1 episode or change is" : "\(count) episodes and changes are"
            run.writer.complaint(
                "\(missing) not indexed yet; search again, or run `podimport store optimize`",
                level: .warning
            )
        }
        if run.writer.format == .json { return try run.writer.document(outcome.hits) }
        if outcome.hits.isEmpty {
            if !output.quiet { run.writer.message("No episode has these words.") }
            return
        }
        for hit in outcome.hits {
            let stored = hit.episode
            let title = [hit.podcastTitle, stored.episode.title].compactMap { $0?.shortLine() }.joined(separator: ": ")
            let heading = run.writer.output.styled(title, .bold)
            run.writer.line("\(stored.id)  \(HumanText.time(stored.episode.publishedAt))  \(heading)")
            let snippet = hit.snippet.parts.map { part in
                part.match ? run.writer.output.styled(part.text.singleLine, .bold) : part.text.singleLine
            }
            .joined()
            if !snippet.isEmpty { run.writer.line("    " + snippet) }
        }
    }
}
