/// The last fetches of a feed that was not reached and was not charged with it,
/// because our own network seemed to be down (http polling A3 42).
package struct ExcusedSilence: Sendable, Hashable {
    /// How many there were in a row, up to now.
    package var count: Int
    /// Whether anybody has answered since the first of them.
    package var isBroken: Bool
    /// All feeds that were excused since then.
    package var feedURLs: [String]

    package init(count: Int = 0, isBroken: Bool = false, feedURLs: [String] = []) {
        self.count = count
        self.isBroken = isBroken
        self.feedURLs = feedURLs
    }
}
