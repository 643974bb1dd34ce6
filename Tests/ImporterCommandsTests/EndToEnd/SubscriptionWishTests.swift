import Foundation
import Testing

struct SubscriptionWishTests {
    @Test func pausesResumesAndRetries() async throws {
        try await ProgramTestBed.run { bed in
            // Given a feed that was asked a moment ago
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            _ = try await bed.podimport("--feed", path)
            let before = try await bed.podimport("subscription", "list", "--format", "json").objects().first

            // When, then
            let paused = try await bed.podimport("subscription", "pause", "1", "--format", "json").document()
            #expect(paused.text("state") == "paused")
            #expect(paused.isNull("nextDueAt"))
            #expect(try await bed.podimport("subscription", "retry", "1").status == 64)

            // Pausing is no way to be asked earlier.
            let resumed = try await bed.podimport("subscription", "resume", "1", "--format", "json").document()
            #expect(resumed.text("state") == "active")
            #expect((resumed.text("nextDueAt") ?? "") > (before?.text("lastAttemptAt") ?? ""))
            #expect(try await bed.podimport("import", "--due").lines.isEmpty)

            let retried = try await bed.podimport("subscription", "retry", path)
            #expect(retried.lines == ["Show: due now"])
            #expect(try await bed.podimport("import", "--due").lines == ["Show: unchanged"])
        }
    }

    @Test func retriesEveryFeedThatFails() async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            _ = try await bed.podimport("--feed", path)
            _ = try await bed.podimport("subscription", "add", bed.folder.path + "/missing.xml")
            #expect(try await bed.podimport("import", "--due").status == 2)

            let retried = try await bed.podimport("subscription", "retry", "--failing", "--format", "json").objects()

            #expect(retried.map { $0.number("id") } == [2])
            #expect(try await bed.podimport("subscription", "retry").status == 64)
            #expect(try await bed.podimport("subscription", "retry", "7").status == 64)
        }
    }
}
