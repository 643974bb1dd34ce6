import Foundation
import GRDB
import Testing

struct SearchCommandTests {
    private func filled(_ test: (ProgramTestBed) async throws -> Void) async throws {
        try await ProgramTestBed.run { bed in
            let item = SampleFeed.item("keeper", day: 9)
                .replacing(
                    "</item>",
                    with: "<description>&lt;p&gt;Of a &lt;b&gt;lighthouse&lt;/b&gt;.&lt;/p&gt;</description></item>"
                )
            let feed = SampleFeed.rss("Harbour", ["a"]).replacing("</channel>", with: item + "</channel>")
            #expect(try await bed.podimport("--feed", bed.write(feed)).status == 0)
            try await test(bed)
        }
    }

    @Test func findsEpisodesAsOneDocument() async throws {
        try await filled { bed in
            let output = try await bed.podimport("episode", "search", "light*", "--format", "json")
            let both = try await bed.podimport("episode", "search", "episode", "--format", "json")
            let none = try await bed.podimport("episode", "search", "submarine", "--format", "json")

            #expect(output.status == 0)
            #expect(output.errors.isEmpty)
            #expect(try both.list().compactMap { $0.text("podcastTitle") } == ["Harbour", "Harbour"])
            #expect(none.text == "[]")
            let hit = try #require(output.list().first)
            #expect(try output.list().count == 1)
            #expect(hit.text("title") == "Episode keeper")
            #expect(hit.text("podcastTitle") == "Harbour")
            #expect(hit.objects("snippet").map { $0.text("text") } == ["Of a ", "lighthouse", "."])
            #expect(hit.objects("snippet").map { $0.flag("match") } == [false, true, false])
        }
    }

    @Test func anImportBringsTheIndexForwardWhereOldChangesAreKeptForItAlone() async throws {
        try await filled { bed in
            // Given an index that does not know of what has come long ago
            #expect(try await bed.podimport("episode", "search", "keeper").status == 0)
            let path = try bed.write(SampleFeed.rss("Harbour", ["a", "b", "c"]))
            #expect(try await bed.podimport("--feed", path).status == 0)
            try await bed.execute("UPDATE change SET at = at - 200 * 86400")

            // When
            #expect(try await bed.podimport("--feed", path).status == 0)

            // Then nothing is kept for it any more but the newest change, which holds the place
            let statistics = try await bed.podimport("store", "stats", "--format", "json").document()
            #expect(statistics.number("searchMissing") == 0)
            #expect(try await bed.podimport("changes").lines.count == 1)
        }
    }

    @Test func anImportMakesADamagedIndexAnewWhereOldChangesAreKeptForItAlone() async throws {
        try await filled { bed in
            // Given
            #expect(try await bed.podimport("episode", "search", "keeper").status == 0)
            let path = try bed.write(SampleFeed.rss("Harbour", ["a", "b", "c"]))
            #expect(try await bed.podimport("--feed", path).status == 0)
            try await bed.execute("UPDATE change SET at = at - 200 * 86400")
            try await bed.execute("DELETE FROM episodeSearch_data WHERE id = 10")

            // When
            let output = try await bed.podimport("--feed", path)

            // Then no change is kept for it any more, and the next search finds what there is
            #expect(output.status == 0)
            #expect(output.errors.contains("the search index was damaged; it is built anew"))
            #expect(try await bed.podimport("changes").lines.count == 1)
            #expect(try await bed.podimport("store", "check").status == 0)
            #expect(try await bed.podimport("episode", "search", "Harbour").lines.count > 1)
        }
    }

    @Test func anImportEmptiesADamagedIndexWhereSearchingIsTurnedOff() async throws {
        try await filled { bed in
            // Given
            #expect(try await bed.podimport("episode", "search", "keeper").status == 0)
            try await bed.execute("DELETE FROM episodeSearch_data WHERE id = 10")
            let path = try bed.write(SampleFeed.rss("Harbour", ["a", "b"]))

            // When
            let setting = ["PODIMPORT_SEARCH_INDEX=false"]
            let output = try await bed.start(["--feed", path], environment: setting).output()

            // Then
            #expect(output.status == 0)
            #expect(try await bed.podimport("store", "check").status == 0)
        }
    }

