/// What several schedules cost and bring for the same podcasts.
package struct ScheduleComparison: Sendable {
    /// The figures of one schedule over all podcasts.
    package struct Figures: Sendable, Codable {
        package let name: String
        package let requestsPerDay: Double
        /// Over all episodes of all podcasts.
        package let medianDelayMinutes: Double
        package let meanDelayMinutes: Double
        package let ninetiethDelayMinutes: Double
        /// The median over the podcasts of the median delay of each.
        package let medianOfPodcastsMinutes: Double
    }

    private let podcasts: [ScheduleSimulation]

    /// Takes the dates of the episodes of each podcast.
    package init(podcasts: [[Int64]]) {
        self.podcasts = podcasts.compactMap(ScheduleSimulation.init)
    }

    /// How many podcasts there are.
    package var count: Int { podcasts.count }

    /// Walks all podcasts with a schedule, each so many times.
    package func figures(_ name: String, _ schedule: PollingSchedule, starts: Int = 4) -> Figures {
        let courses = podcasts.enumerated().map { $1.run(schedule, feed: Int64($0 + 1), starts: starts) }
        let delays = courses.flatMap(\.delays).sorted()
        let days = Double(courses.map(\.seconds).reduce(0, +)) / 86_400
        let sum = Double(delays.reduce(0, +))
        return Figures(
            name: name,
            requestsPerDay: Double(courses.map(\.requests).reduce(0, +)) / days,
            medianDelayMinutes: Self.part(0.5, of: delays),
            meanDelayMinutes: sum / Double(max(1, delays.count)) / 60,
            ninetiethDelayMinutes: Self.part(0.9, of: delays),
            medianOfPodcastsMinutes: Self.median(courses.map { Self.part(0.5, of: $0.delays.sorted()) })
        )
    }

    /// The schedule by the average gap that asks about as often as another.
    ///
    /// - Parameter requestsPerDay: how often that one asks.
    /// - Returns: its figures.
    package func averageGap(asOftenAs requestsPerDay: Double) -> Figures {
        var (few, many) = (Int64(7 * 86_400), Int64(3600))
        while few - many > 60 {
            let middle = (few + many) / 2
            let isOften = figures("", .averageGap(longest: middle)).requestsPerDay >= requestsPerDay
            if isOften { many = middle } else { few = middle }
        }
        return figures("average gap, \(many / 60) min at most", .averageGap(longest: many))
    }

    private static func part(_ share: Double, of sorted: [Int64]) -> Double {
        guard !sorted.isEmpty else { return 0 }
        return Double(sorted[Int(share * Double(sorted.count - 1))]) / 60
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        return (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
    }
}
