import Foundation

/// Measures what it costs to ask feeds that have nothing new: most of what an importer does all day.
struct PollingSuite {
    var importer: String
    var feeds: Int
    var seed: UInt64
    var scratch: URL
    var rounds: Int

    /// Why what was measured is not what was meant.
    struct Failure: Error, CustomStringConvertible {
        var unchanged: Int
        var feeds: Int

        var description: String {
            "benchmark: \(unchanged) of \(feeds) feeds were found unchanged, and all are; the figures mean nothing"
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
        guard let importer = Prerequisites.importer(importer, for: "polling"),
            Prerequisites.hasServer(for: "polling")
        else { return [] }
        let suite = PollingSuite(importer: importer, feeds: feeds, seed: seed, scratch: scratch, rounds: rounds)
        let overTLS = "poll feeds that answer 304, over TLS, each of a host of its own"
        return [
            try suite.notModified(feeds, of: .one, name: "poll feeds that answer 304"),
            try suite.notModified(feeds / 10, of: .oneEach, name: overTLS),
            try suite.sameBody(),
        ]
    }

    /// Every feed answers 304; curl asks the same and keeps nothing.
    ///
    /// Of one host the floor, too, which keeps what it must. Of as many hosts as feeds each feed takes a connection of
    /// its own, and TLS with it.
    private func notModified(_ count: Int, of hosts: PolledServer.Hosts, name: String) throws -> Scenario {
        let document = FeedGenerator(seed: seed, episodes: 20, notes: .none).feed(0)
        let server = try PolledServer(document: document, addresses: count, of: hosts, hasValidators: true)
        let corpus = Corpus(name: "polled", files: server.addresses, bytes: 0)
        let list = try corpus.writeList(in: scratch)
        let store = try FileManager.default.makeEmptyStore(in: scratch)
        Console.note("polling: first import of \(count) feeds")
        var imports = 1
        _ = try importing(store, ["--feeds-from", list], from: server).run()

        var contenders: [(name: String, command: MeasuredCommand)] = []
        if let curl = try curlCommand(asking: server) { contenders.append(("curl", curl)) }
        if hosts == .one {
            let floorStore = scratch.appending(path: "floor-poll.sqlite").path
            let arguments = ["contend", "floor-poll", "--list", list, "--store", floorStore]
            let floor = MeasuredCommand(Contenders.executable, arguments)
            imports += 1
            _ = try floor.run()
            contenders.append(("floor-poll", floor))
        }
        contenders.append(("podimport-import", importing(store, ["--all"], from: server)))
        var measurements = contenders.map { Measurement(contender: $0.name, isFloor: $0.name == "curl", runs: []) }
        for round in 1...rounds {
            Console.note("polling: round \(round) of \(rounds)")
            for (index, contender) in contenders.enumerated() {
                measurements[index].runs.append(try contender.command.run())
            }
        }
        try server.stop(expecting: ["200": count * imports, "304": count * rounds * contenders.count])
        return Scenario(name: name, corpus: corpus, measurements: measurements, rate: .feeds, base: "curl")
    }

    /// Every feed answers 200 with the body that it had, for its server knows no conditions.
    private func sameBody() throws -> Scenario {
        let document = FeedGenerator(seed: seed, episodes: 100).feed(0)
        let count = feeds / 10
        let server = try PolledServer(document: document, addresses: count, hasValidators: false)
        let corpus = Corpus(name: "same-body", files: server.addresses, bytes: count * document.count)
        let list = try corpus.writeList(in: scratch)
        var (first, again): ([MeasuredCommand.Usage], [MeasuredCommand.Usage]) = ([], [])
        for round in 1...rounds {
            Console.note("polling without validators: round \(round) of \(rounds)")
            let store = try FileManager.default.makeEmptyStore(in: scratch)
            first.append(try importing(store, ["--feeds-from", list], from: server).run())
            again.append(try importing(store, ["--all"], from: server).run())
            if round == rounds { try expectUnchanged(store, server) }
        }
        try server.stop(expecting: ["200": count * (rounds * 2 + 1)])
        return Scenario(
            "poll feeds that answer 200 with the same body",
            corpus,
            comparing: [("first import", first), ("podimport-import", again)],
            rate: .feeds,
            base: "first"
        )
    }
}

extension PollingSuite {
    /// An import that may ask as fast as it can.
    private func importing(_ store: String, _ arguments: [String], from server: PolledServer) -> MeasuredCommand {
        MeasuredCommand(
            importer,
            ["import", "--store", store, "--quiet", "--no-progress"] + arguments,
            environment: server.settings
        )
    }

    /// curl with the same requests on as many connections; nil if it is not here.
    private func curlCommand(asking server: PolledServer) throws -> MeasuredCommand? {
        do {
            _ = try MeasuredCommand("curl", ["--version"]).run()
        } catch {
            Console.note("\(error): curl is SKIPPED")
            return nil
        }
        let headers = server.conditions.map { "header = \"\($0.replacing("\"", with: "\\\""))\"" }
        let requests = server.addresses.flatMap { ["url = \"\($0)\"", "output = \"/dev/null\""] }
        let file = scratch.appending(path: "curl.conf")
        let options = ["no-progress-meter", "parallel", "cacert = \"\(server.authorityFile)\""]
        try Data((options + headers + requests).joined(separator: "\n").utf8).write(to: file)
        return MeasuredCommand("curl", ["--disable", "--parallel-max", "64", "--config", file.path])
    }

    /// Imports once more, not measured, and reads the results.
    private func expectUnchanged(_ store: String, _ server: PolledServer) throws {
        let results = scratch.appending(path: "results.ndjson")
        _ = try importing(store, ["--all", "--format", "json"], from: server).run(output: results.path)
        let unchanged = try String(contentsOf: results, encoding: .utf8).split(separator: "\n").count {
            $0.contains("\"outcome\":\"unchanged\"")
        }
        let count = server.addresses.count
        guard unchanged == count else { throw Failure(unchanged: unchanged, feeds: count) }
    }
}
