import Foundation
import Operations
import Testing

@testable import FeedImporting

/// Two openings of the file stand for two processes: the locks belong to the
/// opening.
struct TurnFileTests {
    /// Runs a test with two processes and a clock, in milliseconds.
    private static func run(_ test: (TurnFile, TurnFile, Locked<Int64>, _ path: String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "turns-\(UUID())"
        let time = Locked<Int64>(10_000)
        let clock: @Sendable () -> Int64 = { time.withLock(\.self) }
        let one = try TurnFile(path: path, milliseconds: clock)
        let other = try TurnFile(path: path, milliseconds: clock)
        try test(one, other, time, path)
        try FileManager.default.removeItem(atPath: path)
    }

    @Test func onlyOneProcessAsksAHostAtATime() throws {
        try Self.run { one, other, time, _ in
            #expect(one.enter(host: "a.example", spacing: .seconds(1)) == nil)
            #expect(other.enter(host: "a.example", spacing: .seconds(1)) == .milliseconds(250))
            #expect(other.enter(host: "b.example", spacing: .seconds(1)) == nil)
            // The lines of one process are its own business.
            #expect(one.enter(host: "a.example", spacing: .seconds(1)) == nil)
            one.leave(host: "a.example")
            time.withLock { $0 += 5000 }
            #expect(other.enter(host: "a.example", spacing: .seconds(1)) == .milliseconds(250))
            one.leave(host: "a.example")
            time.withLock { $0 += 5000 }
            #expect(other.enter(host: "a.example", spacing: .seconds(1)) == nil)
        }
    }

    @Test func aHostHasItsRestWhicheverProcessAskedLast() throws {
        try Self.run { one, other, time, _ in
            _ = one.enter(host: "a.example", spacing: .seconds(1))
            time.withLock { $0 += 700 }
            one.leave(host: "a.example")

            time.withLock { $0 += 400 }
            #expect(other.enter(host: "a.example", spacing: .seconds(1)) == .milliseconds(600))
            #expect(other.enter(host: "a.example", spacing: .seconds(2)) == .milliseconds(1600))
            time.withLock { $0 += 600 }
            #expect(other.enter(host: "a.example", spacing: .seconds(1)) == nil)
        }
    }

    /// Ctrl-Z stops a process, and its locks stay.
    @Test func aTurnThatNobodyGivesBackIsNotWaitedForForEver() throws {
        try Self.run { one, other, time, _ in
            #expect(one.enter(host: "a.example", spacing: .seconds(1)) == nil)
            func waits(_ milliseconds: Int64) -> Bool {
                for _ in 0..<milliseconds / 30_000 {
                    guard other.enter(host: "a.example", spacing: .seconds(1)) != nil else { return false }
                    time.withLock { $0 += 30_000 }
                }
                return true
            }

            // As long as others are asked in between, it is their turn
            #expect(waits(TurnPatience.limit))
            one.leave(host: "a.example")
            #expect(one.enter(host: "a.example", spacing: .zero) == nil)
            #expect(waits(TurnPatience.limit))

            // Then the host is asked all the same, at its distances
            #expect(other.enter(host: "a.example", spacing: .seconds(1)) == nil)
            other.leave(host: "a.example")
            #expect(other.enter(host: "a.example", spacing: .seconds(1)) == .seconds(1))
            time.withLock { $0 += 1000 }
            #expect(other.enter(host: "a.example", spacing: .seconds(1)) == nil)
            other.leave(host: "a.example")

            // Until the other one goes on
            one.leave(host: "a.example")
            time.withLock { $0 += 1000 }
            #expect(other.enter(host: "a.example", spacing: .seconds(1)) == nil)
            #expect(one.enter(host: "a.example", spacing: .seconds(1)) == .milliseconds(250))
        }
    }

    @Test func aTurnThatWasNotWaitedForInBetweenIsWaitedForAnew() {
        var patience = TurnPatience()
        let moments = [0, TurnPatience.limit, TurnPatience.limit + 50_000]
        let mayEnter = moments.map { patience.mayEnter(1, isFree: false, lastAskedAt: nil, at: $0) }
        #expect(mayEnter == [false, false, false])
    }

    @Test func aProcessThatEndsLetsGoOfEverything() throws {
        try Self.run { _, other, _, path in
            func end() throws {
                let dying = try TurnFile(path: path)
                #expect(dying.enter(host: "a.example", spacing: .seconds(1)) == nil)
                #expect(dying.claim(feed: "a.example/feed"))
                #expect(!other.claim(feed: "a.example/feed"))
            }
            try end()
            #expect(other.enter(host: "a.example", spacing: .seconds(1)) == nil)
            #expect(other.claim(feed: "a.example/feed"))
        }
    }

    @Test func aRunIsGoneWhenItHasEndedOrItsProcessHas() throws {
        try Self.run { one, other, _, path in
            #expect(other.isGone(run: "a"))
            one.begin(run: "a")
            #expect(!other.isGone(run: "a"))
            #expect(!one.isGone(run: "a"))
            one.end(run: "a")
            #expect(other.isGone(run: "a"))

            func die() throws {
                let dying = try TurnFile(path: path)
                dying.begin(run: "b")
                #expect(!other.isGone(run: "b"))
            }
            try die()
            #expect(other.isGone(run: "b"))
        }
    }

    @Test func aMomentOfBeforeTheMachineWasStartedMeansNothing() throws {
        try Self.run { one, other, time, _ in
            _ = one.enter(host: "a.example", spacing: .seconds(1))
            one.leave(host: "a.example")
            time.withLock { $0 = 300 }
            #expect(other.enter(host: "a.example", spacing: .seconds(1)) == nil)
        }
    }

    @Test func aFeedIsClaimedOnceAndGivenBackOnce() throws {
        try Self.run { one, other, _, _ in
            #expect(one.claim(feed: "a") && one.claim(feed: "a"))
            #expect(!other.claim(feed: "a"))
            other.release(feed: "a")
            #expect(!other.claim(feed: "a"))
            one.release(feed: "a")
            #expect(other.claim(feed: "a"))
            #expect(one.claim(feed: "b"))
        }
    }

    @Test func holdsNoNamesAndIsNobodyElsesToRead() throws {
        try Self.run { one, _, _, path in
            _ = one.enter(host: "secret.example", spacing: .seconds(1))
            one.leave(host: "secret.example")
            _ = one.claim(feed: "secret.example/feed")
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(bytes.count <= 1 << 19)
            #expect(bytes.range(of: Data("secret".utf8)) == nil)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test func aFolderThatIsNotThereIsAnErrorThatNamesIt() {
        #expect { try TurnFile(path: "/no/such/folder/turns") } throws: { error in
            "\(error)".contains("/no/such/folder/turns")
        }
    }
}
