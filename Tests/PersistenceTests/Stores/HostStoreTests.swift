import PodcastModel
import Testing

@testable import Persistence

struct HostStoreTests {
    private let now = TestStore.now

    @Test func remembersAHostAndItsPause() async throws {
        let store = try await TestStore(inMemory: true)
        let paused = HostState(
            name: "slow.example.com",
            pausedUntil: now.adding(seconds: 60),
            pauseReason: "429",
            spacingSeconds: 2.5,
            concurrency: 1,
            failures: 2,
            failingSince: now,
            lastAddresses: ["192.0.2.1", "2001:db8::1"],
            lastUsedAt: now
        )

        let (hosts, pausedThen, pausedLater, gone) = try await store.context.save {
            [now] unit throws(PersistenceError) in
            try unit.hosts.save(HostState(name: "slow.example.com", lastUsedAt: now))
            try unit.hosts.save(paused)
            let busy = HostState(name: "busy.example.com", pausedUntil: now.adding(seconds: 60), lastUsedAt: now)
            try unit.hosts.save(busy)
            let rested = now.adding(seconds: -60)
            try unit.hosts.save(
                HostState(
                    name: "silent.example.com",
                    pausedUntil: rested,
                    failures: 5,
                    failingSince: rested,
                    lastUsedAt: now
                )
            )
            try unit.hosts.save(HostState(name: "well.example.com", pausedUntil: rested, lastUsedAt: now))
            try unit.hosts.save(HostState(name: "quick.example.com", lastUsedAt: now.adding(seconds: -60)))
            let hosts = [
                try unit.hosts.host(named: "slow.example.com"), try unit.hosts.host(named: "other.example.com"),
            ]
            let then = try unit.hosts.specialHosts(at: now).map(\.name)
            let later = try unit.hosts.specialHosts(at: now.adding(seconds: 60)).map(\.name)
            try unit.hosts.removeHosts(unusedSince: now)
            return (hosts, then, later, try unit.hosts.host(named: "quick.example.com"))
        }

        #expect(hosts == [paused, nil])
        #expect(pausedThen == ["busy.example.com", "silent.example.com", "slow.example.com"])
        // It has not answered since its pause; it has limits of its own.
        #expect(pausedLater == ["silent.example.com", "slow.example.com"])
        #expect(gone == nil)
    }

    @Test func movesPausesThatAClockHasDatedWhichWasSet() async throws {
        // Given pauses asked for an hour ago, before that clock's time, and just now
        let store = try await TestStore(inMemory: true)
        let asked = [Int64(-3600), -90_000, -10]
        let pauses = try await store.context.save { [now] unit throws(PersistenceError) -> [Int64?] in
            for (number, seconds) in asked.enumerated() {
                let host = "host\(number).example.com"
                try unit.hosts.pause(
                    host,
                    until: now.adding(seconds: 7200),
                    reason: .rateLimited,
                    at: now.adding(seconds: seconds)
                )
            }

            // When it is set back by ten minutes
            try unit.hosts.shiftPauses(
                ShiftedDates(
                    first: now.adding(seconds: -7200),
                    last: now,
                    seconds: -600,
                    uncertain: (now.adding(seconds: -20), now)
                )
            )
            var pauses: [Int64?] = []
            for number in asked.indices {
                let host = try unit.hosts.host(named: "host\(number).example.com")
                pauses.append(host?.pausedUntil?.seconds(since: now))
            }
            return pauses
        }

        // Then only the first ends earlier
        #expect(pauses == [6600, 7200, 7200])
    }

    @Test func mendsPausesThatWereAskedForInTheFuture() async throws {
        let store = try await TestStore(inMemory: true)

        let pauses = try await store.context.save { [now] unit throws(PersistenceError) -> [Int64?] in
            let future = now.adding(seconds: 172_800)
            try unit.hosts.pause("ahead.example", until: future.adding(seconds: 7200), reason: .rateLimited, at: future)
            try unit.hosts.pause("now.example", until: now.adding(seconds: 500_000), reason: .rateLimited, at: now)
            // By another process, while this one waited for the store: a server is not asked a moment too early.
            let moment = now.adding(seconds: 2)
            try unit.hosts.pause("since.example", until: moment.adding(seconds: 60), reason: .rateLimited, at: moment)
            try unit.hosts.mendFuturePauses(at: now)
            var pauses: [Int64?] = []
            for name in ["ahead.example", "now.example", "since.example"] {
                pauses.append(try unit.hosts.host(named: name)?.pausedUntil?.seconds(since: now))
            }
            return pauses
        }

        #expect(pauses == [7200, 500_000, 62])
    }

    @Test func anAnswerThatSaysNothingNewIsWrittenOnceADay() async throws {
        let store = try await TestStore(inMemory: true)

        let used = try await store.context.save { [now] unit throws(PersistenceError) -> [Int64?] in
            var used: [Int64?] = []
            for (seconds, address) in [
                (Int64(0), "192.0.2.1"), (60, "192.0.2.1"), (120, "192.0.2.11"), (180, "192.0.2.1"),
                (86_600, "192.0.2.1"),
            ] {
                try unit.hosts.noteAnswer(of: "a.example", address: address, at: now.adding(seconds: seconds))
                used.append(try unit.hosts.host(named: "a.example")?.lastUsedAt.seconds(since: now))
            }
            return used
        }

        // A new address is news, also one that begins like a known one; a known one is not.
        #expect(used == [0, 0, 120, 120, 86_600])
    }
}
