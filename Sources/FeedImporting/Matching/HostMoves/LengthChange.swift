import PodcastModel

/// Why a new host states lengths that are ten minutes off or more, as it does for most episodes (identity C4 17, 20).
///
/// Where neither explains the lengths, they are of other media: teasers that their episodes replace under the same
/// titles.
enum LengthChange: CaseIterable {
    /// Parts of episodes have come or gone, such as advertisements: none is twice as long as it was.
    case parts
    /// One host writes minutes where the other writes seconds.
    case unit

    /// Nil if fewer than half of the lengths are others, or than three, or nothing explains half of all.
    ///
    /// Another unit is that of all.
    ///
    /// - Parameter pairs: the lengths of an item and of the episode that it may be, as far as they are known.
    init?(_ pairs: [(new: Int?, old: Int?)]) {
        let others = pairs.compactMap { new, old -> (Int, Int)? in
            guard let new, let old, !IncomingEpisode.areAsLong(new, old) else { return nil }
            return (new, old)
        }
        func isUsual(_ count: Int) -> Bool { count >= MatchWork.fewestItems && count * 2 >= pairs.count }
        if isUsual(others.count), others.allSatisfy({ Self.unit.explains($0, $1) }) {
            self = .unit
        } else if isUsual(others.count(where: { Self.parts.explains($0, $1) })) {
            self = .parts
        } else {
            return nil
        }
    }

    /// Whether one length may be the other.
    func explains(_ first: Int, _ second: Int) -> Bool {
        let (shorter, longer) = (min(first, second), max(first, second))
        return switch self {
        case .parts: longer < 2 * shorter
        case .unit: abs(longer - 60 * shorter) < 60
        }
    }
}

extension IncomingEpisode {
    /// Whether the lengths are less than ten minutes apart, or differ as most do, as far as they are known.
    func isAsLong(as seconds: Int?, but change: LengthChange?) -> Bool {
        if isAsLong(as: seconds) { return true }
        guard let change, let new = episode.durationSeconds, let old = seconds else { return false }
        return change.explains(new, old)
    }

    /// Whether one length may be the other for any reason, as far as they are known: of short ones that are less than
    /// ten minutes apart one may be the teaser of the other.
    func mayBeAsLong(as seconds: Int?) -> Bool {
        guard let new = episode.durationSeconds, let old = seconds else { return true }
        return LengthChange.allCases.contains { $0.explains(new, old) }
    }
}
