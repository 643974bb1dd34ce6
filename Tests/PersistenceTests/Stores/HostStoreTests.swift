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
            try unit.hosts.save(HostState(name: "quick.example.com", lastUsedAt: now.adding(seconds: -60)))
            let hosts = [
                try unit.hosts.host(named: "slow.example.com"), try unit.hosts.host(named: "other.example.com"),
            ]
            let then = try unit.hosts.pausedHosts(at: now).map(\.name)
            let later = try unit.hosts.pausedHosts(at: now.adding(seconds: 60)).map(\.name)
            try unit.hosts.removeHosts(unusedSince: now)
            return (hosts, then, later, try unit.hosts.host(named: "quick.example.com"))
        }

        #expect(hosts == [paused, nil])
        #expect(pausedThen == ["slow.example.com"])
        #expect(pausedLater == [])
        #expect(gone == nil)
    }
}
