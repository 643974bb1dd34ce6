import Foundation

/// Measures importers: into an empty store, then over later states of the same feeds.
struct ImportSuite {
    var contenders: [Contender]
    var feeds: Int
    var episodes: Int
    var seed: UInt64
    var scratch: URL
    var rounds: Int

    private static let revisions: [(name: String, revision: FeedGenerator.Revision)] = [
        ("import into an empty store", .first),
        ("import the same again", .first),
        ("import a changed build date", .build),
        ("import one new episode a feed", .newEpisode),
    ]

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
        for (index, step) in Self.revisions.enumerated() {
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
