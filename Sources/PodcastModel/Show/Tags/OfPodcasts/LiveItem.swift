/// A live stream, past, present or announced (podcast:liveItem).
///
/// It has the fields of an episode, but is none: its guids are a space of
/// their own (identity C1 7).
package struct LiveItem: Hashable, Sendable {
    /// `pending`, `live` or `ended`.
    package var status: String?
    package var startsAt: Timestamp?
    package var endsAt: Timestamp?
    package var item: Episode

    package init(status: String?, startsAt: Timestamp?, endsAt: Timestamp?, item: Episode) {
        self.status = status
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.item = item
    }
}

extension LiveItem: Codable {
    private enum CodingKeys: String, CodingKey {
        case status, startsAt, endsAt
    }

    /// Writes its own fields, then those of the item, as one object.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(status, forKey: .status)
        try container.encode(startsAt, forKey: .startsAt)
        try container.encode(endsAt, forKey: .endsAt)
        try item.encode(to: encoder)
    }

    /// Reads what ``encode(to:)`` wrote.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        status = try container.decodeIfPresent(String.self, forKey: .status)
        startsAt = try container.decodeIfPresent(Timestamp.self, forKey: .startsAt)
        endsAt = try container.decodeIfPresent(Timestamp.self, forKey: .endsAt)
        item = try Episode(from: decoder)
    }
}
