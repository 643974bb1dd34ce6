import Testing

/// Feeds that come through a pipe.
struct StandardInputTests {
    @Test func doesNotMixTwoDocuments() async throws {
        try await ProgramTestBed.run { bed in
            // When
            let first = try await bed.podimport("--feed", "-", input: Array(SampleFeed.rss("First", ["1", "2"]).utf8))
            let other = SampleFeed.rss("Second", ["1"]).replacing("show.example", with: "other.example")
            let second = try await bed.podimport("--feed", "-", input: Array(other.utf8))

            // Then the guid they share is that of two episodes
            #expect(first.lines == ["First: 2 new, 2 episodes in the store"])
            #expect(second.lines == ["Second: 1 new, 1 episode in the store"])
            let podcasts = try await bed.podimport("episode", "list", "--format", "json").objects()
                .compactMap { $0.number("podcast") }
            #expect(podcasts.count == 3)
            #expect(Set(podcasts).count == 2)
        }
    }

    /// As `--feed <(command)` hands documents over: the shell uses the same names again and again.
    @Test func doesNotMixDocumentsOfOtherDescriptors() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            try bed.write(SampleFeed.rss("First", ["1", "2"]), to: "first.xml")
            let other = SampleFeed.rss("Second", ["1"]).replacing("show.example", with: "other.example")
            try bed.write(other, to: "second.xml")
            let program = ["-c", "\(Program.path) --store \(bed.store) --feed /dev/fd/7 --feed /dev/fd/8 7<$0 8<$1"]

            // When
            let both = try await bed.command("/bin/sh", program + ["first.xml", "second.xml"])
            let again = try await bed.command("/bin/sh", program + ["second.xml", "first.xml"])

