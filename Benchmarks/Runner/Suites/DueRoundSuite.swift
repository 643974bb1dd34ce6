import Foundation
import GRDB

/// Measures a round of due feeds that have nothing new, by the daemon and by `import --due`.
struct DueRoundSuite {
    var importer: String
    var feeds: Int
    var seed: UInt64
    var scratch: URL
    var rounds: Int

    /// When every feed was due and succeeded last: long ago.
    private static let longAgo = 1_700_000_000

    /// The scenarios, if they can run here; says on standard error if they cannot.
    static func scenarios(
        importer: String?,
        feeds: Int,
        seed: UInt64,
        scratch: URL,
        rounds: Int
    ) throws -> [Scenario] {
        guard let importer = Prerequisites.importer(importer, for: "the daemon"),
            Prerequisites.hasServer(for: "the daemon")
        else { return [] }
        let suite = DueRoundSuite(importer: importer, feeds: feeds, seed: seed, scratch: scratch, rounds: rounds)
        let overTLS = "a due round of feeds that answer 304, over TLS, each of a host of its own"
        return [
            try suite.run(feeds, of: .one, name: "a due round of feeds that answer 304"),
            try suite.run(feeds / 10, of: .oneEach, name: overTLS),
        ]
    }

    private func run(_ count: Int, of hosts: PolledServer.Hosts, name: String) throws -> Scenario {
        let document = FeedGenerator(seed: seed, episodes: 20, notes: .none).feed(0)
        let server = try PolledServer(document: document, addresses: count, of: hosts, hasValidators: true)
        let corpus = Corpus(name: "due", files: server.addresses, bytes: 0)
        let due = try dueStore(corpus, server)

        var (oneShot, daemon): ([MeasuredCommand.Usage], [MeasuredCommand.Usage]) = ([], [])
        for round in 1...rounds {
            Console.note("a due round: \(round) of \(rounds)")
            let oneShotImport = podimport(try copy(of: due), ["import", "--due", "--quiet", "--no-progress"], server)
            oneShot.append(try oneShotImport.run())
            let store = try copy(of: due)
            let database = try DatabaseQueue(path: store)
            daemon.append(
                try podimport(store, ["daemon"], server).run(until: { try refreshed(in: database) == count })
            )
            try database.close()
        }
        try FileManager.default.removeItem(at: due)
        try server.stop(expecting: ["200": count, "304": count * rounds * 2])
        return Scenario(
            name,
            corpus,
            comparing: [("import --due", oneShot), ("daemon", daemon)],
            rate: .feeds,
            base: "one-shot"
        )
    }
}

extension DueRoundSuite {
    /// A store in which every feed is due, and nothing else is to be done.
    private func dueStore(_ corpus: Corpus, _ server: PolledServer) throws -> URL {
        Console.note("a due round: first import of \(corpus.files.count) feeds")
        let store = try FileManager.default.makeEmptyStore(in: scratch)
        let list = try corpus.writeList(in: scratch)
        _ = try podimport(store, ["import", "--quiet", "--no-progress", "--feeds-from", list], server).run()
        // The daemon would build the search index in the round.
        _ = try podimport(store, ["store", "optimize"], server).run()
        let database = try DatabaseQueue(path: store)
        try database.write { database in
            try database.execute(
                sql: "UPDATE subscription SET nextDueAt = ?, lastSuccessAt = ?",
                arguments: [Self.longAgo, Self.longAgo]
            )
        }
        try database.close()
        let due = scratch.appending(path: "due.sqlite")
        try FileManager.default.moveItem(at: URL(filePath: store), to: due)
        return due
    }

    private func copy(of due: URL) throws -> String {
        let store = try FileManager.default.makeEmptyStore(in: scratch)
        try FileManager.default.copyItem(at: due, to: URL(filePath: store))
        return store
    }

    /// Asked in the store, which costs the daemon nothing.
    private func refreshed(in database: DatabaseQueue) throws -> Int {
        try database.read { database in
            try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM subscription WHERE lastSuccessAt > ?",
                arguments: [Self.longAgo]
            ) ?? 0
        }
    }

    /// The program, which may ask as fast as it can.
    private func podimport(_ store: String, _ arguments: [String], _ server: PolledServer) -> MeasuredCommand {
        MeasuredCommand(
            importer,
            arguments + ["--store", store, "--log-level", "warning"],
            environment: server.settings.merging(["PODIMPORT_FEEDS_PER_SECOND": "100000"]) { $1 }
        )
    }
}
