/// Walks through the time in which a podcast published, and asks its feed as a
/// schedule says.
///
/// The older half of the episodes is what the schedule starts from; the newer
/// half comes at its own dates, each is seen by the first look after it, and the
/// schedule learns from it from then on and not before.
package struct ScheduleSimulation: Sendable {
    /// What asking a feed so cost, and what it brought.
    package struct Course: Sendable {
        package var requests = 0
        /// How long it lasted, in seconds.
        package var seconds: Int64 = 0
        /// How long each episode had been there when it was seen, in seconds.
        package var delays: [Int64] = []
    }

    private let releases: [Int64]

    /// Takes the dates of a podcast's episodes; nil if there are too few.
    package init?(releases: [Int64]) {
        self.releases = Set(releases).sorted()
        guard self.releases.count >= 8 else { return nil }
    }

    /// Asks the feed until all episodes are seen, several times over, for the
    /// hour at which it begins is chance.
    ///
    /// - Parameters:
    ///   - schedule: when to ask.
    ///   - feed: the number of the feed.
    ///   - starts: how many times, spread over the first hour.
    /// - Returns: what it cost and brought, all starts together.
    package func run(_ schedule: PollingSchedule, feed: Int64, starts: Int = 4) -> Course {
        var course = Course()
        for start in 0..<starts {
            let offset = Int64(start * 2 + 1) * 3600 / Int64(starts * 2)
            walk(schedule, feed: feed * 100 + Int64(start), from: offset, &course)
        }
        return course
    }

    private func walk(_ schedule: PollingSchedule, feed: Int64, from offset: Int64, _ course: inout Course) {
        let half = releases.count / 2
        let start = releases[half - 1] + offset
        var now = start
        var seen = releases.firstIndex { $0 > now } ?? releases.endIndex
        while seen < releases.endIndex {
            now = schedule.next(after: releases[..<seen], now: now, feed: feed)
            course.requests += 1
            while seen < releases.endIndex, releases[seen] <= now {
                course.delays.append(now - releases[seen])
                seen += 1
            }
        }
        course.seconds += now - start
    }
}
