import Foundation

/// Imports several times as many feeds: the peak memory should stay what it was.
struct ManyFeedsSuite {
    var contenders: [Contender]
    var corpus: Corpus
    /// How often each feed is there, each time at another address.
    var times: Int
    var scratch: URL

    func run() throws -> [Scenario] {
        guard !contenders.isEmpty else { return [] }
        let many = try repeated()
        let list = try many.writeList(in: scratch)
        let folder = scratch.appending(path: "store", directoryHint: .isDirectory)
        let measurements = try contenders.map { contender in
            Console.note("import \(many.files.count) feeds: \(contender.name)")
            let store = try FileManager.default.makeEmptyStore(in: scratch)
            let usage = try contender.command(many.files, list, store).run()
            return Measurement(contender: contender.name, isFloor: contender.isFloor, runs: [usage])
        }
        try FileManager.default.removeItem(at: folder)
        return [Scenario(name: "import \(times) times as many feeds", corpus: many, measurements: measurements)]
    }

    /// The same files under symbolic links to their folder.
    private func repeated() throws -> Corpus {
        var many = corpus
        many.files = []
        many.bytes = corpus.bytes * times
        guard let first = corpus.files.first else { return many }
        let home = URL(filePath: first).deletingLastPathComponent()
        let links = scratch.appending(path: "links", directoryHint: .isDirectory)
        try FileManager.default.makeEmptyFolder(links)
        for number in 1...times {
            let link = links.appending(path: "\(number)")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: home)
            many.files += corpus.files.map { link.appending(path: URL(filePath: $0).lastPathComponent).path }
        }
        return many
    }
}
