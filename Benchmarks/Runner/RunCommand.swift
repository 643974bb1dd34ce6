import ArgumentParser
import Foundation

/// Runs the measurements and prints them.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run contenders against each other and print what they cost (the default)."
    )

    enum Suite: String, ExpressibleByArgument, CaseIterable { case parse, `import`, all }
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

    @Argument(help: "What to measure.")
    var suite: Suite = .all

    @Option(help: "How often each contender runs.")
    var rounds = 5

    @Option(help: "Feeds of the parse corpora.")
    var parseFeeds = 50

    @Option(help: "Feeds of the import corpus.")
    var importFeeds = 1_000

    @Option(help: "Episodes of a feed.")
    var episodes = 100

    @Option(help: "Seed of the generated feeds.")
    var seed: UInt64 = 1

    @Option(name: .customLong("only"), help: "Run only this contender (repeatable).")
    var only: [String] = []

    @Option(help: "The podimport binary to measure; without it podimport-import is skipped.")
    var podimport: String?

    @Option(help: "A Python that has the peers installed; without it they are skipped.")
    var python: String?

    @Option(help: "Folder of real feeds, searched through for .xml and .rss files.")
    var corpus = "../shared/corpus"

    @Option(help: "Folder for feeds and stores; its contents are written anew.")
    var scratch = NSTemporaryDirectory() + "podimport-bench"

    @Option(help: "How to print the results.")
    var format = Format.text

    func validate() throws {
        guard rounds > 0, parseFeeds > 0, importFeeds > 0, episodes > 0 else {
            throw ValidationError("rounds, feeds and episodes are numbers above zero")
        }
    }

    func run() throws {
        let folder = URL(filePath: scratch, directoryHint: .isDirectory)
        let registry = Contenders(podimport: podimport, python: python, only: only)
        var scenarios: [Scenario] = []
        if suite != .import {
            scenarios += try ParseSuite(
                contenders: registry.available(.parse),
                corpora: parseCorpora(in: folder),
                scratch: folder,
                rounds: rounds
            ).run()
        }
        if suite != .parse {
            scenarios += try ImportSuite(
                contenders: registry.available(.import),
                feeds: importFeeds,
                episodes: episodes,
                seed: seed,
                scratch: folder,
                rounds: rounds
            ).run()
        }
        print(format == .json ? try Report(scenarios: scenarios).json() : Report(scenarios: scenarios).table())
    }

    private func parseCorpora(in folder: URL) throws -> [Corpus] {
        var corpora = [
            try Corpus.generated("cdata", in: folder, feeds: parseFeeds, episodes: episodes, seed: seed),
            try Corpus.generated(
                "escaped",
                in: folder,
                feeds: parseFeeds,
                episodes: episodes,
                seed: seed,
                notes: .escaped
            ),
            // About 25 MB in one document.
            try Corpus.generated("large", in: folder, feeds: 1, episodes: 4_500, seed: seed),
        ]
        if let real = try Corpus.found("real", in: URL(filePath: corpus, directoryHint: .isDirectory)) {
            corpora.append(real)
        } else {
            Console.note("no real feeds at \(corpus): the corpus \"real\" is SKIPPED")
        }
        return corpora
    }
}
