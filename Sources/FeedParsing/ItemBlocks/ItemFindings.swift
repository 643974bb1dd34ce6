/// What the items of a block tell of the feed: the warnings they give rise to, and whether they are a podcast's.
///
/// Where the items are left out, it is told as if they had been read. Lines are counted from the first item's, which is 0.
package struct ItemFindings: Sendable, Hashable, Codable {
    /// The warnings that single items have given rise to.
    var warnings = ItemWarnings()
    /// What all items together lack.
    var missing = MissingItemTags()
    /// Whether there is something to play in them, which makes any RSS a podcast; nil if that is not known.
    var arePlayable: Bool?

    /// What those of most podcasts tell: that they can be played, and nothing else.
    package static let ofMost: ItemFindings = {
        var findings = ItemFindings()
        findings.arePlayable = true
        return findings
    }()

    /// Nothing, not even whether they can be played.
    package init() {}

    /// Whether no item gives rise to a warning.
    package var isEmpty: Bool { warnings.isEmpty && missing.isEmpty }
}

/// Warnings that single items have given rise to: as many of each kind as a document lists, and how many there were.
struct ItemWarnings: Sendable, Hashable, Codable {
    private struct Listed: Sendable, Hashable, Codable {
        let kind: FeedWarning.Kind
        let line: Int?
        let detail: String
    }

    private var listed: [Listed] = []
    /// By the kinds' words, which can be put in order.
    private var counts: [String: Int] = [:]

    var isEmpty: Bool { counts.isEmpty }

    /// Whether they are about nothing but the item that each is about: so they come again with the same item, whatever
    /// is around it.
    ///
    /// Those about limits, and about texts that were cut, are given once for a document.
    var areOfItemsAlone: Bool {
        counts.keys.allSatisfy { FeedWarning.Kind(rawValue: $0).map(Self.ofItemsAlone.contains) ?? false }
    }

    private static let ofItemsAlone: Set<FeedWarning.Kind> = [
        .invalidDate, .suspiciousDate, .invalidDuration, .invalidValue, .missingURL,
    ]

    /// Adds a warning; the thirteenth of a kind and later ones are only counted.
    mutating func add(_ kind: FeedWarning.Kind, line: Int?, _ detail: String) {
        let count = counts[kind.rawValue, default: 0] + 1
        counts[kind.rawValue] = count
        guard count <= WarningLog.listedOfAKind else { return }
        listed.append(Listed(kind: kind, line: line, detail: detail))
    }

    /// Gives them in a document whose items begin at this line.
    func add(to log: inout WarningLog, firstLine: Int) {
        var unlisted = counts
        for warning in listed {
            log.add(warning.kind, line: warning.line.map { $0 + firstLine }, warning.detail)
            unlisted[warning.kind.rawValue, default: 0] -= 1
        }
        for (word, count) in unlisted where count > 0 {
            if let kind = FeedWarning.Kind(rawValue: word) { log.count(kind, times: count) }
        }
    }
}
