/// How much a change of an episode matters (identity C5 24).
package enum EditSignificance: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// Tokens, counters, white space: stored, but nobody is told.
    case silent
    /// Texts, links and whatever surrounds the episode.
    case minor
    /// Title, media file, kind, date or length: a listener would say that the
    /// episode has changed.
    case major

    package static func < (lhs: EditSignificance, rhs: EditSignificance) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int {
        switch self {
        case .silent: 0
        case .minor: 1
        case .major: 2
        }
    }
}
