/// Chooses among the status lines those that are worth telling: hundreds of feeds may end in a second, and systemd
/// passes each line on to whoever watches the service.
struct StatusPace {
    private static let interval = Duration.seconds(2)

    private var line = ""
    private var toldAt: ContinuousClock.Instant?

    /// Takes a line, and says whether it is to be told.
    ///
    /// The line that was told last is not told again. One that says the same as that with other numbers has to be
    /// important, or to come two seconds later.
    mutating func admits(_ line: String, isImportant: Bool, at now: ContinuousClock.Instant) -> Bool {
        guard line != self.line else { return false }
        if !isImportant, Self.activity(in: line) == Self.activity(in: self.line), let toldAt,
            toldAt.duration(to: now) < Self.interval
        {
            return false
        }
        (self.line, toldAt) = (line, now)
        return true
    }

    /// What is done: "Refreshing" of "Refreshing, 2 in flight; 7 refreshed".
    private static func activity(in line: String) -> Substring {
        line.prefix { $0 != "," && $0 != ";" }
    }
}
