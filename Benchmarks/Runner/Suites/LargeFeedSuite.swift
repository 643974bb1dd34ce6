import Foundation

/// Measures feeds of many episodes: one whose items are the same costs little more than parsing it, and an item of a
/// very long one costs little more than one of a short.
struct LargeFeedSuite {
    var importer: String
    var feeds: Int
    var seed: UInt64
    var scratch: URL
    var rounds: Int

    /// Why what was measured is not what was meant.
    struct Failure: Error, CustomStringConvertible {
        var description: String {
            "benchmark: a feed was not imported as unchanged though its items are the same; the figures mean nothing"
        }
    }

    /// The scenarios that can run here; says on standard error if they cannot.
    static func scenarios(
        importer: String?,
        feeds: Int,
        seed: UInt64,
        scratch: URL,
        rounds: Int
    ) throws -> [Scenario] {
        guard let importer = Prerequisites.importer(importer, for: "the suite of large feeds") else { return [] }
        let suite = LargeFeedSuite(importer: importer, feeds: feeds, seed: seed, scratch: scratch, rounds: rounds)
        return [try suite.unchanged(.cdata), try suite.unchanged(.none), try suite.length()]
    }

    /// Documents of 1,000 episodes with another build date, and nothing else.
    private func unchanged(_ notes: FeedGenerator.Notes) throws -> Scenario {
        // Short items make small documents.
        let count = notes == .none ? feeds * 8 : feeds
        let name = notes == .none ? "short items" : "show notes"
        let corpus = try Corpus.generated(
            "unchanged",
            in: scratch,
            feeds: count,
            episodes: 1_000,
            seed: seed,
            notes: notes
        )
        let list = try corpus.writeList(in: scratch)
        let store = try FileManager.default.makeEmptyStore(in: scratch)
        _ = try importing(store, list).run()
        var (parsed, imported): ([MeasuredCommand.Usage], [MeasuredCommand.Usage]) = ([], [])
        for round in 1...rounds {
            Console.note("unchanged feeds of 1,000 episodes with \(name): round \(round) of \(rounds)")
            try revise(corpus, notes, to: round % 2 == 1 ? .build : .first)
            parsed.append(
                try MeasuredCommand(Contenders.executable, ["contend", "podimport-parse", "--list", list]).run()
            )
            imported.append(try importing(store, list).run())
        }
        try revise(corpus, notes, to: rounds % 2 == 1 ? .first : .build)
        try expectUnchanged(store, list, count)
        return Scenario(
            "import 1,000 episodes with a new build date, \(name)",
            corpus,
            comparing: [("podimport-parse", parsed), ("podimport-import", imported)],
            rate: .feeds,
            base: "parse"
        )
    }

    /// As many items in one document as in twenty.
    private func length() throws -> Scenario {
        let many = try Corpus.generated(
            "many",
            in: scratch,
            feeds: 20,
            episodes: 1_000,
            seed: seed,
            notes: .none
        )
        let one = try Corpus.generated("one", in: scratch, feeds: 1, episodes: 20_000, seed: seed, notes: .none)
        var runs: [[MeasuredCommand.Usage]] = [[], []]
        for round in 1...rounds {
            Console.note("20,000 episodes in one feed and in twenty: round \(round) of \(rounds)")
            for (index, corpus) in [many, one].enumerated() {
                runs[index].append(
                    try importing(
                        try FileManager.default.makeEmptyStore(in: scratch),
                        try corpus.writeList(in: scratch)
                    ).run()
                )
            }
        }
        return Scenario(
            "import 20,000 episodes of one feed",
            one,
            comparing: [("20 feeds of 1,000", runs[0]), ("1 feed of 20,000", runs[1])],
            base: "short"
        )
    }
}

extension LargeFeedSuite {
    private func importing(_ store: String, _ list: String) -> MeasuredCommand {
        MeasuredCommand(importer, ["import", "--store", store, "--quiet", "--no-progress", "--feeds-from", list])
    }

    /// Writes another revision over the files of a corpus.
    private func revise(_ corpus: Corpus, _ notes: FeedGenerator.Notes, to revision: FeedGenerator.Revision) throws {
        guard let first = corpus.files.first else { return }
        let generator = FeedGenerator(seed: seed, episodes: 1_000, notes: notes, revision: revision)
        try generator.write(corpus.files.count, to: URL(filePath: first).deletingLastPathComponent())
    }

    /// Imports once more, not measured, and reads the results.
    private func expectUnchanged(_ store: String, _ list: String, _ count: Int) throws {
        let results = scratch.appending(path: "results.ndjson")
        let arguments = ["import", "--store", store, "--no-progress", "--format", "json", "--feeds-from", list]
        _ = try MeasuredCommand(importer, arguments).run(output: results.path)
        let unchanged = try String(contentsOf: results, encoding: .utf8).split(separator: "\n").count { line in
            line.contains("\"outcome\":\"imported\"") && line.contains("\"unchanged\":1000,")
        }
        guard unchanged == count else { throw Failure() }
    }
}