            // Then
            #expect(both.status == 0)
            #expect(
                Set(both.lines) == ["First: 2 new, 2 episodes in the store", "Second: 1 new, 1 episode in the store"]
            )
            #expect(again.status == 0)
            #expect(
                Set(again.lines) == ["First: 0 new, 2 episodes in the store", "Second: 0 new, 1 episode in the store"]
            )
            #expect(try await bed.podimport("subscription", "list", "--format", "json").lines.isEmpty)
        }
    }

    /// Nobody may ever write to it again, and a round of all feeds would wait for that.
    @Test func aPipeWithANameIsReadAndNotFollowed() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            try bed.write(SampleFeed.rss("Show", ["1", "2"]), to: "feed.xml")
            let program = "mkfifo pipe; cat feed.xml > pipe & \(Program.path) --store \(bed.store) --feed pipe"

            // When
            let output = try await bed.command("/bin/sh", ["-c", program])

            // Then
            #expect(output.status == 0)
            #expect(output.lines == ["Show: 2 new, 2 episodes in the store"])
            #expect(try await bed.podimport("subscription", "list", "--format", "json").lines.isEmpty)
        }
    }

    @Test func isEmptyWhereTheProgramWasStartedWithoutOne() async throws {
        try await ProgramTestBed.run { bed in
            for closed in ["<&-", "<&- 2>&-", "<&- >&- 2>&-"] {
                let output = try await bed.command(
                    "/bin/sh",
                    ["-c", "\(Program.path) --store \(bed.store) --feed - \(closed)"]
                )
                #expect(output.status == 65)
            }
            #expect(try await bed.podimport("store", "check").status == 0)
        }
    }

    @Test func whatNobodyCanReadIsNotTakenForPrinted() async throws {
        try await ProgramTestBed.run { bed in
            _ = try await bed.podimport("--feed", "-", input: Array(SampleFeed.rss("Show", ["1"]).utf8))
            let follow = "\(Program.path) --store \(bed.store) changes --consumer me --since 0"

            let closed = try await bed.command("/bin/sh", ["-c", "\(follow) >&-"])
            let open = try await bed.command("/bin/sh", ["-c", follow])

            #expect(closed.status == 74)
            #expect(!open.lines.isEmpty, "the consumer has read nothing before")
        }
    }

    @Test func knowsADocumentAgain() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let document = Array(SampleFeed.rss("Show", ["1", "2"]).utf8)
            let longer = Array(SampleFeed.rss("Show", ["1", "2", "3"]).utf8)

            // When
            let first = try await bed.podimport("--feed", "-", input: document)
            let second = try await bed.podimport("--feed", "-", input: longer)

            // Then
            #expect(first.lines == ["Show: 2 new, 2 episodes in the store"])
            #expect(second.lines == ["Show: 1 new, 3 episodes in the store"])
        }
    }

    @Test func isKnownToADryRunAsToAnImport() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            _ = try await bed.podimport("--feed", "-", input: Array(SampleFeed.rss("Show", ["1", "2"]).utf8))
            let longer = Array(SampleFeed.rss("Show", ["1", "2", "3"]).utf8)
            let emptied = Array(SampleFeed.rss("Show", []).utf8)

            // When
            let more = try await bed.podimport("--feed", "-", "--dry-run", input: longer)
            let nothing = try await bed.podimport("--feed", "-", "--dry-run", input: emptied)

            // Then
            #expect(more.lines.first == "Show: would be 1 new, 2 episodes in the store")
            #expect(nothing.lines.first?.hasPrefix("Show: the document would be held back (emptied)") == true)
        }
    }

    @Test func isReadWithoutGuidsThatEarlierOnesHaveShownToBeOfNoUse() async throws {
        try await ProgramTestBed.run { bed in
            // Given a feed whose items all have one guid
            func document(_ names: [String]) -> [UInt8] {
                Array(SampleFeed.rss("Show", names).replacing(/>e[0-9]<\/guid>/, with: ">show</guid>").utf8)
            }
            _ = try await bed.podimport("--feed", "-", input: document(["e1", "e2", "e3"]))

            // When it lists one, and then the next
            let fourth = try await bed.podimport("--feed", "-", input: document(["e4"]))
            let fifth = try await bed.podimport("--feed", "-", input: document(["e5"]))

            // Then the one does not take the place of the other
            #expect(fourth.lines.first?.hasPrefix("Show: 1 new, 4 episodes in the store") == true)
            #expect(fifth.lines.first?.hasPrefix("Show: 1 new, 5 episodes in the store") == true)
        }
    }

    @Test func isNamedByTheAddressThatIsListed() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            _ = try await bed.podimport("--feed", "-", input: Array(SampleFeed.rss("Show", ["1"]).utf8))
            let listed = try await bed.podimport("subscription", "list", "--unfollowed", "--format", "json").objects()
            let address = try #require(listed.first?.text("feedURL"))

            // Then
            let episodes = try await bed.podimport("episode", "list", "--feed", address, "--format", "json")
            #expect(try episodes.objects().count == 1)
            let removal = try await bed.podimport("subscription", "remove", "--purge", address)
            #expect(removal.lines == ["\(address): no longer followed, episodes deleted"])
        }
    }

    /// Pipes a document in and says where it is from now on; returns that.
    private static func pipeAndGiveAddress(_ bed: ProgramTestBed) async throws -> String {
        let document = SampleFeed.rss("Show", ["1"])
        _ = try await bed.podimport("--feed", "-", input: Array(document.utf8))
        let path = try bed.write(document)
        #expect(try await bed.podimport("subscription", "set", "1", "url=\(path)").status == 0)
        return path
    }

    @Test func isNoLongerFollowedWhenTheAddressThatItWasGivenIsTakenBack() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            _ = try await Self.pipeAndGiveAddress(bed)
            #expect(try await bed.podimport("--feed", "1").status == 0)
            #expect(try bed.texts("SELECT state FROM subscription") == ["active"])

            // When
            #expect(try await bed.podimport("subscription", "set", "1", "url=").status == 0)

            // Then nobody tries to load it
            #expect(try bed.texts("SELECT state FROM subscription") == ["unfollowed"])
            #expect(try await bed.podimport("import", "--all").status == 0)
        }
    }

    @Test func theAddressThatWasTakenBackIsThatOfAnotherFeed() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try await Self.pipeAndGiveAddress(bed)
            #expect(try await bed.podimport("subscription", "set", "1", "url=").status == 0)

            // When
            #expect(try await bed.podimport("subscription", "add", path).status == 0)
            let named = try await bed.podimport("--feed", path)

            // Then what was piped in is not followed at `stdin:…` again, where nothing can be loaded
            #expect(named.lines == ["Show: 1 new, 1 episode in the store"])
            #expect(try bed.texts("SELECT state FROM subscription ORDER BY id") == ["unfollowed", "active"])
            #expect(try await bed.podimport("import", "--all").status == 0)
        }
    }

    /// podimport itself once left them so, and any program may write to the store.
    @Test(arguments: ["--all", "--due"])
    func stopsNoOtherFeedWhereTheStoreFollowsIt(option: String) async throws {
        try await ProgramTestBed.run { bed in
            // Given
            _ = try await bed.podimport("--feed", "-", input: Array(SampleFeed.rss("Piped", ["a"]).utf8))
            let path = try bed.write(SampleFeed.rss("Show", ["b"]))
            #expect(try await bed.podimport("subscription", "add", path).status == 0)
            try await bed.execute("UPDATE subscription SET state = 'active', nextDueAt = 1 WHERE id = 1")

            // When
            let output = try await bed.podimport("import", option)

            // Then
            #expect(output.status == 1)
            #expect(output.lines == ["Show: 1 new, 1 episode in the store"])
            #expect(output.errors.contains("a stored address cannot be used"))
            #expect(output.errors.contains("subscription.id=1"))
            #expect(output.errors.contains("1 not imported"))
            let quiet = try await bed.podimport("import", "--all", "--quiet")
            #expect(quiet.status == 1)
            #expect(quiet.errors.contains("podimport: the import is not complete; not imported: 1 feed"))
        }
    }

    @Test func belongsToTheAddressGiven() async throws {
        try await ProgramTestBed.run { bed in
            // When
            let output = try await bed.podimport(
                "--feed",
                "-",
                "--as",
                "https://show.example/feed",
                input: Array(SampleFeed.rss("Show", ["1"]).utf8)
            )

            // Then it can be asked again later, and is subscribed
            #expect(output.status == 0)
            let subscriptions = try await bed.podimport("subscription", "list", "--format", "json").objects()
            #expect(subscriptions.compactMap { $0.text("feedURL") } == ["https://show.example/feed"])
        }
    }

    @Test func isNoFeedWhenItIsEmpty() async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport("--feed", "-")

            #expect(output.status == 65)
            #expect(output.errors.contains("empty"))
        }
    }

    @Test(arguments: ["--feed", "--feeds-from"])
    func isReadOnceOnly(by option: String) async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport("--feed", "-", option, "-")

            #expect(output.status == 64)
            #expect(output.errors.contains("once only"))
        }
    }
}
