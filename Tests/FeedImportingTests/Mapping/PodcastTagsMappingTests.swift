import FeedParsing
import PodcastModel
import Testing

@testable import FeedImporting

/// What a podcast has of the Podcasting 2.0 tags of its channel (feed formats H).
struct PodcastTagsMappingTests {
    @Test func saysWhereAPodcastIsDiscussed() {
        var channel = ParsedChannel()
        channel.podcast.socialInteractions = [
            ParsedSocialInteraction(
                protocol: "activitypub",
                uri: "https://s.example/show",
                accountID: "@a",
                accountURL: "https://s.example/@a",
                priority: 1
            )
        ]

        let podcast = Podcast(channel)

        #expect(
            podcast.socialInteractions == [
                SocialInteraction(
                    protocol: "activitypub",
                    uri: "https://s.example/show",
                    accountID: "@a",
                    accountURL: "https://s.example/@a",
                    priority: 1
                )
            ]
        )
        #expect(podcast.extensions.isEmpty)
    }
}
