import GRDB
package import PodcastModel

/// The dates that a clock wrote before it was set.
package struct ShiftedDates: Sendable {
    /// The first moment of the old time, and the last one.
    let first: Timestamp
    let last: Timestamp
    /// How far the clock was set; negative for back.
    let seconds: Int64
    /// Dates in here may be of the new time; if the clock was set back they are
    /// left alone, for nothing is to be asked early.
    let uncertain: (first: Timestamp, last: Timestamp)

    package init(
        first: Timestamp,
        last: Timestamp,
        seconds: Int64,
        uncertain: (first: Timestamp, last: Timestamp)
    ) {
        self.first = first
        self.last = last
        self.seconds = seconds
        self.uncertain = uncertain
    }

    /// Whether a column holds one of them, for ``arguments``; ?1 is how far to move it.
    static func include(_ column: String) -> String {
        "\(column) BETWEEN ?2 AND ?3 AND (?1 > 0 OR \(column) NOT BETWEEN ?4 AND ?5)"
    }

    var arguments: StatementArguments {
        [seconds, first.epochSeconds, last.epochSeconds, uncertain.first.epochSeconds, uncertain.last.epochSeconds]
    }
}
