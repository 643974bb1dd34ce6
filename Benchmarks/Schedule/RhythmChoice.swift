import Dispatch
package import FeedImporting
import Synchronization

/// The numbers of the rhythm that do best for some podcasts, of a few that make
/// sense.
///
/// What counts is the requests a day times the mean delay: who knows nothing of
/// a podcast and asks twice as often halves the delay, and has won nothing.
package struct RhythmChoice: Sendable {
    /// The numbers that do best.
    package let best: RhythmShape

    /// Every combination that is tried.
    package static let candidates: [RhythmShape] = [0.01, 0.02, 0.03, 0.05].flatMap { threshold in
        [0, 0.05, 0.1, 0.2].flatMap { shifted in
            [0.1, 0.3, 0.6].map { unexpected in
                var shape = RhythmShape()
                shape.threshold = threshold
                shape.shifted = shifted
                shape.unexpected = unexpected
                return shape
            }
        }
    }

    /// Tries candidates on podcasts, as many at once as there are processors.
    ///
    /// - Parameters:
    ///   - podcasts: what they are tried on.
    ///   - candidates: the first counts if several do as well.
    package init(on podcasts: ScheduleComparison, of candidates: [RhythmShape] = candidates) {
        let prices = Mutex([Double](repeating: .infinity, count: candidates.count))
        DispatchQueue.concurrentPerform(iterations: candidates.count) { index in
            let price = Self.price(of: candidates[index], for: podcasts)
            prices.withLock { $0[index] = price }
        }
        let all = prices.withLock(\.self)
        let first = all.indices.min { all[$0] < all[$1] }
        best = first.map { candidates[$0] } ?? RhythmShape()
    }

    /// The policy with these numbers.
    package static func policy(_ shape: RhythmShape) -> RefreshPolicy {
        var policy = RefreshPolicy()
        policy.rhythmShape = shape
        return policy
    }

    /// In which half a podcast is, 0 or 1; the same everywhere and always
    /// (FNV-1a).
    package static func half(of name: String) -> Int {
        let hash = name.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return Int(hash >> 32 & 1)
    }

    private static func price(of shape: RhythmShape, for podcasts: ScheduleComparison) -> Double {
        let figures = podcasts.figures("", .podimport(policy(shape)), starts: 2)
        return figures.requestsPerDay * figures.meanDelayMinutes
    }
}
