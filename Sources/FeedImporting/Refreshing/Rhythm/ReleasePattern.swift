import PodcastModel

/// The days and times at which most episodes of a podcast come, for people.
struct ReleasePattern {
    /// Seconds into the week at which episodes come, in the order of the week.
    private let slots: [Int64]

    /// How far from each other releases are that come at the same time.
    private static let width: Int64 = 5400

    /// Finds the times of the week; nil if most episodes come at any time.
    init?(_ history: ReleaseHistory) {
        var places = history.times.map { Week.place(of: $0) }
        let enough = max(3, Int(0.4 * min(history.weeks, Double(history.times.count))))
        var slots: [Int64] = []
        while slots.count < 7, places.count >= enough {
            let near = places.map { centre in places.filter { Self.distance($0, centre) <= Self.width } }
            guard let most = near.max(by: { $0.count < $1.count }), most.count >= enough else { break }
            let middle = most.sorted()[most.count / 2]
            slots.append((middle + 150) / 300 * 300 % Week.seconds)
            places.removeAll { most.contains($0) }
        }
        guard !slots.isEmpty, (history.times.count - places.count) * 10 >= history.times.count * 6 else { return nil }
        // From Sunday on: the week of the seconds begins on a Thursday.
        self.slots = slots.sorted { ($0 + 4 * 86_400) % Week.seconds < ($1 + 4 * 86_400) % Week.seconds }
    }

    /// The first expected moment after another.
    func next(after time: Int64) -> Int64 {
        slots.map { Week.next($0, after: time) }.min() ?? time
    }

    /// Such as `on Tuesdays and Fridays about 05:00 UTC`.
    var text: String {
        var groups: [(time: Int64, days: [Int])] = []
        for slot in slots {
            let (time, day) = (slot % 86_400, Week.weekday(ofDay: slot / 86_400))
            if let index = groups.firstIndex(where: { abs($0.time - time) <= Self.width }) {
                groups[index].days.append(day)
            } else {
                groups.append((time, [day]))
            }
        }
        return groups.map { "\(Self.text(of: $0.days)) about \(Self.clock($0.time))" }.joined(separator: " and ")
            + " UTC"
    }

    private static func text(of days: [Int]) -> String {
        let days = Set(days).sorted()
        if days.count == 7 { return "daily" }
        if days == [1, 2, 3, 4, 5] { return "on weekdays" }
        let names = days.map { Week.dayNames[$0] + "s" }
        guard let last = names.last, names.count > 1 else { return "on " + names.joined() }
        return "on " + names.dropLast().joined(separator: ", ") + " and " + last
    }

    private static func clock(_ second: Int64) -> String {
        String(Timestamp(epochSeconds: second).rfc3339.dropFirst(11).prefix(5))
    }

    /// Along the week, whose end is its beginning.
    private static func distance(_ first: Int64, _ second: Int64) -> Int64 {
        let apart = abs(first - second)
        return min(apart, Week.seconds - apart)
    }
}
