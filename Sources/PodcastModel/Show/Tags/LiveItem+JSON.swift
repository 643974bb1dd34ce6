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
