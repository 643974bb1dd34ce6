/// Which changes to read, and for how long.
package struct ChangeReading: Sendable, Hashable {
    /// Only changes after this number; nil for all that are kept.
    ///
    /// For a consumer it is where it begins, and says nothing once it has begun.
    package var since: Int64?
    /// Under this name the store remembers what has been delivered.
    package var consumer: String?
    /// Whether to go on as changes are saved, until the process is told to stop.
    package var follows: Bool
    /// End after this many changes.
    package var limit: Int?

    /// Makes the wish to read the log.
    package init(since: Int64? = nil, consumer: String? = nil, follows: Bool = false, limit: Int? = nil) {
        self.since = since
        self.consumer = consumer
        self.follows = follows
        self.limit = limit
    }
}
