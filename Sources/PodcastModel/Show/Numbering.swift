/// The season an episode belongs to.
package struct SeasonNumber: Hashable, Sendable, Codable {
    /// A positive integer.
    package var number: Int?
    package var name: String?

    package init(number: Int? = nil, name: String? = nil) {
        self.number = number
        self.name = name
    }
}

/// The number of an episode; podcast:episode allows decimals.
package struct EpisodeNumber: Hashable, Sendable, Codable {
    package var number: Double?
    /// What to show instead of the number.
    package var display: String?

    package init(number: Double? = nil, display: String? = nil) {
        self.number = number
        self.display = display
    }
}
