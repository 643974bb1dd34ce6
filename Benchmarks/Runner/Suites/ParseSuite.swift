import Foundation

/// Measures parsers on every corpus, A B A B.
struct ParseSuite {
    var contenders: [Contender]
    var corpora: [Corpus]
    var scratch: URL
    var rounds: Int

    /// Peers take up to a hundred times as long: they get the small corpora only.
    private static let peerMegabytes = 8.0

    func run() throws -> [Scenario] {
        try corpora.map { corpus in
            let contenders = contenders.filter { !$0.isPeer || corpus.megabytes < Self.peerMegabytes }
            let list = try corpus.writeList(in: scratch)
            var runs = [[MeasuredCommand.Usage]](repeating: [], count: contenders.count)
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
