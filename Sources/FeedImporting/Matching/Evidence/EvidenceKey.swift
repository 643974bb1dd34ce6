import PodcastModel

/// What two descriptions of one episode have in common.
struct EvidenceKey: Hashable {
    private let first: String
    private let second: String
    private let time: Int64?

    /// One text or two; nil if there is nothing to compare.
    init?(_ first: String?, _ second: String = "") {
        guard let first, !first.isEmpty else { return nil }
        (self.first, self.second, time) = (first, second, nil)
    }

    /// One text or two at a time, by its second, minute or day; nil without either.
    init?(_ first: String?, _ second: String = "", at time: Int64?) {
        guard let first, !first.isEmpty, let time else { return nil }
        (self.first, self.second, self.time) = (first, second, time)
    }

    /// One text or two at a moment; nil without a date.
    init?(_ first: String?, _ second: String = "", moment: Timestamp?) {
        self.init(first, second, at: moment?.epochSeconds)
    }

    /// The pairs of one item and one row that have a key which no other item
    /// and no other row has: where two fit, none is taken (identity C4 18).
    static func uniquePairs(
        items: [(index: Int, key: EvidenceKey?)],
        rows: [(index: Int, key: EvidenceKey?)]
    ) -> [(item: Int, row: Int)] {
        var itemByKey: [EvidenceKey: Int?] = [:]
        for (index, key) in items {
            guard let key else { continue }
            itemByKey.updateValue(itemByKey[key] == nil ? index : nil, forKey: key)
        }
        guard !itemByKey.isEmpty else { return [] }
        var rowByKey: [EvidenceKey: Int?] = [:]
        for (index, key) in rows {
            guard let key, itemByKey[key] != nil else { continue }
            rowByKey.updateValue(rowByKey[key] == nil ? index : nil, forKey: key)
        }
        var pairs: [(item: Int, row: Int)] = []
        for (index, key) in items {
            guard let key, let unique = itemByKey[key], unique == index, let found = rowByKey[key], let row = found
            else { continue }
            pairs.append((index, row))
        }
        return pairs
    }

    /// One of several that have a key in common, and how long its media are.
    struct Member {
        let index: Int
        let key: EvidenceKey?
        let seconds: Int?
    }

    /// The pairs of one item and one row of a key that others have as well, if the lengths of all of these are known,
    /// none of the others is about as long, or less than twice as far off, and all items or all rows are in such pairs.
    ///
    /// Else all may have become longer, and the bonus be as long now as the episode was.
    static func pairsByLength(items: [Member], rows: [Member]) -> [(item: Int, row: Int)] {
        var groups: [EvidenceKey: [(isItem: Bool, member: Member)]] = [:]
        for member in items {
            if let key = member.key { groups[key, default: []].append((true, member)) }
        }
        guard !groups.isEmpty else { return [] }
        for member in rows {
            if let key = member.key { groups[key]?.append((false, member)) }
        }
        return groups.values.flatMap { group -> [(item: Int, row: Int)] in
            guard group.count > 2 else { return [] }
            let known = group.compactMap { member in member.member.seconds.map { (seconds: $0, member: member) } }
                .sorted { $0.seconds < $1.seconds }
            guard known.count == group.count else { return [] }
            let gaps = zip(known, known.dropFirst()).map { $1.seconds - $0.seconds }
            let pairs = gaps.indices.compactMap { first -> (item: Int, row: Int)? in
                let (one, other) = (known[first].member, known[first + 1].member)
                let around = [first - 1, first + 1].filter { gaps.indices.contains($0) }.map { gaps[$0] }
                let isApart = around.allSatisfy { !IncomingEpisode.areAsLong($0, 0) && $0 > 2 * gaps[first] }
                guard IncomingEpisode.areAsLong(gaps[first], 0), isApart, one.isItem != other.isItem else { return nil }
                return one.isItem ? (one.member.index, other.member.index) : (other.member.index, one.member.index)
            }
            let itemCount = group.count { $0.isItem }
            return pairs.count == min(itemCount, group.count - itemCount) ? pairs : []
        }.sorted { $0.item < $1.item }
    }
}

extension Timestamp {
    /// Days since 1970-01-01, UTC.
    var utcDay: Int64 {
        epochSeconds >= 0 ? epochSeconds / 86_400 : -((-epochSeconds + 86_399) / 86_400)
    }

    /// Minutes since 1970-01-01, UTC.
    var minute: Int64 { utcDay * 1440 + secondOfDay / 60 }

    /// Seconds since that day began, UTC.
    var secondOfDay: Int64 { epochSeconds - utcDay * 86_400 }
}
