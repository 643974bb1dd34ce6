/// How likely an episode comes when, in the time ahead.
///
/// Each release of the past makes one at the same time of the week likelier, and
/// a little an hour earlier and later too: clocks are put forward and back. What
/// remains lies anywhere.
struct ReleaseChances {
    private struct Chance {
        let at: Int64
        /// How many episodes are to be expected at that moment.
        let episodes: Double
    }

    /// How long after its date an episode may be in the document.
    private static let lag: Int64 = 240
    /// The part of the usual gap in which no episode follows another.
    private static let rest = 0.4

    private let shape: RhythmShape
    private let now: Int64
    private let end: Int64
    private var chances: [Chance] = []
    /// Episodes a second that come when nobody expects them.
    private var background = 0.0

    /// Starts without any chance.
    ///
    /// - Parameters:
    ///   - now: the moment of the last look, in seconds since 1970.
    ///   - end: how far to look ahead, less than a week.
    ///   - shape: the numbers to plan by.
    init(from now: Int64, to end: Int64, shape: RhythmShape) {
        self.shape = shape
        self.now = now
        self.end = min(end, now + Week.seconds - 1)
    }

    /// Expects what has been to be again.
    mutating func add(_ history: ReleaseHistory) {
        let share = 1 / history.weeks
        let earliest = history.newest + Int64(Self.rest * Double(min(history.usualGap, Week.seconds)))
        for time in history.times {
            // To five minutes: episodes that come "at five" come within them.
            let place = Week.place(of: time - time.modulo(300))
            for (shift, part) in [(0, 1 - 2 * shape.shifted), (-3600, shape.shifted), (3600, shape.shifted)] {
                let at = Week.next(place + Int64(shift), after: now)
                if at <= end, at > earliest { chances.append(Chance(at: at, episodes: part * share)) }
            }
        }
        background += shape.unexpected * share * Double(history.times.count) / Double(Week.seconds)
    }

    /// Expects an episode at a moment that the publisher has announced, or in
    /// the hours after it.
    mutating func add(announced moment: Int64, episodes: Double) {
        for (delay, part) in [(Int64(0), 0.55), (3600, 0.15), (7200, 0.15), (10_800, 0.15)] {
            let at = moment + delay
            if at > now, at <= end { chances.append(Chance(at: at, episodes: part * episodes)) }
        }
        background += 0.1 * episodes / 86_400
    }

    /// When to look next.
    ///
    /// The chance that an episode has come grows from the last look on. When it
    /// has reached ``RhythmShape/threshold``, it is time; but if many are expected
    /// within the next interval, then right after them, for having looked shortly
    /// before would cost an interval.
    ///
    /// - Parameters:
    ///   - earliest: not before this moment.
    ///   - latest: at this moment at the latest, if nothing is expected within an interval of it.
    ///   - interval: the shortest time between two looks, in seconds.
    /// - Returns: the moment, and whether it was chosen to follow an expected episode.
    mutating func look(earliest: Int64, latest: Int64, interval: Int64) -> (at: Int64, isAimed: Bool) {
        chances.sort { $0.at < $1.at }
        let first = max(earliest, min(latest, momentOfThreshold))
        let end = first + 2 * interval
        let near = chances.filter { $0.at <= end }
        var best = (at: first, isAimed: false)
        var least = delay(near, first, interval)
        for chance in near {
            let at = chance.at + Self.lag
            guard at > first, at <= first + interval else { continue }
            let delay = delay(near, at, interval)
            if delay < least { (best, least) = ((at, true), delay) }
        }
        return best
    }

    /// When the chance that an episode waits is large enough.
    private var momentOfThreshold: Int64 {
        var (expected, moment) = (0.0, now)
        for chance in chances {
            let meanwhile = background * Double(chance.at - moment)
            if expected + meanwhile >= shape.threshold { break }
            expected += meanwhile + chance.episodes
            moment = chance.at
            if expected >= shape.threshold { return moment }
        }
        guard background > 0 else { return end }
        return moment + Int64(min((shape.threshold - expected) / background, Double(Week.seconds)))
    }

    /// How long episodes are expected to wait, if there is a look at a moment
    /// and one after each interval from then on.
    private func delay(_ near: [Chance], _ look: Int64, _ interval: Int64) -> Double {
        var seconds = 0.0
        for chance in near {
            var seen = look
            while seen < chance.at + Self.lag { seen += interval }
            seconds += chance.episodes * Double(seen - chance.at)
        }
        return seconds
    }
}
