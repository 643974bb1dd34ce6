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
        return [try suite.notModified(), try suite.notModifiedOverTLS(), try suite.sameBody()]
    }

    /// Every feed answers 304; curl asks the same and keeps nothing, and the floor keeps what it must.
    private func notModified() throws -> Scenario {
        let document = FeedGenerator(seed: seed, episodes: 20, notes: .none).feed(0)
        let server = try PolledServer(document: document, addresses: feeds, hasValidators: true)
        let corpus = Corpus(name: "polled", files: server.addresses, bytes: 0)
        let list = try corpus.writeList(in: scratch)
        let store = try FileManager.default.makeEmptyStore(in: scratch)
        Console.note("polling: first import of \(feeds) feeds")
        _ = try importing(store, ["--feeds-from", list], from: server).run()
        let floorStore = scratch.appending(path: "floor-poll.sqlite").path
        let floor = MeasuredCommand(
            Contenders.executable,
            ["contend", "floor-poll", "--list", list, "--store", floorStore]
        )
        _ = try floor.run()

        let curl = try curlCommand(asking: server)
        var (podimportRuns, curlRuns, floorRuns) = (
            [MeasuredCommand.Usage](), [MeasuredCommand.Usage](), [MeasuredCommand.Usage]()
        )
        for round in 1...rounds {
            Console.note("polling: round \(round) of \(rounds)")
            if let curl { curlRuns.append(try curl.run()) }
            floorRuns.append(try floor.run())
            podimportRuns.append(try importing(store, ["--all"], from: server).run())
        }
        let runs = podimportRuns.count + curlRuns.count + floorRuns.count
        try server.stop(expecting: ["200": feeds * 2, "304": feeds * runs])

        let peer = Measurement(contender: "curl", isFloor: true, runs: curlRuns)
        let least = Measurement(contender: "floor-poll", isFloor: false, runs: floorRuns)
        let own = Measurement(contender: "podimport-import", isFloor: false, runs: podimportRuns)
        return Scenario(
            name: "poll feeds that answer 304",
            corpus: corpus,
            measurements: (curl == nil ? [] : [peer]) + [least, own],
            rate: .feeds,
            base: "curl"
        )
    }

    /// The same of as many hosts as feeds: each feed takes a connection of its own, and TLS with it.
    private func notModifiedOverTLS() throws -> Scenario {
        let document = FeedGenerator(seed: seed, episodes: 20, notes: .none).feed(0)
        let count = feeds / 10
        let server = try PolledServer(document: document, addresses: count, of: .oneEach, hasValidators: true)
        let corpus = Corpus(name: "polled-hosts", files: server.addresses, bytes: 0)
        let list = try corpus.writeList(in: scratch)
        let store = try FileManager.default.makeEmptyStore(in: scratch)
        _ = try importing(store, ["--feeds-from", list], from: server).run()
        let curl = try curlCommand(asking: server)
        var (podimportRuns, curlRuns) = ([MeasuredCommand.Usage](), [MeasuredCommand.Usage]())
        for round in 1...rounds {
            Console.note("polling over TLS: round \(round) of \(rounds)")
            if let curl { curlRuns.append(try curl.run()) }
            podimportRuns.append(try importing(store, ["--all"], from: server).run())
        }
        try server.stop(expecting: ["200": count, "304": count * (podimportRuns.count + curlRuns.count)])
        let peer = Measurement(contender: "curl", isFloor: true, runs: curlRuns)
        let own = Measurement(contender: "podimport-import", isFloor: false, runs: podimportRuns)
        return Scenario(
            name: "poll feeds that answer 304, over TLS, each of a host of its own",
            corpus: corpus,
            measurements: (curl == nil ? [] : [peer]) + [own],
            rate: .feeds,
            base: "curl"
        )
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
    /// An import without the rests between requests, for all addresses are of one host, or of hosts at one address.
    private func importing(_ store: String, _ arguments: [String], from server: PolledServer) -> MeasuredCommand {
        MeasuredCommand(
            importer,
            ["import", "--store", store, "--quiet", "--no-progress"] + arguments,
            environment: [
                "PODIMPORT_HOST_SPACING": "0",
                "PODIMPORT_HOST_CONCURRENCY": "64",
                "PODIMPORT_ALLOW_PRIVATE_NETWORKS": "true",
                "PODIMPORT_AUTHORITY_FILE": server.authorityFile,
            ]
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
