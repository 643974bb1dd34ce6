import Foundation

/// Measures a store of millions: what importing costs beside an empty one, and what each question costs.
///
/// It takes minutes and gigabytes, so it is no part of `all`.
struct ScaleSuite {
    var importer: String
    /// How many episodes the large store has, a hundred a podcast.
    var episodes: Int
    var seed: UInt64
    var scratch: URL
    var rounds: Int

    private static let episodesPerFeed = 100
    private static let newFeeds = 200

    /// What a program is asked, by the arguments that follow its name.
    private var questions: [[String]] {
        let feed = String(episodes / Self.episodesPerFeed / 2)
        return [
            ["status"], ["store", "stats"], ["episode", "list", "--limit", "20"],
            ["episode", "list", "--feed", feed, "--limit", "20"],
            ["episode", "list", "--since", "2001-05-01", "--limit", "20"],
            ["episode", "show", String(episodes / 2)], ["episode", "search", "mountain ocean", "--limit", "20"],
            ["changes", "--since", String(episodes / 2), "--limit", "500"], ["subscription", "show", feed],
            ["subscription", "explain", feed], ["subscription", "list", "--failing"], ["subscription", "list"],
            ["import", "--due", "--quiet", "--no-progress"],
        ]
    }

    func run() throws -> [Scenario] {
        let (small, large) = (try store("small"), try store("large"))
        let fill = try corpus("scale", feeds: episodes / Self.episodesPerFeed, seed: seed)
        Console.note("a store of \(episodes) episodes")
        let filled = try importing(large, fill).run()
        Console.note("its search index")
        let indexed = try asking(large, ["store", "optimize"]).run()
        var growth: [[MeasuredCommand.Usage]] = [[], []]
        for round in 1...rounds {
            Console.note("\(Self.newFeeds) more feeds: round \(round) of \(rounds)")
            let more = try corpus("more", feeds: Self.newFeeds, seed: seed + UInt64(round), folder: "more-\(round)")
            try FileManager.default.makeEmptyFolder(small.deletingLastPathComponent())
            growth[0].append(try importing(small, more).run())
            growth[1].append(try importing(large, more).run())
        }
        // A search brings the index up to date first: what the new feeds brought would be measured, and not the search.
        _ = try asking(large, ["store", "optimize"]).run()
        let first = try corpus("one", feeds: 1, seed: seed)
        try FileManager.default.makeEmptyFolder(small.deletingLastPathComponent())
        _ = try importing(small, first).run()
        var scenarios = [
            Scenario(
                "fill a store with \(episodes) episodes",
                fill,
                comparing: [("podimport-import", [filled])],
                rate: .feeds
            ),
            Scenario("build its search index", fill, comparing: [("store optimize", [indexed])], rate: .feeds),
            Scenario(
                "import \(Self.newFeeds) more feeds",
                try corpus("more", feeds: Self.newFeeds, seed: seed + 1),
                comparing: [("into an empty store", growth[0]), ("into the large one", growth[1])],
                rate: .feeds,
                base: "empty"
            ),
        ]
        for question in questions {
            guard try hasAnswer(large, to: question) else {
                Console.note("not measured, because it has no answer: \(question.joined(separator: " "))")
                continue
            }
            var usages: [[MeasuredCommand.Usage]] = [[], []]
            for _ in 1...rounds {
                usages[0].append(try asking(small, smallForm(of: question)).run())
                usages[1].append(try asking(large, question).run())
            }
            scenarios.append(
                Scenario(
                    question.joined(separator: " "),
                    first,
                    comparing: [("of one podcast", usages[0]), ("of the large store", usages[1])],
                    rate: .feeds,
                    base: "small"
                )
            )
        }
        return scenarios
    }
}

extension ScaleSuite {
    private func store(_ name: String) throws -> URL {
        let folder = scratch.appending(path: "store-\(name)", directoryHint: .isDirectory)
        try FileManager.default.makeEmptyFolder(folder)
        return folder.appending(path: "bench.sqlite")
    }

    private func corpus(_ name: String, feeds: Int, seed: UInt64, folder: String? = nil) throws -> Corpus {
        try Corpus.generated(
            folder ?? name,
            in: scratch,
            feeds: feeds,
            episodes: Self.episodesPerFeed,
            seed: seed,
            notes: .short
        )
    }

    private func importing(_ store: URL, _ corpus: Corpus) throws -> MeasuredCommand {
        let list = try corpus.writeList(in: scratch)
        return asking(store, ["import", "--quiet", "--no-progress", "--feeds-from", list])
    }

    private func asking(_ store: URL, _ arguments: [String]) -> MeasuredCommand {
        MeasuredCommand(importer, arguments + ["--store", store.path])
    }

    /// Asks once, not measured, whether there is anything to answer: a search that finds nothing costs nothing.
    private func hasAnswer(_ store: URL, to question: [String]) throws -> Bool {
        // These have nothing to say here: no feed fails, and none is due.
        guard Set(question).isDisjoint(with: ["--failing", "--due"]) else { return true }
        let answer = scratch.appending(path: "answer.txt")
        _ = try asking(store, question).run(output: answer.path)
        return try !Data(contentsOf: answer).isEmpty
    }

    /// The same question to a store of one podcast, where all numbers are small.
    private func smallForm(of question: [String]) -> [String] {
        question.enumerated().map { index, word in
            guard let number = Int(word), index > 0, question[index - 1] != "--limit" else { return word }
            return String(min(number, 1))
        }
    }
}
