import FeedParsing
import Foundation
import TestSupport
import Testing

/// Whole documents, written for these tests, in `Fixtures/Feeds`.
struct FixtureTests {
    private func feed(_ name: String) throws -> ParsedFeed {
        let data = try Data(contentsOf: Repository.url("Fixtures/Feeds/\(name)"))
        return try FeedParser().parse(Array(data), context: FeedParsingContext(baseURL: "https://fixture.example/feed"))
    }

    @Test func readsACompletePodcast() throws {
        // When
        let feed = try feed("complete-podcast.xml")

        // Then
        #expect(feed.format == "rss 2.0")
        #expect(feed.isComplete)
        #expect(feed.warnings.isEmpty)
        #expect(feed.channel.title == "Tide & Timber")
        #expect(feed.channel.hubURLs == ["https://hub.example/"])
        #expect(feed.channel.itunesCategories == [["Leisure", "Crafts"]])
        #expect(feed.channel.podcastChannel.locked == true)
        #expect(feed.channel.extensions.map(\.name) == ["showId"])
        #expect(feed.items.map(\.guid) == ["tide-0002", "tide-0001"])
        let item = try #require(feed.items.first)
        #expect(item.publishedAt == 1_768_195_800)
        #expect(item.durationSeconds == 3012)
        #expect(item.content == "<p>Oakum, <em>pitch</em> &amp; patience.</p>")
        #expect(item.enclosures.map(\.url) == ["https://media.tide.example/2.mp3?src=feed&v=3"])
        #expect(item.podcast.persons.map(\.name) == ["Jo Ågren"])
        #expect(item.chapters.map(\.startSeconds) == [0, 270.5])
    }

    @Test func readsADamagedPodcast() throws {
        // When
        let feed = try feed("damaged-podcast.xml")

        // Then nothing of it is lost; but an item without an end may have taken others along
        #expect(!feed.isComplete)
        #expect(feed.encoding == "utf-8")
        #expect(feed.channel.title == "Salt & Smoke — für Köche")
        #expect(feed.channel.link == "https://salt.example/?a=1&b=2")
        #expect(feed.items.map(\.guid) == ["salt-2", "salt-1"])
        let item = try #require(feed.items.first)
        #expect(item.title == "Brine & bay")
        #expect(item.description?.hasPrefix("Use < 5 % salt. <a href=\"https://salt.example/brine\">More</a>") == true)
        #expect(item.enclosures.map(\.url) == ["https://salt.example/2.mp3?x=1&y=2"])
        #expect(item.enclosures.first?.length == 123)
        #expect(item.durationSeconds == 1800)
        #expect(feed.items.last?.artworkURL == "https://salt.example/1.jpg")
        let kinds = Set(feed.warnings.map(\.kind))
        #expect(
            kinds.isSuperset(of: [
                .leadingJunk, .trailingJunk, .documentType, .encodingMismatch, .bareAmpersand, .htmlEntity,
                .notWellFormed, .undeclaredPrefix,
            ])
        )
    }

    @Test func readsEveryItemBehindACategoryThatWasNotClosed() throws {
        // When
        let feed = try feed("unclosed-category.xml")

        // Then
        #expect(feed.isComplete)
        #expect(feed.channel.title == "Bolt & Bearing")
        #expect(feed.channel.itunesAuthor == "Mo Fern")
        #expect(feed.channel.itunesCategories == [["Technology", "Gadgets"]])
        #expect(feed.items.map(\.guid) == ["bolt-2", "bolt-1"])
        #expect(feed.items.map(\.title) == ["Locknuts", nil])
        #expect(feed.items.map { $0.extensions.map(\.name) } == [["variant"], ["variant"]])
    }

    @Test func readsEntries() throws {
        // When
        let feed = try feed("entries.atom")

        // Then
        #expect(feed.warnings.isEmpty)
        #expect(feed.channel.title == "Logg & ljud")
        #expect(feed.channel.language == "sv")
        #expect(feed.channel.selfURL == "https://log.example/feed.atom")
        let item = try #require(feed.items.first)
        #expect(item.title == "Två & tre")
        #expect(item.publishedAt == 1_768_195_800)
        #expect(item.enclosures.map(\.url) == ["https://log.example/media/2.mp3"])
        #expect(item.content == "<p>Hej &lt;3</p>")
    }

    @Test func readsJSON() throws {
        // When
        let feed = try feed("show.json")

        // Then
        #expect(feed.warnings.isEmpty)
        #expect(feed.format == "json feed 1.1")
        #expect(feed.channel.language == "pt-br")
        #expect(feed.items.first?.publishedAt == 1_768_210_200)
        #expect(feed.items.first?.enclosures.first?.length == 9000)
        #expect(feed.items.first?.extensions.first?.children.first?.value == "slow")
    }
}
