import PodcastModel

/// Reads the times that people write on a command line.
enum SinceText {
    /// What is taken, for an error.
    static let expectation = "expected a day (2026-11-21), a time (2026-11-21T08:00:00Z) or an age (36h, 7d, 2w)"

    /// A day (`2026-11-21`, from its beginning in UTC), an RFC 3339 time, or
    /// an age (`90m`, `36h`, `7d`, `2w`).
    static func time(_ text: String, now: Timestamp) throws(ImporterAppError) -> Timestamp {
        if let time = Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + "T00:00:00Z") { return time }
        // A bare number may be anything: a year, a day without its hyphens.
        if text.last?.isNumber == false, let age = AmountParser.seconds(of: text) {
            return now.adding(seconds: -Int64(age))
        }
        throw ImporterAppError(.usage, "\(text.inMessage): \(expectation)")
    }

    /// The same for what is deleted for good up to that time: there `6m` are minutes to this program and months to many
    /// who write it, so that nearly everything would be gone.
    static func limit(_ text: String, now: Timestamp) throws(ImporterAppError) -> Timestamp {
        let time = try time(text, now: now)
        guard text.last?.lowercased() == "m" else { return time }
        throw ImporterAppError(.usage, "\(text): m would be minutes; give months in days or weeks (180d, 26w)")
    }
}
