import PodcastModel

/// Tells whether a document says the same as the one that is held back.
///
/// Two requests rarely return the same bytes: they contain the time of the
/// request, or an episode was added or dropped between them. So the items that
/// would change too much are compared one by one.
struct DocumentAgreement {
    /// A document as read.
    struct Side {
        let podcast: Podcast
        let items: [IncomingEpisode]
    }

    private let held: Side
    private let new: Side

    /// - Parameters:
    ///   - held: the document that is held back.
    ///   - new: the one after it.
    init(held: Side, new: Side) {
        self.held = held
        self.new = new
    }

    /// Whether the held document confirms what speaks against the new one.
    ///
    /// - Parameter finding: what would change too much.
    /// - Returns: whether at least half of the items that would change it are in both; of another show it is enough
    ///   that both are of one.
    func confirms(_ finding: HoldFinding) -> Bool {
        switch finding.reason {
        case .emptied: held.items.isEmpty
        case .anotherShow: isOneShow || isMostlyHeld(finding.positions)
        // Equal content under another guid confirms nothing here: the guids are what is in doubt.
        case .massEdit: isMostlyHeld(finding.positions, underOneKey: true)
        case .massReplacement, .massRemoval: isMostlyHeld(finding.positions)
        }
    }
}

extension DocumentAgreement {
    private struct Content: Hashable {
        let title: String
        let enclosure: String
    }

    private func isMostlyHeld(_ positions: [Int], underOneKey: Bool = false) -> Bool {
        let byKey = Dictionary(held.items.map { (ExactText($0.episode.key), $0) }) { first, _ in first }
        let contents = underOneKey ? [] : Set(held.items.compactMap(Self.content))
        let count = positions.count { position in
            let item = new.items[position]
            if let other = byKey[ExactText(item.episode.key)], Self.isAlike(item, other) { return true }
            return Self.content(of: item).map(contents.contains) ?? false
        }
        return count > 0 && count * 2 >= positions.count
    }

    private static func isAlike(_ item: IncomingEpisode, _ other: IncomingEpisode) -> Bool {
        if item.canonicalTitle == other.canonicalTitle { return true }
        return item.canonicalEnclosure != nil && item.canonicalEnclosure == other.canonicalEnclosure
    }

    private static func content(of item: IncomingEpisode) -> Content? {
        item.canonicalEnclosure.map { Content(title: item.canonicalTitle, enclosure: $0) }
    }

    /// The same podcast:guid; where not both have one, the same name or the same site.
    private var isOneShow: Bool {
        if let guid = held.podcast.guid, let other = new.podcast.guid { return guid.lowercased() == other.lowercased() }
        return ShowName(held.podcast).isAlike(ShowName(new.podcast))
    }
}
