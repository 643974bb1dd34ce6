import Persistence
import PodcastModel

@testable import FeedImporting

/// One publisher, the real import into the real store, and the truth about
/// which row is which work.
struct StoredHistory {
    private let persistence: PersistenceManager
    private let feedURL: String
    private var publisher: Publisher
    private var rowOfWork: [Int: Int64] = [:]
    private var digest: UInt64 = 0
    /// The last document that was held back: the next one may have to be compared with it.
    private var held: HeldReading?
    private(set) var failure: String?
    private(set) var log: [String] = []
    /// How many documents were held back.
    private(set) var heldCount = 0

    init(seed: UInt64, persistence: PersistenceManager) {
        self.persistence = persistence
        feedURL = "https://show.example/\(seed)"
        publisher = Publisher(seed: seed)
        log.append("seed \(seed), \(publisher.habit)")
    }

    mutating func play() async throws {
        for poll in 0..<10 where failure == nil {
            if poll > 0, let mistaken = publisher.mistakenDocument() { try await serve(mistaken) }
            let document = publisher.document()
            takeLog()
            log.append("poll \(poll): \(document.works)")
            var polled = try await self.poll(document.items, isComplete: document.isComplete)
            if polled.isHeld {
                log.append("held: \(polled.outcome.warnings.map(\.detail))")
                polled = try await self.poll(document.items, isComplete: document.isComplete)
                if polled.isHeld { return fail("a second poll that agrees is held as well") }
            }
            check(polled, works: document.works, isFirst: poll == 0)
            try await checkRepetition(
                poll.isMultiple(of: 2) ? document.items : document.items.reversed(),
                isComplete: document.isComplete,
                hasNewKeys: polled.hasLostGuids
            )
            publisher.live()
            takeLog()
        }
    }
}

// MARK: - Polling

extension StoredHistory {
    /// What one poll did, and what the store holds after it.
    private struct Polled: Sendable {
        let outcome: FeedImportUnit.Outcome
        let rows: [EpisodeIdentity]
        /// The changes of episodes it made.
        let changes: [StoreChange]
        /// Whether from now on the feed is read without guids.
        let hasLostGuids: Bool

        var isHeld: Bool { outcome.outcome == .postponed(until: nil) }

        var writesNothing: Bool {
            guard case .imported(let counts) = outcome.outcome else { return false }
            return changes.isEmpty && counts.inserted + counts.updated + counts.rekeyed + counts.removed == 0
        }
    }

    private mutating func poll(
        _ items: [Episode],
        title: String = "Show",
        isComplete: Bool = true,
        force: Bool = false
    ) async throws -> Polled {
        digest += 1
        let (feedURL, digest, held, now) = (feedURL, digest, held, publisher.now)
        let (polled, parsed) = try await persistence.newBackgroundContext().save {
            unit throws(PersistenceError) -> (Polled, ParseFeedOperation.Output) in
            let sequence = try unit.changes.lastSequence()
            let state = try unit.refreshes.state(forFeedURL: feedURL)
            let hadGuids = state?.guidsAreUnreliable != true
            var request = FeedImportRequest(name: feedURL, source: .standardInput, identity: feedURL)
            request.refreshState = state
            request.force = force
            let parsed = Self.parsed(items, title: title, isComplete: isComplete, hasGuids: hadGuids, digest: digest)
            let work = FeedImportUnit(
                parsed: parsed,
                request: request,
                policy: RefreshPolicy(),
                held: held,
                editHistoryLimit: 3,
                now: now
            )
            guard case .done(let outcome) = try work.run(in: unit) else { throw PersistenceError.interrupted }
            let rows =
                try outcome.podcastID.map { id throws(PersistenceError) in
                    try unit.episodes.identities(ofPodcast: id)
                } ?? []
            let isLost = try unit.refreshes.state(forFeedURL: feedURL)?.guidsAreUnreliable == true
            let changes = try unit.changes.changes(since: sequence, limit: 10_000)
            let polled = Polled(
                outcome: outcome,
                rows: rows,
                changes: changes.filter { $0.entity == .episode },
                hasLostGuids: hadGuids && isLost
            )
            return (polled, parsed)
        }
        if polled.isHeld {
            heldCount += 1
            self.held = HeldReading(digest: digest, parsed: parsed)
        }
        return polled
    }

