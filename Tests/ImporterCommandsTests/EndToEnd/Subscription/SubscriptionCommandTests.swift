import Foundation
import Testing

/// Feeds that are followed, listed, shown and left.
struct SubscriptionCommandTests {
    private static let subscriptionNames: Set<String> = [
        "id", "podcast", "feedURL", "title", "state", "episodes", "lastAttemptAt", "lastSuccessAt", "nextDueAt",
        "failures", "failingSince", "lastError", "movedFrom", "pendingMove", "duplicateOf",
    ]

    @Test func addsListsShowsAndRemovesSubscriptions() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let added = try await bed.podimport(
                "subscription",
                "add",
                "https://b.example/feed",
                "https://a.example/feed"
            )
            let again = try await bed.podimport("subscription", "add", "HTTPS://A.example:443/feed")

            // When
            let listed = try await bed.podimport("subscription", "list", "--format", "json").objects()
            let shown = try await bed.podimport("subscription", "show", "https://a.example/feed", "--format", "json")
                .document()
            let removed = try await bed.podimport("subscription", "remove", "https://b.example/feed")

            // Then
            #expect(added.status == 0)
            #expect(added.lines.count == 2)
            #expect(again.lines.first?.contains("already subscribed") == true)
            #expect(listed.count == 2)
            for subscription in listed { #expect(subscription.names == Self.subscriptionNames) }
            #expect(listed.allSatisfy { $0.isNull("podcast") && $0.isNull("title") && $0.text("state") == "active" })
            #expect(shown.text("feedURL") == "https://a.example/feed")
            #expect(removed.lines == ["https://b.example/feed: no longer followed"])
            let left = try await bed.podimport("subscription", "list", "--format", "json").objects()
            #expect(left.compactMap { $0.text("feedURL") } == ["https://a.example/feed"])
        }
    }

    @Test func listsWhatFailsByWhenThatBegan() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let feeds = ["https://a.example/f", "https://b.example/f", "https://c.example/f"]
            _ = try await bed.podimport(["subscription", "add"] + feeds)
            try await bed.execute(
                """
                UPDATE subscription SET failures = 1, failingSince = 1795244400 - id * 86400, nextDueAt = 1795248000,
                  lastErrorKind = 'not-found', lastErrorMessage = 'not there' WHERE id < 3
                """
            )

            // When
            let text = try await bed.podimport("subscription", "list", "--failing")
            let json = try await bed.podimport("subscription", "list", "--failing", "--format", "json").objects()

            // Then
            #expect(text.lines.count == 3)
            #expect(text.lines.first?.contains("Since (UTC)") == true)
            let oldest = try #require(text.lines.dropFirst().first)
            for part in ["b.example", "2026-11-19 07:00", "not-found", "2026-11-21 08:00"] {
                #expect(oldest.contains(part), "\(oldest)")
            }
            #expect(json.map { $0.number("id") } == [2, 1])
        }
    }

    @Test func listsWhatIsInTheStoreAndNotFollowed() async throws {
        try await ProgramTestBed.run { bed in
            // Given one that is followed, one that no longer is, and one that never was
            let followed = try bed.write(SampleFeed.rss("Followed", ["a"]), to: "followed.xml")
            let left = try bed.write(SampleFeed.rss("Left", ["b", "c"]), to: "left.xml")
            let never = try bed.write(SampleFeed.rss("Never", ["d"]), to: "never.xml")
            #expect(try await bed.podimport("--feed", followed).status == 0)
            let none = try await bed.podimport("subscription", "list", "--unfollowed")
            #expect(try await bed.podimport("--feed", left).status == 0)
            #expect(try await bed.podimport("--feed", never, "--no-subscribe").status == 0)
            #expect(try await bed.podimport("subscription", "remove", "2").status == 0)

            // When
            let text = try await bed.podimport("subscription", "list", "--unfollowed")
            let json = try await bed.podimport("subscription", "list", "--unfollowed", "--format", "json").objects()
            let both = try await bed.podimport("subscription", "list", "--unfollowed", "--held")
            #expect(try await bed.podimport("subscription", "remove", "--purge", "2").status == 0)
            let rest = try await bed.podimport("subscription", "list", "--unfollowed", "--format", "json").objects()

            // Then
            #expect(both.status == 64)
            #expect(rest.map { $0.text("title") } == ["Never"])
            #expect(none.errors == "Every feed in the store is followed.\n")
            #expect(text.lines.count == 3)
            #expect(text.lines.dropFirst().first?.contains("unfollowed") == true)
            #expect(json.map { $0.text("title") } == ["Left", "Never"])
            #expect(json.map { $0.number("episodes") } == [2, 1])
            for subscription in json { #expect(subscription.names == Self.subscriptionNames) }
        }
    }

    @Test func saysWhichSubscriptionAnAddressLooksLike() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let first = "https://feeds.feedburner.com/Show"
            _ = try await bed.podimport("subscription", "add", first, "https://other.example/feed")

            // When
            let added = try await bed.podimport("subscription", "add", "http://feeds2.feedburner.com/show?format=xml")
            let again = try await bed.podimport("subscription", "add", first, "https://x.example/", "--format", "json")

            // Then it is followed all the same, and one that is known is no hint
            #expect(added.status == 0)
            #expect(added.text.contains("subscribed (number 3); this may be the same feed as 1"))
            let objects = try again.objects()
            #expect(again.lines.filter { $0.contains("\"alike\":[]") }.count == 2)
            #expect(objects.map { $0.number("id") } == [1, 4])
        }
    }

    /// What seems to be another feed may be one that fails, under a key that was renewed.
    @Test func saysThatAFailingFeedMayHaveANewKey() async throws {
        try await ProgramTestBed.run { bed in
            let feed = "https://a.example/rss?auth="
            _ = try await bed.podimport("subscription", "add", feed + "OLD")
            let well = try await bed.podimport("subscription", "add", feed + "OTHER")
            try await bed.execute("UPDATE subscription SET failures = 1, failingSince = 1 WHERE id = 1")

            let added = try await bed.podimport("subscription", "add", feed + "NEW")

            #expect(!well.text.contains("new key"))
            #expect(added.text.contains("subscription 1 fails"), "\(added.text)")
            #expect(added.text.contains("`podimport subscription remove --purge 3`"))
            #expect(added.text.contains("`podimport subscription set 1 url=ADDRESS`"))
            #expect(try await bed.podimport("subscription", "remove", "--purge", "3").status == 0)
            #expect(try await bed.podimport("subscription", "set", "1", "url=\(feed)NEW").status == 0)
        }
    }

    @Test func subscribesToTheGoodAddressesBesideABadOne() async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport(
                "subscription",
                "add",
                "htps://a.example/feed",
                "https://b.example/feed"
            )

            #expect(output.status == 1)
            #expect(output.errors.contains("htps"))
            #expect(try await bed.podimport("subscription", "list", "--format", "json").lines.count == 1)
        }
    }

    @Test func followsNoWordThatIsNeitherAnAddressNorAFile() async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write(SampleFeed.rss("Show", ["a"]), to: "show")
            for word in ["no such file", "abcdefgh", "gone.xml", "htp//x.example/feed"] {
                let output = try await bed.podimport("subscription", "add", word)
                #expect(output.status == 64 || output.status == 2, "\(output.status)")
                #expect(output.errors.contains("\(word): this is no address, and there is no such file"))
            }
            // A path that is written as one may be that of a file to come.
            #expect(try await bed.podimport("subscription", "add", "show", "./coming").status == 0)
            let feeds = try await bed.podimport("subscription", "list", "--format", "json").objects()
            let coming = bed.folder.appendingPathComponent("coming").path
            #expect(Set(feeds.compactMap { $0.text("feedURL") }) == ["file://" + path, "file://" + coming])
        }
    }

    @Test func removesAllOrNone() async throws {
        try await ProgramTestBed.run { bed in
            _ = try await bed.podimport("subscription", "add", "https://a.example/feed")

            let output = try await bed.podimport(
                "subscription",
                "remove",
                "https://a.example/feed",
                "https://typo.example/"
            )

            #expect(output.status == 64)
            #expect(output.errors.contains("https://typo.example/: there is no such subscription"))
            #expect(try await bed.podimport("subscription", "list", "--format", "json").lines.count == 1)
        }
    }

    @Test func keepsTheEpisodesOfAFeedThatIsNoLongerFollowedUnlessPurged() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let kept = try bed.write(SampleFeed.rss("Kept", ["a"]), to: "kept.xml")
            let purged = try bed.write(SampleFeed.rss("Purged", ["b", "c"]), to: "purged.xml")
            #expect(try await bed.podimport("--feed", kept, "--feed", purged).status == 0)

            // When
            let first = try await bed.podimport("subscription", "remove", kept, "--format", "json")
            let second = try await bed.podimport("subscription", "remove", purged, "--purge", "--format", "json")

            // Then
            #expect(first.status == 0)
            #expect(try first.objects().first?.text("state") == "unfollowed")
            #expect(try first.objects().first?.isNull("nextDueAt") == true)
            #expect(second.status == 0)
            #expect(try second.objects().first?.text("state") == "unfollowed")
            #expect(try second.objects().first?.isNull("nextDueAt") == true)
            #expect(try await bed.podimport("subscription", "list", "--format", "json").lines.isEmpty)
            let titles = try await bed.podimport("episode", "list", "--format", "json").objects().compactMap {
                $0.text("title")
            }
            #expect(titles == ["Episode a"])
            #expect(try await bed.podimport("store", "check").status == 0)
        }
    }
}