    /// The program waits for five seconds before it gives up; so does this test.
    @Test func makesADamagedIndexAnewAndSaysSoOnce() async throws {
        try await filled { bed in
            // Given
            #expect(try await bed.podimport("episode", "search", "keeper").status == 0)
            try await bed.execute("DELETE FROM episodeSearch_data WHERE id = 10")

            // When another process writes, and when none does
            let holder = try bed.database()
            try await holder.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            let refused = try await bed.podimport("episode", "search", "keeper")
            try await holder.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            try holder.close()
            let first = try await bed.podimport("episode", "search", "keeper", "--format", "json")
            let second = try await bed.podimport("episode", "search", "keeper", "--format", "json")

            // Then
            #expect(refused.status == 74)
            #expect(refused.errors.contains("the search index of the store \(bed.store) is damaged ("))
            #expect(refused.errors.contains("); `podimport store optimize` builds it anew"))
            #expect(first.status == 0)
            #expect(try first.list().count == 1)
            #expect(first.errors.contains("the search index was damaged; it is built anew"))
            #expect(try second.list().count == 1)
            #expect(second.errors.isEmpty)
        }
    }

    /// The program waits for five seconds before it gives up; so does this test.
    @Test func searchesAsFarAsTheIndexHasComeWhileAnotherProcessWrites() async throws {
        try await filled { bed in
            // Given an index that has not been begun, and one that is whole
            let holder = try bed.database()
            try await holder.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            let begun = try await bed.podimport("episode", "search", "keeper", "--log-format", "json")
            try await holder.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            #expect(try await bed.podimport("episode", "search", "keeper", "--format", "json").list().count == 1)

            // When
            try await holder.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            let whole = try await bed.podimport("episode", "search", "keeper", "--format", "json")
            try await holder.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            try holder.close()

            // Then
            #expect(begun.status == 0)
            let warning = try JSONObject(String(try #require(begun.errors.split(separator: "\n").first)))
            #expect(warning.text("level") == "warning")
            #expect(warning.text("message")?.contains("not indexed yet") == true)
            #expect(warning.text("message")?.hasPrefix("podimport") == false)
            #expect(whole.status == 0)
            #expect(try whole.list().count == 1)
            #expect(whole.errors.isEmpty)
        }
    }

    @Test func printsThemForPeople() async throws {
        try await filled { bed in
            let output = try await bed.podimport("episode", "search", "harbour", "lighthouse")

            #expect(output.lines == ["2  2026-11-09 06:00 UTC  Harbour: Episode keeper", "    Of a lighthouse."])
            let nothing = try await bed.podimport("episode", "search", "submarine")
            #expect(nothing.status == 0)
            #expect(nothing.lines.isEmpty)
            #expect(nothing.errors.contains("No episode"))
        }
    }

    @Test(arguments: [
        (["keeper", "-ferry"], 1), (["keeper", "-hockey", "--limit", "3"], 1),
        (["--limit", "3", "-hockey", "keeper"], 1),
        (["keeper", "-lighthouse"], 0), (["lighthouse", "--feed", "1", "-keeper"], 0),
    ])
    func leavesOutWordsWithADash(arguments: [String], hits: Int) async throws {
        try await filled { bed in
            let output = try await bed.podimport(["episode", "search", "--format", "json"] + arguments)

            #expect(output.status == 0)
            #expect(try output.list().count == hits)
            #expect(try output.list().allSatisfy { $0.text("title") == "Episode keeper" })
        }
    }

    @Test(arguments: [["keeper", "-h"], ["keeper", "-ferry", "--help"]])
    func stillPrintsItsHelp(arguments: [String]) async throws {
        try await filled { bed in
            let output = try await bed.podimport(["episode", "search"] + arguments)

            #expect(output.status == 0)
            #expect(output.text.contains("USAGE: podimport episode search"))
        }
    }

    @Test func saysWhichOptionItDoesNotKnow() async throws {
        try await filled { bed in
            let output = try await bed.podimport("episode", "search", "keeper", "-ferry", "--limt", "3")

            #expect(output.status == 64)
            #expect(output.errors.contains("Unknown option '--limt'"))
        }
    }

    @Test func namesTheSettingThatTurnsItOff() async throws {
        try await filled { bed in
            let output = try await bed.podimport(
                setting: ["PODIMPORT_SEARCH_INDEX=false"],
                "episode",
                "search",
                "keeper"
            )

            #expect(output.status == 78)
            #expect(
                output.errors
                    == "podimport: searching is turned off by the setting search-index (PODIMPORT_SEARCH_INDEX)\n"
            )
        }
    }

    @Test(arguments: ["\"", "-keeper", "***"])
    func refusesASearchForNothing(text: String) async throws {
        try await filled { bed in
            let output = try await bed.podimport("episode", "search", "--", text)

            #expect(output.status == 64)
            #expect(output.errors.contains("no word"))
        }
    }
}
