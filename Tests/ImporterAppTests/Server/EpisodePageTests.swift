import Foundation
import Testing

@testable import ImporterApp
@testable import Persistence

/// Pages of episodes while the store changes.
struct EpisodePageTests {
    @Test func anEpisodeThatGetsAnotherDateTakesNoneOfTheOthersAlong() async throws {
        try await ServerTestBed.run { bed in
            // Given the first page
            try await bed.fill(podcasts: 1, episodes: 4)
            let all = try await bed.get("/v1/episodes").ids()
            let page = try await bed.get("/v1/episodes?limit=1")
            let cursor = try #require(try page.object()["next"] as? String)
            let first = try #require(all.first)
            #expect(try page.ids() == [first])

            // When its episode turns out to be the oldest
            _ = try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                try unit.execute("UPDATE episode SET sortedAt = 1 WHERE id = \(first)")
            }

            // Then all the others follow
            let rest = try await bed.get("/v1/episodes?limit=10&cursor=\(cursor)")
            #expect(try rest.ids() == Array(all.dropFirst()) + [first])
        }
    }

    @Test func aPageOfVeryLongTextsEndsEarlyAndTheNextGoesOn() async throws {
        try await ServerTestBed.run { bed in
            // Given three episodes that are longer together than a page
            try await bed.fill(podcasts: 1, episodes: 4)
            let all = try await bed.get("/v1/episodes").ids()
            _ = try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                let text = "printf('%.*c', \(EpisodeRoutes.textLimit / 2 + 1), 'x')"
                try unit.execute("UPDATE episode SET description = \(text) WHERE id <> \(all[3])")
            }

            // When all are asked for
            let page = try await bed.get("/v1/episodes?limit=500")
            let cursor = try #require(try page.object()["next"] as? String)
            let rest = try await bed.get("/v1/episodes?limit=500&cursor=\(cursor)")

            // Then each comes once
            #expect(try page.ids() == Array(all.prefix(2)))
            #expect(try rest.ids() == Array(all.dropFirst(2)))
            #expect(try rest.object()["next"] is NSNull)
        }
    }

    @Test func pagesThatNobodyReadsFitIntoTheMemoryThatTheUnitAllows() {
        // What is sent has its notes twice, as text and as HTML, and more room than it takes.
        #expect(3 * EpisodeRoutes.textLimit * StatusServer.maximumConnections <= 1 << 30)
    }

    @Test(arguments: ["1.2", "1.2.3.4", "..", "1.2.x", "a"])
    func aCursorThatWasNotHandedOutIsRefused(cursor: String) async throws {
        try await ServerTestBed.run { bed in
            let answer = try await bed.get("/v1/episodes?cursor=" + cursor)
            #expect(answer.status == 400)
            #expect(answer.body.contains("cursor: expected"))
        }
    }

    @Test func theNumberOfAnEpisodeIsACursorToo() async throws {
        try await ServerTestBed.run { bed in
            try await bed.fill(podcasts: 1, episodes: 4)
            let all = try await bed.get("/v1/episodes").ids()
            #expect(try await bed.get("/v1/episodes?cursor=\(all[1])").ids() == Array(all.dropFirst(2)))
        }
    }

    @Test(arguments: [("1", 200), ("%31", 200), ("+1", 404), ("01", 404), ("%2B1", 404), ("x", 404)])
    func aNumberIsWrittenInOneWay(number: String, status: Int) async throws {
        try await ServerTestBed.run { bed in
            try await bed.fill(podcasts: 1, episodes: 1)
            #expect(try await bed.get("/v1/podcasts/" + number).status == status)
        }
    }
}
