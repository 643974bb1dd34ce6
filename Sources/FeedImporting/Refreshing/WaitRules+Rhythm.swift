import PodcastModel

extension WaitRules {
    /// Looks closely when an episode is expected, and rarely when none is (http
    /// polling A2 22, 28).
    ///
    /// It never asks sooner than the other rules allow, so it comes after them.
    mutating func addRhythm(_ hints: PollingHints) {
        // A feed with an interval of its own is asked at that interval.
        guard policy.followsRhythm, state.overrides[RefreshOverride.interval] == nil,
            longest <= policy.maximumInterval
        else { return }
        let history = ReleaseHistory(state.releaseTimes, now: now)
        let announced = Announcement(hints.updateFrequency, releases: state.releaseTimes, now: now)
        if announced == nil, addDormancy(history, isSerial: hints.isSerial) { return }
        guard history != nil || announced != nil else { return }
        let time = now.epochSeconds
        let longestLook = longestLook
        let (earliest, latest) = (time + longest, time + max(longest, longestLook))
        var chances = ReleaseChances(from: time, to: latest + 2 * interval, shape: policy.rhythmShape)
        if let history { chances.add(history) }
        if let announced { chances.add(announced: announced.moment, episodes: history == nil ? 0.8 : 0.3) }
        let look = chances.look(earliest: earliest, latest: latest, interval: interval)
        let expectation = ReleaseExpectation(history: history, announced: announced, now: now)
        let isSpread = look.at - time == longestLook && longestLook > longest
        addRhythm(look.at - time, isAimed: look.isAimed, isSpread: isSpread, expectation.text)
    }

    /// Looks rarely at a podcast that has fallen silent, whatever else is known of its rhythm (A2 28).
    mutating func addDormancy(_ hints: PollingHints) {
        guard policy.followsRhythm, state.overrides[RefreshOverride.interval] == nil,
            Announcement(hints.updateFrequency, releases: state.releaseTimes, now: now) == nil
        else { return }
        _ = addDormancy(ReleaseHistory(state.releaseTimes, now: now), isSerial: hints.isSerial)
    }

    /// Adds the wait of a silent podcast; false if it is not silent.
    private mutating func addDormancy(_ history: ReleaseHistory?, isSerial: Bool) -> Bool {
        guard let newest = newestRelease(in: state.releaseTimes, until: now),
            policy.isDormant(since: newest, history, isSerial: isSerial, now: now)
        else { return false }
        add(.dormant, policy.dormantInterval, Self.silence(since: newest, history))
        return true
    }

    /// Why a podcast is taken to have fallen silent.
    private static func silence(since newest: Timestamp, _ history: ReleaseHistory?) -> String {
        let before = history.map { "; before that, one came every \(DurationText.about($0.usualGap))" } ?? ""
        return "nothing has come since \(newest.rfc3339.prefix(10))\(before)"
    }

    /// How long to wait at most where nothing is expected.
    ///
    /// Feeds that come for the first time, or late, get another wait each, so
    /// that they do not stay together (A2 24).
    private var longestLook: Int64 {
        let longest = max(interval, policy.rhythmInterval)
        guard isFirstOrLate else { return longest }
        return interval + spread.offset(in: longest - interval + 1)
    }
}

/// The last release that is not dated into the future; nil if there is none.
private func newestRelease(in releases: [Timestamp], until now: Timestamp) -> Timestamp? {
    var newest: Timestamp?
    for release in releases where release <= now && newest.map({ $0 < release }) ?? true { newest = release }
    return newest
}

/// The next episode that podcast:updateFrequency announces.
private struct Announcement {
    /// Seconds since 1970.
    let moment: Int64

    init?(_ frequency: UpdateFrequency?, releases: [Timestamp], now: Timestamp) {
        guard let frequency, let text = frequency.rrule, let rule = RecurrenceRule(text) else { return nil }
        let newest = newestRelease(in: releases, until: now)
        // A rule without a beginning counts from an episode it has led to.
        guard let start = frequency.startsAt ?? newest else { return nil }
        let anchor = start.epochSeconds
        let ofStart = anchor.modulo(86_400)
        let timeOfDay = rule.timeOfDay ?? (ofStart > 0 ? ofStart : newest?.epochSeconds.modulo(86_400) ?? 0)
        // One that has come half a day early is not expected again.
        let from = max(now.epochSeconds - 4 * 3600, (newest?.epochSeconds ?? 0) + 43_200)
        let day = (from - timeOfDay).dayOfMoment + 1
        guard let next = rule.next(from: day, anchor: anchor.dayOfMoment, at: timeOfDay) else { return nil }
        moment = next * 86_400 + timeOfDay
    }
}

/// What is expected, in words.
private struct ReleaseExpectation {
    let history: ReleaseHistory?
    let announced: Announcement?
    let now: Timestamp

    var text: String {
        var parts: [String] = []
        if let history {
            let gap = "one every \(DurationText.about(history.usualGap))"
            if let pattern = ReleasePattern(history) {
                let rest = history.newest + history.usualGap / 2
                let next = pattern.next(after: max(now.epochSeconds, rest))
                parts = ["episodes come \(pattern.text) (\(gap)); the next is expected \(minute(next))"]
            } else {
                parts = ["episodes come at no fixed time, \(gap)"]
            }
        }
        if let announced { parts.append("the feed announces one for \(minute(announced.moment))") }
        return parts.joined(separator: "; ")
    }

    private func minute(_ time: Int64) -> String {
        let text = Timestamp(epochSeconds: time).rfc3339
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
    }
}

extension RefreshPolicy {
    /// Whether a podcast is taken to have fallen silent.
    ///
    /// A serial show has seasons: when one is over, it is for long.
    fileprivate func isDormant(
        since newest: Timestamp,
        _ history: ReleaseHistory?,
        isSerial: Bool,
        now: Timestamp
    ) -> Bool {
        let gap = history?.usualGap ?? 0
        let patience = isSerial ? max(dormantAfter / 3, 4 * gap) : max(dormantAfter, 6 * gap)
        return now.seconds(since: newest) > patience
    }
}
