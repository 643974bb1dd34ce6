import PodcastModel

/// What two descriptions of one episode have in common.
struct EvidenceKey: Hashable {
    private let first: String
    private let second: String
    private let time: Int64?

    /// Nil if there is nothing to compare.
    init?(_ first: String?, _ second: String = "") {
        guard let first, !first.isEmpty else { return nil }
        self.first = first
        self.second = second
        time = nil
    }

    /// A text on a day (UTC); nil without a date.
    init?(_ text: String, day: Timestamp?) {
        guard let day, !text.isEmpty else { return nil }
        first = text
        second = ""
        time = day.utcDay
    }

    /// One text or two at a moment; nil without a date.
    init?(_ text: String, _ second: String = "", moment: Timestamp?) {
        guard let moment, !text.isEmpty else { return nil }
        first = text
        self.second = second
        time = moment.epochSeconds
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
}

extension Timestamp {
    /// Days since 1970-01-01, UTC.
    var utcDay: Int64 {
        epochSeconds >= 0 ? epochSeconds / 86_400 : -((-epochSeconds + 86_399) / 86_400)
    }

    /// Seconds since that day began, UTC.
    var secondOfDay: Int64 { epochSeconds - utcDay * 86_400 }
}
