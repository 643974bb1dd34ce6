import FeedLoading
import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// What a user says of a feed, and what another process sees of it, while its later pages are read (http polling A5 55).
struct ChangedOnTheWayTests {
    private static let address = "http://show.example/feed"
    private static let elsewhere = "http://other.example/feed"

    enum Change: CaseIterable {
        case address, pause, leave, remove
    }

    @Test(.timeLimit(.minutes(10)), arguments: Change.allCases)
    func nothingMoreIsReadOfAFeedThatIsNotWantedAsItWas(change: Change) async throws {
        let known = try await Self.run(atSecondPage: { unit, now throws(PersistenceError) in
            switch change {
            case .address:
                _ = try unit.subscriptions.move(1, to: Self.elsewhere, cause: .user, at: now)
                try unit.subscriptions.beginAnew(1, at: now)
            case .pause: try unit.subscriptions.setState(.paused, of: 1, at: now)
            case .leave: try unit.subscriptions.setState(.unfollowed, of: 1, at: now)
            case .remove: try unit.subscriptions.unsubscribe(1, purges: true, at: now)
            }
        })

        // Then neither what was loaded meanwhile is stored, nor anything behind it asked for
        #expect(known.asked == [Self.address, Self.address + "?page=2"])
        #expect(known.warnings.last == .changed)
        #expect(known.episodeCount == (change == .remove ? nil : 2))
        #expect(known.holder == nil)
        switch change {
        case .address: #expect(known.pendingPage == Self.elsewhere)
        case .pause, .leave: #expect(known.pendingPage == Self.address + "?page=2")
        case .remove: break
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func itStaysThisProcesssUntilItsLastPageIsRead() async throws {
        let holder = Locked<String?>(nil)
        let known = try await Self.run(atSecondPage: { unit, now throws(PersistenceError) in
            let owner = try unit.leases.holder(of: 1, at: now)?.owner
            holder.withLock { $0 = owner }
        })

        #expect(holder.withLock(\.self) != nil)
        #expect(known.holder == nil && known.asked.count == 3 && known.episodeCount == 6)
    }

    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func aPageThatWasRefusedWithAnotherPasswordIsNotGivenUp(isRenewed: Bool) async throws {
        let known = try await Self.run(
            answering: 401,
            atSecondPage: { unit, now throws(PersistenceError) in
                guard isRenewed else { return }
                try unit.subscriptions.setCredentials(FeedCredentials(user: "anna", password: "p"), of: 1, at: now)
            }
        )

        #expect(known.pendingPage == (isRenewed ? Self.address + "?page=2" : nil))
        #expect(known.warnings.last == (isRenewed ? .changed : .pageFailed))
    }

    /// What it was given for this very import the import itself has stored.
    @Test(.timeLimit(.minutes(10)), arguments: [500, 404])
    func aPasswordThatTheImportBringsIsNoChange(status: Int) async throws {
        try await WebTestBed.run(
            script: { $0.path.hasSuffix("page=2") ? ServerStep.response(status) : Self.page($0) },
            { bed in
                let now = bed.clock.timestamp
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    _ = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: Self.address), at: now)
                }
                let (results, _) = try await bed.importFeeds([Self.address], isNamed: true) { request in
                    request.credentials = FeedCredentials(user: "anna", password: "p")
                    request.options.allowsCredentialsOverHTTP = true
                }
                let state = try await bed.read { unit throws(PersistenceError) in
                    try unit.refreshes.state(id: 1)
                }
                #expect(state?.credentials?.user == "anna")
                #expect(results.first?.warnings.last?.kind == (status == 500 ? .pagesInterrupted : .pageFailed))
                #expect(state?.pendingPageFailures == (status == 500 ? 1 : 0))
                #expect(state?.pendingPage == (status == 500 ? Self.address + "?page=2" : nil))
            }
        )
    }

    @Test func thePagesOfAFeedThatAnotherProcessHasAreLeftToThatOne() async throws {
        try await WebTestBed.run(
            script: { request in
                request.path == Self.elsewhere
                    ? ServerStep.response(301, ["Location: \(Self.address)"]) : Self.page(request)
            },
            { bed in
                // Given a feed that another process has
                let now = bed.clock.timestamp
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    let id = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: Self.address), at: now).id
                    _ = try unit.leases.take(id, owner: "other", at: now, until: now.adding(seconds: 900))
                }

                // When it is found behind another address
                try await bed.importFeeds([Self.elsewhere], isNamed: true)

                // Then its first page is all that is read of it here
                #expect(bed.asked == [Self.elsewhere, Self.address])
                let state = try await bed.read { unit throws(PersistenceError) in
                    try unit.refreshes.state(id: 1)
                }
                #expect(state?.pendingPage == Self.address + "?page=2")
            }
        )
    }

    /// What is known of the feed after a first import of three pages.
    private struct Known: Sendable {
        let asked: [String]
        let warnings: [ImportWarning.Kind]
        let episodeCount: Int?
        let pendingPage: String?
        let holder: String?
    }

    private static func run(
        answering status: Int = 200,
        atSecondPage change: @escaping Interjection.Change
    ) async throws -> Known {
        let interjection = Interjection()
        let known = Locked<Known?>(nil)
        try await WebTestBed.run(
            script: { request in
                guard request.path.hasSuffix("page=2") else { return page(request) }
                return [interjection.step] + (status == 200 ? page(request) : ServerStep.response(status))
            },
            { bed in
                interjection.set(in: bed, change)
                let (results, _) = try await bed.importFeeds([address])
                let now = bed.clock.timestamp
                let found = try await bed.read { unit throws(PersistenceError) in
                    (
                        try unit.subscriptions.subscription(id: 1), try unit.refreshes.state(id: 1),
                        try unit.leases.holder(of: 1, at: now)
                    )
                }
                known.withLock {
                    $0 = Known(
                        asked: bed.asked,
                        warnings: results.first?.warnings.map(\.kind) ?? [],
                        episodeCount: found.0?.episodeCount,
                        pendingPage: found.1?.pendingPage,
                        holder: found.2?.owner
                    )
                }
            }
        )
        return try #require(known.withLock { $0 })
    }

    private static func page(_ request: RecordedRequest) -> [ServerStep] {
        let number = request.path.split(separator: "=").last.flatMap { Int($0) } ?? 1
        let link =
            "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"next\" href=\"\(address)?page=\(number + 1)\"/>"
        let items = [6 - 2 * (number - 1), 5 - 2 * (number - 1)].map { TestFeed.item("\($0)", day: $0) }
        return ServerStep.response(200, [], TestFeed.rss(items, channel: number < 3 ? link : ""))
    }
}
