/// What a podcast or episode is about, or where it is made (podcast:location).
package struct Location: Hashable, Sendable, Codable {
    package var name: String?
    /// `subject` or `creator`.
    package var rel: String?
    /// A geo URI, as published.
    package var geo: String?
    /// An OpenStreetMap object, as published.
    package var osm: String?
    /// ISO 3166 alpha-2.
    package var country: String?

    package init(
        name: String? = nil,
        rel: String? = nil,
        geo: String? = nil,
        osm: String? = nil,
        country: String? = nil
    ) {
        self.name = name
        self.rel = rel
        self.geo = geo
        self.osm = osm
        self.country = country
    }
}

extension [Location] {
    /// The place that is shown where there is room for one: what the show is about, which is what a place without a
    /// relation means, before where it is made.
    var shown: Location? { first { $0.rel == nil || $0.rel == "subject" } ?? first }
}
