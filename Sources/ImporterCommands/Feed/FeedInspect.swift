import ArgumentParser
import ImporterApp
import PodcastModel

/// The command `podimport feed inspect URL|FILE|-`.
struct FeedInspect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Read a feed and print what was read; no store is touched.",
        discussion: """
            The text form is a report for the feed's publisher: what was read, and what had to be repaired. The \
            JSON form holds every field of the podcast and its episodes.
            """
    )

    @Argument(help: ArgumentHelp("A URL, a file, or - for standard input.", valueName: "feed"), completion: .file())
    var feed: String

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The address that relative links are relative to; default: the feed's own.",
            valueName: "url"
        )
    )
    var base: String?

    /// Taken like everywhere else, so that one alias fits every command, but not used.
    @OptionGroup(visibility: .hidden) var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let document = try await run.reporting { try await run.app.inspectFeed(feed, baseURL: base) }
        if run.writer.format == .json {
            try FeedDocumentPrinter(document: document).print(on: run.writer)
        } else {
            for line in FeedReport(document: document, terminal: run.writer.output).lines { run.writer.line(line) }
        }
        try await run.reporting { try checkTexts(of: document) }
    }

    /// Whatever was printed is not the feed if some of it could not be read back.
    private func checkTexts(of document: FeedDocument) throws(ImporterAppError) {
        guard document.episodes.contains(where: \.hasLostTexts) else { return }
        throw ImporterAppError(
            .storage,
            "\(feed): show notes in a temporary file cannot be read back, so that some are missing here; check the disk"
        )
    }
}
