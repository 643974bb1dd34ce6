/// One entry of the change log: something in the store is not what it was.
package struct StoreChange: Hashable, Sendable {
    /// What the change happened to.
    package enum Entity: String, Hashable, Sendable, Codable, CaseIterable {
        case podcast, episode, subscription
    }

    /// What happened.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case insert, update, remove, restore, rekey
    }

    /// Numbers without gaps, in the order of the changes; never used again.
    package let sequence: Int64
    package let at: Timestamp
    package let entity: Entity
    /// The row's number in its table; a removed row may be gone.
    package let id: Int64
    package let podcastID: Int64?
    package let kind: Kind
    /// The fields that changed, by their names in the JSON output.
    package let fields: [String]
    /// The title at that time.
    package let title: String?
    /// Whether the first import of a podcast found it.
    package let isBacklog: Bool

    package init(
        sequence: Int64,
        at: Timestamp,
        entity: Entity,
        id: Int64,
        podcastID: Int64?,
        kind: Kind,
        fields: [String],
        title: String?,
        isBacklog: Bool
    ) {
        self.sequence = sequence
        self.at = at
        self.entity = entity
        self.id = id
        self.podcastID = podcastID
        self.kind = kind
        self.fields = fields
        self.title = title
        self.isBacklog = isBacklog
    }
}

extension StoreChange: Encodable {
    /// The names of `changes`.
    private enum CodingKeys: String, CodingKey {
        case sequence, at, entity, id
        case podcastID = "podcast"
        case kind, fields, title
        case isBacklog = "backlog"
    }
}
