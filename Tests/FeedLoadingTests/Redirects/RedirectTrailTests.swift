import PodcastModel
import Testing

@testable import FeedLoading

struct RedirectTrailTests {
    @Test func aDowngradeIsFollowedButNeverPermanent() throws {
        // Given
        var trail = RedirectTrail(start: try FeedURL("https://example.org/feed"), rules: RedirectRules())

        // When
        try trail.follow(status: 301, location: "https://example.org/new")
        try trail.follow(status: 301, location: "http://example.org/plain")
        try trail.follow(status: 301, location: "https://example.org/again")

        // Then
        #expect(trail.permanentURL?.string == "https://example.org/new")
        #expect(trail.currentURL.string == "https://example.org/again")
    }

    @Test func aDowngradeCanBeRefused() throws {
        var rules = RedirectRules()
        rules.allowsDowngrade = false
        var trail = RedirectTrail(start: try FeedURL("https://example.org/feed"), rules: rules)
        let answer = AnswerHead(status: 302, retryAfter: .seconds(60))
        #expect(throws: FeedLoadingError.downgradingRedirect(feed: "https://example.org/…", answer: answer)) {
            try trail.follow(status: 302, location: "http://example.org/feed", retryAfter: .seconds(60))
        }
    }

    /// It would be shown as the feed's own one day.
    @Test func anAddressThatRepeatsThePasswordIsFollowedButNeverPermanent() throws {
        // Given
        var trail = RedirectTrail(
            start: try FeedURL("https://example.org/feed"),
            rules: RedirectRules(),
            credentials: FeedCredentials(user: "anna", password: "geheim")
        )

        // When
        try trail.follow(status: 301, location: "https://example.org/new")
        try trail.follow(status: 301, location: "/feed?key=YW5uYTpnZWhlaW0%3D")
        try trail.follow(status: 301, location: "/last")

        // Then
        #expect(trail.permanentURL?.string == "https://example.org/new")
        #expect(trail.currentURL.string == "https://example.org/last")
        #expect(trail.hops.map(\.repeatsPassword) == [false, true, false])
        #expect(trail.hops.map(\.isPermanent) == [true, false, true])
    }

    @Test func anUpgradeIsNoLoop() throws {
        var trail = RedirectTrail(start: try FeedURL("http://example.org/feed"), rules: RedirectRules())
        try trail.follow(status: 301, location: "https://example.org/feed")
        #expect(trail.permanentURL?.string == "https://example.org/feed")
    }
}
