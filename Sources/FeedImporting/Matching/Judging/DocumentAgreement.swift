import PodcastModel

/// Tells whether a document says the same as the one that is held back.
///
/// Two polls never bring the same bytes: the time of the request is in them,
/// an episode has come on top, another one has left. So what would change too
/// much is compared, item by item.
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
        // A guid that stands for another episode each time confirms nothing.
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
