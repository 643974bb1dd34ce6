import FeedLoading
import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Hosts in whole runs: pauses, spacing, sharing, leases.
struct HostPipelineTests {
    @Test func requestsToOneHostAreASecondApart() async throws {
        let clock = SteppingClock()
        let arrivals = Locked<[String: [Duration]]>([:])
        try await WebTestBed.run(
            clock: clock,
            script: { request in
                let host = request.path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
                arrivals.withLock { $0[host, default: []].append(clock.now.offset) }
                return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
            },
            { bed in
                let urls = (0..<40).map { "http://host\($0 % 4).example/\($0)" }
                let (_, report) = try await bed.importFeeds(urls)
                #expect(report.imported == 40)
                let times = arrivals.withLock(\.self)
                #expect(times.count == 4)
                for times in times.values {
                    #expect(times.count == 10)
                    for (earlier, later) in zip(times, times.dropFirst()) { #expect(later - earlier >= .seconds(1)) }
                }
            }
        )
    }

    @Test func rule59FeedsOfAHostThatWantsAMinuteBetweenThemAreAMinuteApart() async throws {
        let clock = SteppingClock()
        let arrivals = Locked<[Duration]>([])
        try await WebTestBed.run(
            clock: clock,
            script: { _ in
                arrivals.withLock { $0.append(clock.now.offset) }
                return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
            },
            { bed in
                let (_, report) = try await bed.importFeeds((0..<3).map { "http://www.reddit.com/r/\($0)/.rss" })
                #expect(report.imported == 3)
                let times = arrivals.withLock(\.self)
                #expect(times.count == 3)
                for (earlier, later) in zip(times, times.dropFirst()) { #expect(later - earlier >= .seconds(60)) }
            }
        )
    }

    @Test func aRedirectToAnotherHostWaitsForItsTurnThere() async throws {
        // Given feeds that all lead to one host
        let clock = SteppingClock()
        let arrivals = Locked<[Duration]>([])
        try await WebTestBed.run(
            clock: clock,
            script: { request in
                if !request.path.contains("target") {
                    let name = request.path.split(separator: "/").dropFirst().first ?? ""
                    return ServerStep.redirect(302, to: "http://target.example/\(name)")
                }
                arrivals.withLock { $0.append(clock.now.offset) }
                return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
            },
            { bed in
                let (_, report) = try await bed.importFeeds((0..<10).map { "http://host\($0).example/" })
                #expect(report.imported == 10)
                let times = arrivals.withLock(\.self)
                #expect(times.count == 10)
                for (earlier, later) in zip(times, times.dropFirst()) { #expect(later - earlier >= .seconds(1)) }
            }
        )
    }

    @Test func oneRequestAnswersEverybodyWhoAskedForIt() async throws {
        try await WebTestBed.run(
            script: { _ in ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")])) },
            { bed in
                let url = "http://show.example/feed"
                let (results, report) = try await bed.importFeeds([url, "http://show.example:80/feed#top", url])
                #expect(bed.asked == [url])
                #expect(results.count == 3 && report.imported == 3)
                #expect(Set(results.map(\.feed)) == [url, "http://show.example:80/feed#top"])
            }
        )
    }

    @Test func otherCredentialsAreAnotherRequest() async throws {
        try await WebTestBed.run(
            script: { _ in ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")])) },
            { bed in
                let requests = try ["anna", "bert", "anna"].map { user in
                    var request = FeedImportRequest(name: user, source: .http(try FeedURL("http://show.example/feed")))
                    request.options.proxy = "http://127.0.0.1:\(bed.server.port)"
                    request.options.allowsCredentialsOverHTTP = true
                    request.credentials = FeedCredentials(user: user, password: "secret")
                    return request
                }
                let (results, _) = try await bed.run(requests)
                #expect(results.map(\.feed).sorted() == ["anna", "anna", "bert"])
                #expect(bed.server.requests.count == 2)
            }
        )
    }

    @Test func aFeedThatWasAskedBeforeItsTurnHadComeIsSaidNotToBeDue() async throws {
        try await WebTestBed.run(
            script: { _ in ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")])) },
            { bed in
                // Given
                let url = "http://show.example/feed"
                try await bed.importFeeds([url])
                let due = try #require(try await bed.subscription(url)?.nextDueAt)

                // When
                let (results, _) = try await bed.importFeeds([url]) { $0.isOnlyIfDue = true }

                // Then
                #expect(results.map(\.outcome) == [.postponed(until: due)])
                #expect(results.flatMap(\.warnings).map(\.kind) == [.notAsked])
                #expect(results.map(\.episodeCount) == [1])
                #expect(bed.server.requests.count == 1)
            }
        )
    }

    @Test func aFeedThatAnotherProcessHasIsLeftAlone() async throws {
        try await WebTestBed.run(
            script: { _ in ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")])) },
            { bed in
                let url = "http://show.example/feed"
                try await bed.importFeeds([url])
                let start = bed.clock.timestamp
                let until = start.adding(seconds: 60)
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    _ = try unit.leases.take(1, owner: "other", at: start, until: until)
                }

                // A run over many leaves it to the other.
                let (many, _) = try await bed.importFeeds([url])
                #expect(many.map(\.outcome) == [.postponed(until: until)])
                #expect(many.flatMap(\.warnings).map(\.kind) == [.busy])
                #expect(many.map(\.title) == ["Show"] && many.map(\.episodeCount) == [1])
                #expect(bed.server.requests.count == 1)

                // Who is told not to wait fails.
                var request = FeedImportRequest(name: url, source: .http(try FeedURL(url)))
                request.options.proxy = "http://127.0.0.1:\(bed.server.port)"
                request.refreshState = try await bed.read { unit throws(PersistenceError) in
                    try unit.refreshes.state(id: 1)
                }
                request.whenLeased = .fail
                let (impatient, report) = try await bed.run([request])
                #expect(impatient.map(\.outcome.word) == [.failed])
                #expect(impatient.map(\.podcastID) == [1] && impatient.map(\.title) == ["Show"])
                #expect(impatient.map(\.episodeCount) == [1])
                #expect(report.failureClasses == [.busy])
                #expect(bed.server.requests.count == 1)

                // Who waits gets it when it is free.
                request.whenLeased = .wait
                let (patient, _) = try await bed.run([request])
                #expect(patient.map(\.outcome.word) == [.unchanged])
                #expect(bed.clock.timestamp >= until)
                #expect(bed.server.requests.count == 2)
            }
        )
    }

    @Test func holdsALeaseWhileItIsAtWorkAndGivesItBack() async throws {
        let clock = SteppingClock()
        let store = Locked<PersistenceManager?>(nil)
        let seen = Locked<[LeaseOutcome]>([])
        try await WebTestBed.run(
            clock: clock,
            script: { _ in
                do {
                    let now = clock.timestamp
                    let outcome = try store.withLock(\.self)?.newBackgroundContext().saveAndWait {
                        unit throws(PersistenceError) in
                        try unit.leases.take(1, owner: "other", at: now, until: now.adding(seconds: 1))
                    }
                    if let outcome { seen.withLock { $0.append(outcome) } }
                } catch {
                    Issue.record(error)
                }
                return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
            },
            { bed in
                let url = "http://show.example/feed"
                try await bed.importFeeds([url])
                store.withLock { $0 = bed.persistence }
                try await bed.importFeeds([url])
                guard case .held(_, let until)? = seen.withLock(\.first) else {
                    Issue.record("no lease while the feed is loading")
                    return
                }
                #expect(until > clock.timestamp)
                let owners = try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    try unit.leases.take(1, owner: "later", at: clock.timestamp, until: clock.timestamp)
                }
                #expect(owners == .granted)
            }
        )
    }

    @Test func aLongLineForOneHostHidesNobodyBehindIt() async throws {
        // Given a host with so many feeds that it takes hours, and a few others named last
        let urls = (0..<1500).map { "http://many.example/\($0)" } + (0..<20).map { "http://host\($0).example/" }
        let order = Locked<[String]>([])
        try await WebTestBed.run(
            script: { request in
                order.withLock { $0.append(request.path) }
                return ServerStep.response(404)
            },
            { bed in
                let (_, report) = try await bed.importFeeds(urls)
                #expect(report.failed == urls.count)
                // Then the others have not waited for them
                // A connection can be overtaken by many on a busy machine, but not by most.
                let first = order.withLock { Array($0.prefix(1000)) }
                #expect(first.filter { !$0.contains("many") }.count == 20)
            }
        )
    }
}
