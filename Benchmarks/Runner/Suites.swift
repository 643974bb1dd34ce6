import Foundation

/// What one contender cost in one setting, over all rounds.
struct Measurement {
    var contender: String
    var isFloor: Bool
    var runs: [ChildProcess.Usage]
}

/// The contenders measured on the same input.
struct Scenario {
    /// What the input is counted in.
    enum Rate { case megabytes, feeds }

    var name: String
    var corpus: Corpus
    var measurements: [Measurement]
    var rate = Rate.megabytes
    /// What the others are compared with, in one word.
    var base = "floor"
}

/// Measures parsers on every corpus, A B A B.
struct ParseSuite {
    var contenders: [Contender]
    var corpora: [Corpus]
    var scratch: URL
    var rounds: Int

    /// Peers take up to a hundred times as long: they get the small corpora only.
    private static let peerMegabytes = 8.0

    init(contenders: [Contender], corpora: [Corpus], scratch: URL, rounds: Int) {
        self.contenders = contenders
        self.corpora = corpora
        self.scratch = scratch
        self.rounds = rounds
    }

    func run() throws -> [Scenario] {
        try corpora.map { corpus in
            let contenders = contenders.filter { !$0.isPeer || corpus.megabytes < Self.peerMegabytes }
            let list = try corpus.writeList(in: scratch)
            var runs = [[ChildProcess.Usage]](repeating: [], count: contenders.count)
            for round in 1...rounds {
                Console.note("parse \(corpus.name): round \(round) of \(rounds)")
                for (index, contender) in contenders.enumerated() {
                    runs[index].append(try contender.command(corpus.files, list, "").run())
                }
            }
            return Scenario(
                name: "parse \(corpus.name)",
                corpus: corpus,
                measurements: zip(contenders, runs).map {
                    Measurement(contender: $0.name, isFloor: $0.isFloor, runs: $1)
                }
            )
        }
    }
}

/// Measures importers: into an empty store, then over later states of the same feeds.
struct ImportSuite {
    var contenders: [Contender]
    var feeds: Int
    var episodes: Int
    var seed: UInt64
    var scratch: URL
    var rounds: Int

    private let revisions: [(name: String, revision: FeedGenerator.Revision)] = [
        ("import into an empty store", .first),
        ("import the same again", .first),
        ("import a changed build date", .build),
        ("import one new episode a feed", .newEpisode),
    ]

    init(contenders: [Contender], feeds: Int, episodes: Int, seed: UInt64, scratch: URL, rounds: Int) {
        self.contenders = contenders
        self.feeds = feeds
        self.episodes = episodes
        self.seed = seed
        self.scratch = scratch
        self.rounds = rounds
    }

    func run() throws -> [Scenario] {
        var corpora: [FeedGenerator.Revision: Corpus] = [:]
        for revision in FeedGenerator.Revision.allCases {
            corpora[revision] = try .generated(
                "import-\(revision.rawValue)",
                in: scratch,
                feeds: feeds,
                episodes: episodes,
                seed: seed,
                revision: revision
            )
        }
        var scenarios: [Scenario] = []
        for (index, step) in revisions.enumerated() {
            guard let corpus = corpora[step.revision] else { continue }
            let measured = contenders.filter { contender in
                contender.writesNewestOnly
                    ? step.revision == .newEpisode : index == 0 || contender.knowsRevisions
            }
            scenarios.append(
                Scenario(
                    name: step.name,
                    corpus: corpus,
                    measurements: measured.map { Measurement(contender: $0.name, isFloor: $0.isFloor, runs: []) }
                )
            )
        }
        for round in 1...rounds {
            Console.note("import: round \(round) of \(rounds)")
            for contender in contenders { try runSteps(of: contender, into: &scenarios) }
        }
        return scenarios.filter { !$0.measurements.isEmpty }
    }

    /// Takes a contender from an empty store through all it can do.
    private func runSteps(of contender: Contender, into scenarios: inout [Scenario]) throws {
        let folder = scratch.appending(path: "store", directoryHint: .isDirectory)
        let store = try FileManager.default.makeEmptyStore(in: scratch)
        for index in scenarios.indices {
            guard let row = scenarios[index].measurements.firstIndex(where: { $0.contender == contender.name }) else {
                continue
            }
            let usage = try atCurrentPath(scenarios[index].corpus) { corpus in
                try contender.command(corpus.files, try corpus.writeList(in: scratch), store).run()
            }
            scenarios[index].measurements[row].runs.append(usage)
        }
        try FileManager.default.removeItem(at: folder)
    }

    /// Lends a corpus the path that all revisions share while a contender reads it.
    ///
    /// A feed is known by its address, so its revisions have to have the same.
    private func atCurrentPath<Value>(_ corpus: Corpus, _ body: (Corpus) throws -> Value) throws -> Value {
        let home = scratch.appending(path: "feeds-\(corpus.name)")
        let current = scratch.appending(path: "feeds-current")
        try FileManager.default.moveItem(at: home, to: current)
        var moved = corpus
        moved.files = corpus.files.map { current.appending(path: URL(filePath: $0).lastPathComponent).path }
        let result = Result { try body(moved) }
        try FileManager.default.moveItem(at: current, to: home)
        return try result.get()
    }
}
