import Testing

/// The commands around a document that is held back, as a user types them.
struct HeldCommandTests {
    @Test func listsShowsAndAcceptsWhatIsHeld() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try await holding(bed)

            // Then
            let listed = try await bed.podimport("subscription", "list", "--held", "--format", "json").objects()
            #expect(listed.map { $0.text("state") } == ["held"])
            let held = try #require(
                try await bed.podimport("subscription", "show", path, "--format", "json").document().object("held")
            )
            #expect(held.text("reason") == "another-show")
            #expect(held.number("sightings") == 1)
            #expect(held.isNull("refusedAt"))
            let text = try await bed.podimport("subscription", "show", path).text
            #expect(text.contains("another-show: none of its 1 item is known"))
            let explained = try await bed.podimport("subscription", "explain", path).text
            #expect(explained.contains("if it was held back or refused, `podimport subscription show` says why"))

            // When
            let output = try await bed.podimport("subscription", "accept", path, "--format", "json")

            // Then
            #expect(output.status == 0)
            #expect(try output.document().number("inserted") == 1)
            #expect(try await bed.podimport("subscription", "list", "--held", "--format", "json").lines.isEmpty)
            #expect(
                try await bed.podimport("subscription", "show", path, "--format", "json").document().isNull("held")
            )
            #expect(try await bed.podimport("store", "check").status == 0)
        }
    }

    @Test(arguments: ["pause", "remove"])
    func listsWhatIsHeldForAFeedThatIsNotRefreshedAndLetsItRest(command: String) async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try await holding(bed)
            #expect(try await bed.podimport("subscription", command, path).status == 0)

            // Then
            let listed = try await bed.podimport("subscription", "list", "--held", "--format", "json").objects()
            let state = try #require(listed.first?.text("state"))
            #expect(["paused", "unfollowed"].contains(state))

            // When
            #expect(try await bed.podimport("subscription", "accept", path).status == 0)

            // Then
            let accepted = try await bed.podimport("subscription", "show", path, "--format", "json").document()
            #expect(accepted.text("state") == state)
            #expect(accepted.number("episodes") == 3)
        }
    }

    @Test func acceptsWhatIsHeldOfADocumentFromStandardInput() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let documents = [["a", "b"], []].map { Array(SampleFeed.rss("Show", $0).utf8) }
            _ = try await bed.podimport("--feed", "-", input: documents[0])
            let held = try await bed.podimport("--feed", "-", input: documents[1])
            #expect(held.text.contains("the document is held back (emptied)"))

            // When
            let output = try await bed.podimport("subscription", "accept", "1")

            // Then
            #expect(output.status == 0)
            #expect(output.lines == ["Show: 0 new, 2 episodes in the store"])
            #expect(try await bed.podimport("subscription", "list", "--held", "--format", "json").lines.isEmpty)
        }
    }

    @Test func aDryRunSaysWhatWouldBeHeld() async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write(SampleFeed.rss("Show", ["a", "b"]))
            _ = try await bed.podimport("--feed", path)
            try bed.write(SampleFeed.rss("Cooking", ["x"]))

            let output = try await bed.podimport("--feed", path, "--dry-run")

            #expect(output.text.contains("the document would be held back (another-show)"))
            #expect(!output.text.contains("accept"))
        }
    }

    @Test func refusesWhatIsHeld() async throws {
        try await ProgramTestBed.run { bed in
            let path = try await holding(bed)

            let output = try await bed.podimport("subscription", "refuse", path)

            #expect(output.status == 0)
            #expect(output.text.contains("refused"))
            let again = try await bed.podimport("--feed", path)
            #expect(again.text.contains("like the one you refused"))
            #expect(try await bed.podimport("episode", "list", "--format", "json").lines.count == 2)
            #expect(try await bed.podimport("subscription", "show", path).text.contains("Refused"))
        }
    }

    @Test(arguments: ["accept", "refuse"])
    func endsWith64WhereNothingIsHeld(command: String) async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            _ = try await bed.podimport("--feed", path)

            let output = try await bed.podimport("subscription", command, path)

            #expect(output.status == 64)
            #expect(output.errors.contains("no document is held back"))
        }
    }

    /// Makes a feed whose second document is that of another show.
    private func holding(_ bed: ProgramTestBed) async throws -> String {
        let path = try bed.write(SampleFeed.rss("Show", ["a", "b"]))
        #expect(try await bed.podimport("--feed", path).status == 0)
        try bed.write(SampleFeed.rss("Cooking", ["x"]))
        let output = try await bed.podimport("--feed", path)
        #expect(output.status == 0)
        #expect(output.text.contains("the document is held back (another-show)"))
        return path
    }
}
