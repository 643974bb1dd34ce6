import PodcastModel

/// For how long a feed is put off that nothing is wrong with: its host wants to be left alone, or the network is down.
struct FeedDelay: Sendable {
    /// Why.
    let reason: DueReason
    /// The rules of the feed itself that have a say, if its server was asked.
    var ownReasons: [DueReason] = []
    /// When the feed is due.
    let dueAt: Timestamp
    /// When the feed's own server was asked, which redirected to a place that was not reached; nil if it was not asked.
    var askedAt: Timestamp?

    /// All rules that have a say, the strongest last.
    var reasons: [DueReason] {
        let weight = reason.notBefore ?? dueAt
        // What was added to the feed's own time adds nothing to one that is later.
        let ownReasons = weight == dueAt ? ownReasons.filter { $0.rule != .spread } : ownReasons
        let stronger = ownReasons.firstIndex { $0.notBefore.map { $0 > weight } ?? false } ?? ownReasons.endIndex
        return ownReasons[..<stronger] + [reason] + ownReasons[stronger...]
    }

    /// The same, out of the hours and days that the feed asks to skip (http polling A2 26).
    func outside(_ times: SkipTimes?, by spread: Spread) -> FeedDelay {
        guard let (dueAt, skipped) = times?.move(dueAt, by: spread) else { return self }
        let others = ownReasons.filter { $0.rule != .skipHours && $0.rule != .skipDays }
        return FeedDelay(reason: reason, ownReasons: others + [skipped], dueAt: dueAt, askedAt: askedAt)
    }

    /// The same for a feed that is not due before that anyway: what it waits for stands, and so do the rules for it.
    ///
    /// - Parameters:
    ///   - dueAt: when it is due as it is.
    ///   - reasons: why.
    /// - Returns: the delay; this one if the feed's server was asked, or if that is earlier.
    func keeping(_ dueAt: Timestamp?, because reasons: [DueReason]) -> FeedDelay {
        guard askedAt == nil, let dueAt, dueAt > self.dueAt else { return self }
        let others = reasons.filter { ![reason.rule, .inFlight, .interrupted].contains($0.rule) }
        return FeedDelay(reason: reason, ownReasons: others, dueAt: dueAt)
    }
}