    private static func parsed(
        _ items: [Episode],
        title: String,
        isComplete: Bool,
        hasGuids: Bool,
        digest: UInt64
    ) -> ParseFeedOperation.Output {
        var episodes = items
        let warnings = EpisodeKeys.assign(
            to: &episodes,
            feedURL: "https://show.example/feed.xml",
            channelLink: "https://show.example/",
            guidsAreUnreliable: !hasGuids
        )
        var podcast = Podcast()
        podcast.title = title
        let document = FeedDocument(
            format: "rss 2.0",
            encoding: "utf-8",
            complete: isComplete,
            warnings: warnings,
            podcast: podcast,
            episodes: episodes
        )
        return ParseFeedOperation.Output(document, source: .standardInput, digest: digest)
    }
}

// MARK: - Checking

extension StoredHistory {
    /// A mistake changes nothing that the next good document does not put right.
    private mutating func serve(_ mistaken: Publisher.MistakenDocument) async throws {
        takeLog()
        let title = mistaken.mistake == .anotherShow ? "Cooking" : "Show"
        let polled = try await poll(mistaken.items, title: title)
        guard mistaken.isForeign else { return check(polled, works: mistaken.works, isFirst: false) }
        if !polled.isHeld || !polled.changes.isEmpty { fail("a document of \(mistaken.mistake) is imported") }
        if polled.rows.count != rowOfWork.count { fail("a document of \(mistaken.mistake) changes the rows") }
    }

    private mutating func check(_ polled: Polled, works: [Int], isFirst: Bool) {
        var worksOfRows: [Int64: Int] = [:]
        // The same items as last time are settled as a whole.
        let isSettled = polled.outcome.episodeIDs.isEmpty && works.allSatisfy { rowOfWork[$0] != nil }
        guard isSettled || polled.outcome.episodeIDs.count == works.count else {
            return fail("items are lost: \(polled.outcome)")
        }
        for (work, row) in zip(works, polled.outcome.episodeIDs) {
            guard let row else { return fail("episode \(work) is lost") }
            if let known = rowOfWork[work], known != row {
                return fail("episode \(work) was row \(known) and is doubled as \(row)")
            }
            if let other = worksOfRows[row], other != work {
                return fail("episodes \(other) and \(work) are mixed in row \(row)")
            }
            worksOfRows[row] = work
            rowOfWork[work] = row
        }
        if Set(rowOfWork.values).count != rowOfWork.count { return fail("two episodes have had one row: \(rowOfWork)") }
        if Set(polled.rows.map(\.id)) != Set(rowOfWork.values) {
            return fail("\(polled.rows.count) rows for \(rowOfWork.count) episodes")
        }
        for change in polled.changes where change.kind == .insert && !change.isBacklog {
            guard let work = worksOfRows[change.id] else { return fail("row \(change.id) is announced and not listed") }
            if isFirst || publisher.works[work].isAnnounced { return fail("episode \(work) is announced again") }
        }
        for work in works { publisher.markAnnounced(work) }
        let removed = Set(polled.rows.filter { $0.removedAt != nil }.map(\.id))
        for (work, row) in rowOfWork where removed.contains(row) && !publisher.works[work].wasRetracted {
            return fail("episode \(work) is taken for withdrawn")
        }
    }

    private mutating func checkRepetition(_ items: [Episode], isComplete: Bool, hasNewKeys: Bool) async throws {
        guard failure == nil else { return }
        // One more change of keys where the guids have just been given up.
        if hasNewKeys { _ = try await poll(items, isComplete: isComplete) }
        // With every item looked at, and in the way that looks at them as a whole.
        let looked = try await poll(items, isComplete: isComplete, force: true)
        let again = try await poll(items.reversed(), isComplete: isComplete)
        if !looked.writesNothing || !again.writesNothing {
            fail("the same items again write \(looked.changes + again.changes), \(again.outcome.outcome)")
        }
    }

    private mutating func takeLog() {
        log += publisher.takeLog().map { "  " + $0 }
    }

    private mutating func fail(_ text: String) {
        failure = failure ?? text
    }
}
