import Synchronization

/// A moment in the life of a store, to tell later whether the episodes of a podcast are still what they were then.
package struct EpisodeVersion: Sendable, Hashable {
    let commit: UInt64
}

/// Which podcasts' episodes a unit of work writes, or what they are recognised by.
enum WriteScope: Sendable, Hashable {
    /// Perhaps those of every podcast.
    case anything
    /// Those of one podcast.
    case podcast(Int64)
    /// None.
    case nothing
}

/// Remembers when the episodes of each podcast were last written.
///
/// So what was read on a reading connection need not be read again on the only writing one.
/// Whatever is not known to be otherwise counts as written: what other processes commit, and units that do not say
/// whose episodes they write.
final class EpisodeVersions: Sendable {
    private struct State {
        /// Counts the commits, those of other processes included.
        var commit: UInt64 = 0
        /// The last commit that may have written the episodes of every podcast.
        var anything: UInt64 = 0
        var podcasts: [Int64: UInt64] = [:]
        /// What the transaction under way has written.
        var pending: [WriteScope] = []
        /// SQLite's data version on the writing connection: another one once somebody else has committed.
        var dataVersion: Int64?

        mutating func close() {
            guard !pending.isEmpty else { return }
            commit += 1
            for scope in pending {
                switch scope {
                case .anything: anything = commit
                case .podcast(let id): podcasts[id] = commit
                case .nothing: break
                }
            }
            pending = []
            if podcasts.count > EpisodeVersions.rememberedPodcasts { forget() }
        }

        /// Whatever was read before is to be read again.
        mutating func forget() {
            commit += 1
            anything = commit
            podcasts = [:]
        }
    }

    /// How many podcasts are remembered at the most, for a daemon runs for months.
    private static let rememberedPodcasts = 4096

    private let state = Mutex(State())

    /// The moment now: what is read from now on is at least as new.
    var now: EpisodeVersion { state.withLock { EpisodeVersion(commit: $0.commit) } }

    /// A transaction has begun.
    func begin(dataVersion: Int64) {
        state.withLock { state in
            if dataVersion != state.dataVersion { state.forget() }
            state.dataVersion = dataVersion
            state.pending = []
        }
    }

    /// A unit of work has run in it.
    func add(_ scope: WriteScope) {
        state.withLock { if scope != .nothing, !$0.pending.contains(scope) { $0.pending.append(scope) } }
    }

    /// It has ended, or may have: only now can others see what it wrote.
    func end() {
        state.withLock { $0.close() }
    }

    /// Whether the episodes of a podcast are what they were, for a unit of work of the transaction under way.
    func areUnchanged(ofPodcast podcast: Int64, since version: EpisodeVersion) -> Bool {
        state.withLock { state in
            max(state.anything, state.podcasts[podcast] ?? 0) <= version.commit
                && !state.pending.contains { $0 == .anything || $0 == .podcast(podcast) }
        }
    }
}
