/// What one contender cost in one setting, over all rounds.
struct Measurement {
    var contender: String
    var isFloor: Bool
    var runs: [MeasuredCommand.Usage]
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

extension Scenario {
    /// Makes a scenario of what several contenders took; the first one is what the others are compared with.
    init(
        _ name: String,
        _ corpus: Corpus,
        comparing runs: [(contender: String, runs: [MeasuredCommand.Usage])],
        rate: Rate = .megabytes,
        base: String = "floor"
    ) {
        let measurements = runs.enumerated().map { index, run in
            Measurement(contender: run.contender, isFloor: index == 0 && runs.count > 1, runs: run.runs)
        }
        self.init(name: name, corpus: corpus, measurements: measurements, rate: rate, base: base)
    }
}
