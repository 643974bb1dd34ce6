import ArgumentParser
import Foundation

/// Runs the measurements and prints them.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run contenders against each other and print what they cost (the default)."
    )

    enum Suite: String, ExpressibleByArgument, CaseIterable {
        case parse, `import`, large, polling, daemon, stages, scale, all
    }
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

    @Argument(help: "What to measure; all is all but scale, which takes minutes and gigabytes.")
    var suite: Suite = .all

    @Option(help: "How often each contender runs.")
    var rounds = 3

    @Option(help: "Feeds of the small parse corpus.")
    var parseFeeds = 12

    @Option(help: "Feeds of the import corpus.")
    var importFeeds = 1_000

    @Option(help: "Feeds of 1,000 episodes; eight times as many where their items are short.")
    var largeFeeds = 25

    @Option(help: "Feeds that are asked whether they have changed; a tenth as many answer in full.")
    var polledFeeds = 10_000

    @Option(help: "Episodes of a feed; for scale those of the store, 2,000,000 if nothing is said.")
    var episodes: Int?

    @Option(help: "Seed of the generated feeds.")
    var seed: UInt64 = 1

    @Option(name: .customLong("only"), help: "Run only this contender (repeatable).")
    var only: [String] = []

    @Option(help: "The podimport binary to measure; without it podimport-import is skipped.")
    var podimport: String?

    @Option(help: "A Python that has the peers installed; without it they are skipped.")
    var python: String?

    @Option(help: "How many times as many feeds the last import has, for its memory.")
    var times = 5

    @Option(help: "Folder of real feeds, searched through for podcasts.")
    var corpus = "../shared/corpus"

    @Option(help: "Folder in which feeds and stores are written, to be removed at the end.")
    var scratch = NSTemporaryDirectory()

    @Option(help: "How to print the results.")
    var format = Format.text

    func validate() throws {
        guard rounds > 0, parseFeeds > 0, importFeeds > 0, largeFeeds > 0, polledFeeds >= 10, times > 0,
            episodes ?? 1 > 0, suite != .scale || episodes ?? 1_000 >= 1_000
        else {
            throw ValidationError(
                "rounds, feeds and episodes are numbers above zero, polled feeds ten or more, episodes for scale 1,000"
            )
        }
    }

    func run() async throws {
        // A folder of its own inside, for it is removed in the end.
        let folder = URL(filePath: scratch, directoryHint: .isDirectory).appending(path: "podimport-bench")
        try FileManager.default.makeEmptyFolder(folder)
        let registry = Contenders(podimport: podimport, python: python, only: only)
        var scenarios: [Scenario] = []
        if measures(.parse) { scenarios += try parsing(registry, in: folder) }
        if measures(.import) { scenarios += try importing(registry, in: folder) }
        if measures(.large) { scenarios += try large(registry.importer, in: folder) }
        if measures(.polling) { scenarios += try polling(registry.importer, in: folder) }
        if measures(.daemon) { scenarios += try dueRound(registry.importer, in: folder) }
        var stages: StagesSuite.Figures?
        if measures(.stages) {
            stages = try await StagesSuite(feeds: importFeeds, episodes: episodes ?? 100, seed: seed, scratch: folder)
                .run()
        }
        if suite == .scale { scenarios += try scale(registry.importer, in: folder) }
        try FileManager.default.removeItem(at: folder)
        // The stages are no contenders: in JSON they come if they are asked for alone.
        if suite != .stages {
            print(format == .json ? try Report(scenarios: scenarios).json() : Report(scenarios: scenarios).table())
        }
        if let stages, suite == .stages || format == .text {
            print(try StagesSuite.text(stages, asJSON: format == .json))
        }
    }

    private func measures(_ part: Suite) -> Bool { suite == part || suite == .all }

    private func parsing(_ registry: Contenders, in folder: URL) throws -> [Scenario] {
        try ParseSuite(
            contenders: registry.available(.parse),
            corpora: parseCorpora(in: folder),
            scratch: folder,
            // Half a second each: more of them cost nothing.
            rounds: rounds * 3
        ).run()
    }

    private func importing(_ registry: Contenders, in folder: URL) throws -> [Scenario] {
        let contenders = registry.available(.import)
        let imports = try ImportSuite(
            contenders: contenders,
            feeds: importFeeds,
            episodes: episodes ?? 100,
            seed: seed,
            scratch: folder,
            rounds: rounds
        ).run()
        guard let corpus = imports.first?.corpus else { return imports }
        return try imports
            + ManyFeedsSuite(
                contenders: contenders.filter { !$0.writesNewestOnly },
                corpus: corpus,
                times: times,
                scratch: folder
            ).run()
    }

    private func large(_ importer: String?, in folder: URL) throws -> [Scenario] {
        try LargeFeedSuite.scenarios(
            importer: importer,
            feeds: largeFeeds,
            seed: seed,
            scratch: folder,
            rounds: rounds
        )
    }

    private func polling(_ importer: String?, in folder: URL) throws -> [Scenario] {
        try PollingSuite.scenarios(
            importer: importer,
            feeds: polledFeeds,
            seed: seed,
            scratch: folder,
            rounds: rounds
        )
    }

    private func dueRound(_ importer: String?, in folder: URL) throws -> [Scenario] {
        try DueRoundSuite.scenarios(
            importer: importer,
            feeds: polledFeeds,
            seed: seed,
            scratch: folder,
            rounds: rounds
        )
    }

    private func scale(_ importer: String?, in folder: URL) throws -> [Scenario] {
        guard let importer = Prerequisites.importer(importer, for: "the large store") else { return [] }
        return try ScaleSuite(
            importer: importer,
            episodes: episodes ?? 2_000_000,
            seed: seed,
            scratch: folder,
            rounds: rounds
        ).run()
    }

    private func parseCorpora(in folder: URL) throws -> [Corpus] {
        // About 25 MB each but for the first: one document with show notes in CDATA, one with escaped ones, and
        // one with next to nothing in each item.
        let large: [(name: String, episodes: Int, notes: FeedGenerator.Notes)] = [
            ("large-cdata", 4_500, .cdata), ("large-escaped", 4_500, .escaped), ("short-items", 19_000, .none),
        ]
        var corpora = [
            try Corpus.generated("feeds", in: folder, feeds: parseFeeds, episodes: episodes ?? 100, seed: seed)
        ]
        corpora += try large.map { corpus in
            try .generated(
                corpus.name,
                in: folder,
                feeds: 1,
                episodes: corpus.episodes,
                seed: seed,
                notes: corpus.notes
            )
        }
        let source = URL(filePath: corpus, directoryHint: .isDirectory)
        if let real = try Corpus.podcasts("real", in: source, scratch: folder) {
            corpora.append(real)
        } else {
            Console.note("no real feeds at \(corpus): the corpus \"real\" is SKIPPED")
        }
        return corpora
    }
}
