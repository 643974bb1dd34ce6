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
