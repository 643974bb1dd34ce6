/// One thing that an import would do, and why: a line of `import --dry-run`.
package struct EpisodeDifference: Hashable, Sendable {
    /// What would be done.
    package enum Action: String, Hashable, Sendable, Codable, CaseIterable {
        /// An episode not seen before is stored.
        case insert
        /// What the feed says has changed.
        case update
        /// Only addresses and the like are renewed; nobody is told.
        case refresh
        /// A known episode gets the key under which it is listed now.
        case rekey
        /// The item is the same episode as another item of the document.
        case duplicate
        /// The episode was deleted here and is not stored again.
        case suppress
        /// The episode is listed again.
        case restore
        /// The episode is no longer listed; it stays.
        case unlist
        /// The episode is taken to be withdrawn; it stays, and is marked.
        case remove
    }

    package let action: Action
    /// The stored episode; nil for a new one, and for items that are not episodes of their own.
    package let episodeID: Int64?
    package let title: String
    package let key: String
    /// The key it has in the store, if it gets another.
    package let formerKey: String?
    /// The rule that decided, such as `guid` or `title-date`; nil for episodes that are not listed.
    package let by: String?
    /// The reason in words; empty where the rule says it all.
    package let detail: String
    /// The fields that change, by their names in the JSON output.
    package let fields: [String]
    package let significance: EditSignificance?
    /// Whether a new episode is an old one that nobody is to be told of.
    package let isBacklog: Bool

    package init(
        action: Action,
        episodeID: Int64?,
        title: String,
        key: String,
        formerKey: String? = nil,
        by: String?,
        detail: String,
        fields: [String] = [],
        significance: EditSignificance? = nil,
        isBacklog: Bool = false
    ) {
        self.action = action
        self.episodeID = episodeID
        self.title = title
        self.key = key
        self.formerKey = formerKey
        self.by = by
        self.detail = detail
        self.fields = fields
        self.significance = significance
        self.isBacklog = isBacklog
    }
}

extension EpisodeDifference: Encodable {
    /// The names of `import --dry-run --format json`.
    private enum CodingKeys: String, CodingKey {
        case action
        case episodeID = "episode"
        case title, key, formerKey, by, detail, fields, significance
        case isBacklog = "backlog"
    }
}
