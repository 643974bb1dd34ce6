import Foundation
import PodcastModel
import TestSupport
import Testing

@testable import FeedImporting

/// Random publishers against the rules: whatever they do, every episode has
/// one row, and every row one episode.
///
/// A failure names its seed; `PODIMPORT_HISTORY_SEED=123 swift test --filter
/// PublisherHistoryTests` plays that history alone and prints it.
/// `PODIMPORT_HISTORY_COUNT=5000` plays so many.
struct PublisherHistoryTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let replayed = environment["PODIMPORT_HISTORY_SEED"].flatMap(UInt64.init)
    #if DEBUG
    private static let usualCount: UInt64 = 160
    #else
    private static let usualCount: UInt64 = 20_000
    #endif
    private static let historyCount = environment["PODIMPORT_HISTORY_COUNT"].flatMap(UInt64.init) ?? usualCount
    private static let seeds: [Range<UInt64>] =
        replayed.map { [$0..<$0 + 1] } ?? (0..<8).map { historyCount / 8 * $0..<historyCount / 8 * ($0 + 1) }

    @Test(arguments: seeds)
    func neverLosesDoublesOrMixesEpisodes(seeds: Range<UInt64>) {
        for seed in seeds {
            var history = History(seed: seed)
            history.play()
            if let failure = history.failure {
                Issue.record("PODIMPORT_HISTORY_SEED=\(seed): \(failure)\n\(history.log.joined(separator: "\n"))")
                return
            }
            if Self.replayed != nil { print(history.log.joined(separator: "\n")) }
        }
    }
}

/// One publisher, one store, and the truth about which row is which work.
private struct History {
    private var publisher: Publisher
    private var store = ModelStore()
    private var rowOfWork: [Int: Int64] = [:]
    /// What the user has deleted.
    private var deletedWorks: Set<Int> = []
    /// Apart from the publisher's, so that this does the same whatever the user does.
    private var user: SeededGenerator
    private(set) var failure: String?
    private(set) var log: [String] = []

    init(seed: UInt64) {
        publisher = Publisher(seed: seed)
        user = SeededGenerator(seed: seed ^ 0x55AA)
        log.append("seed \(seed), \(publisher.habit)")
    }

    mutating func play() {
        for poll in 0..<12 where failure == nil {
            let count = publisher.log.count
            let document = publisher.document()
            let plan = store.importDocument(document.items, at: publisher.now, isComplete: document.isComplete)
            log += publisher.log[count...].map { "  " + $0 }
            let reasons = plan.decisions.map { $0.detail.isEmpty ? "\($0.by)" : "\($0.by) (\($0.detail))" }
            log.append("poll \(poll): " + zip(document.works, reasons).map { "\($0): \($1)" }.joined(separator: ", "))
            check(plan, works: document.works, isFirst: poll == 0)
            // From the next document on the guids are left out: one more change of keys.
            if plan.guidsAreUnreliable {
                store.importDocument(document.items, at: publisher.now, isComplete: document.isComplete)
            }
            checkRepetition(
                poll.isMultiple(of: 2) ? document.items : document.items.reversed(),
                isComplete: document.isComplete
            )
            deleteSome()
            let lived = publisher.log.count
            publisher.live()
            log += publisher.log[lived...].map { "  " + $0 }
        }
    }

    private mutating func check(_ plan: MatchPlan, works: [Int], isFirst: Bool) {
        if let breach = store.breaches.first { return fail(breach) }
        var rows: [Int64: Int] = [:]
        for (work, row) in zip(works, store.rowOfItem) {
            if deletedWorks.contains(work) {
                guard row == nil else { return fail("episode \(work) was deleted and comes back as row \(row ?? 0)") }
                continue
            }
            guard let row else { return fail("episode \(work) is lost") }
            if let known = rowOfWork[work], known != row {
                return fail("episode \(work) was row \(known) and is doubled as \(row), by \(plan.decisions.map(\.by))")
            }
            if let other = rows[row], other != work {
                return fail("episodes \(other) and \(work) are mixed in row \(row)")
            }
            rows[row] = work
            rowOfWork[work] = row
        }
        if Set(rowOfWork.values).count != rowOfWork.count { return fail("two episodes have had one row: \(rowOfWork)") }
        if store.rows.count != rowOfWork.count {
            return fail("\(store.rows.count) rows for \(rowOfWork.count) episodes")
        }
        for decision in plan.announced {
            let work = works[decision.position]
            if isFirst || publisher.works[work].isAnnounced { return fail("episode \(work) is announced again") }
        }
        for work in works { publisher.markAnnounced(work) }
        for (work, row) in rowOfWork
        where store.row(row)?.identity.removedAt != nil && !publisher.works[work].wasRetracted {
            return fail("episode \(work) is taken for withdrawn")
        }
    }

    /// One now and then, and nearly all before all of them move, now and then.
    ///
    /// Not where several episodes have a guid in common: what has little else of a deleted one is in doubt there.
    private mutating func deleteSome() {
        guard failure == nil, publisher.hasListenerWhoDeletes else { return }
        // What is deleted when it has no date any more is remembered by the one it had.
        let deletable = rowOfWork.keys.filter { publisher.works[$0].isDated }.sorted()
        if publisher.isAboutToMove, user.chance(30) {
            deletable.shuffled(using: &user).dropFirst(user.next(below: 3)).forEach { delete($0) }
        } else if user.chance(25), let work = deletable.randomElement(using: &user) {
            delete(work)
        }
    }

    private mutating func delete(_ work: Int) {
        guard let row = rowOfWork.removeValue(forKey: work) else { return }
        store.delete(row)
        deletedWorks.insert(work)
        log.append("  the user deletes \(work)")
    }

    private mutating func checkRepetition(_ items: [Episode], isComplete: Bool) {
        guard failure == nil else { return }
        let again = store.importDocument(items, at: publisher.now, isComplete: isComplete)
        if !again.inserted.isEmpty || !again.changed.isEmpty || !again.absences.isEmpty {
            fail("the same items again write something: \(again.inserted) \(again.changed) \(again.absences)")
        }
    }

    private mutating func fail(_ text: String) {
        failure = failure ?? text
    }
}
