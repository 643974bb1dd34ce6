import ArgumentParser
import ImporterApp

/// `podimport import`, and `podimport --feed URL`.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import feeds now.",
        discussion: """
            Loads each feed, and writes the episodes that are new or changed into the store. A feed that is not \
            followed yet is subscribed once it could be read, or if its host may not be asked now or says so (429, 503 \
            with Retry-After), unless --no-subscribe is given. One feed that fails stops no other.

              podimport --feed https://example.com/feed.xml --feed example.org/rss
              podimport --feed backup/feed.xml --as https://example.com/feed.xml
              curl -s https://example.com/feed.xml | podimport --feed -
              podimport import --all
            """
    )

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            A feed to import: a URL, a file, - for standard input, or a number in `subscription list`. May be given \
            several times.
            """,
            valueName: "url"
        ),
        completion: .file()
    )
    var feed: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            A text file with a feed on each line, or - for standard input; empty lines and lines beginning with # \
            are skipped.
            """,
            valueName: "file"
        ),
        completion: .file()
    )
    var feedsFrom: [String] = []

    @Flag(name: .long, help: "Import every subscription that is due.")
    var due = false

    @Flag(name: .long, help: "Import every subscription, due or not.")
    var all = false

    @Flag(name: .long, help: "Read the feeds even if they say that nothing has changed.")
    var force = false

    @Flag(name: .long, help: "Say what an import would do, item by item and why, and write nothing.")
    var dryRun = false
    @Flag(name: .long, help: "Read all pages of a feed that has several, not only the first.")
    var backfill = false

    @Flag(name: .long, help: "Import without subscribing to feeds that are not followed yet.")
    var noSubscribe = false

    @Flag(
        name: .long,
        help: """
            Fail at once if another process is importing a feed, instead of waiting for it. Others that only write to \
            the store are waited for, for five seconds.
            """
    )
    var noWait = false

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "The address the document belongs to, when it comes from a file or standard input.",
            valueName: "url"
        )
    )
    var asURL: String?

    /// A misspelled command ends up here, for `import` is the default.
    @Argument(help: .hidden)
    var unexpected: [String] = []

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    /// Refuses what does not go together.
    ///
    /// Not by `validate()`: that comes before options that there are not, and a misspelled one is what to say first.
    private func check() throws {
        if let first = unexpected.first {
            let commands = PodimportCommand.configuration.subcommands
            guard first != "help", !commands.contains(where: { $0.isNamed(first) }) else {
                throw ValidationError("Write the command '\(first)' before its options.")
            }
            throw ValidationError(CommandPath.noCommandOrFeed(first, among: commands))
        }
        if feed.isEmpty, feedsFrom.isEmpty, !due, !all {
            throw ValidationError("Say what to import: --feed URL, --due or --all.")
        }
        if due || all, !feed.isEmpty || !feedsFrom.isEmpty {
            throw ValidationError("--feed and --feeds-from name the feeds to import; neither goes with --due or --all.")
        }
        if asURL != nil, feed.count != 1 || !feedsFrom.isEmpty {
            throw ValidationError("--as goes with exactly one --feed.")
        }
        if (feed + feedsFrom).filter({ $0 == "-" }).count > 1 {
            throw ValidationError("Standard input can be read once only.")
        }
    }

    func run() async throws {
        try check()
        let run = try CommandRun(store: store, output: output)
        let progress = ImportProgressBar(writer: run.writer, isShown: !output.noProgress && !output.quiet)
        let feeds = try await run.reporting { try namedFeeds() }
        let printer = ImportPrinter(writer: run.writer, isQuiet: output.quiet, feeds: NamedFeeds(feeds))
        // What is in flight is brought to its end, and feeds that nobody has asked yet stay due.
        let (losses, loss) = AsyncStream.makeStream(of: Void.self)
        run.writer.tellWhenOutputIsLost { loss.yield() }
        let report = try await run.reporting {
            var importRun = ImportRun(
                selection: all ? .all : due ? .due : .feeds(feeds.map(\.text)),
                subscribes: !noSubscribe,
                force: force,
                waits: !noWait,
                asURL: asURL
            )
            importRun.isDryRun = dryRun
            importRun.backfills = backfill
            // The lines for people do not say it.
            importRun.countsEpisodes = output.format == .json
            return try await run.app.importFeeds(
                importRun,
                stops: losses,
                onResult: { printer.print($0) },
                onProgress: { progress.show($0) }
            )
        }
        progress.hide()
        run.writer.endIfOutputIsLost()
        printer.print(report, isDryRun: dryRun)
        let status = ExitStatus.status(of: report)
        if status != 0 { throw ExitCode(status) }
    }

    private func namedFeeds() throws(ImporterAppError) -> [NamedFeed] {
        let named = feed.enumerated().map { NamedFeed(text: $1, place: "feed \($0 + 1) of the command line") }
        return named + (try FeedListFile.feeds(in: feedsFrom))
    }
}
