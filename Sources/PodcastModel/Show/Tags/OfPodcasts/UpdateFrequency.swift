/// When new episodes are to be expected (podcast:updateFrequency).
package struct UpdateFrequency: Hashable, Sendable, Codable {
    package var text: String?
    /// Whether the podcast has ended.
    package var complete: Bool?
    package var startsAt: Timestamp?
    /// An RFC 5545 recurrence rule, as published.
    package var rrule: String?

    package init(
        text: String? = nil,
        complete: Bool? = nil,
        startsAt: Timestamp? = nil,
        rrule: String? = nil
    ) {
        self.text = text
        self.complete = complete
        self.startsAt = startsAt
        self.rrule = rrule
    }
}
