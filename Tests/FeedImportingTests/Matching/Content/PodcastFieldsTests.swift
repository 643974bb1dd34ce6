import PodcastModel
import Testing

@testable import FeedImporting

struct PodcastFieldsTests {
    private typealias Change = @Sendable (inout Podcast) -> Void

    @Test(arguments: silent.indices)
    func c5Rule24TokensWhiteSpaceAndToolsAreSilent(number: Int) {
        var (old, new) = (Podcast(), Podcast())
        let (name, before, after) = Self.silent[number]

        before(&old)
        after(&new)

        #expect(old != new)
        #expect(PodcastFields.silentChanges(from: old, to: new).contains(name))
    }

    @Test(arguments: noticed.indices)
    func c5Rule24WhatSomebodyWouldNoticeIsNot(number: Int) {
        var (old, new) = (Podcast(), Podcast())
        let (name, before, after) = Self.noticed[number]

        before(&old)
        after(&new)

        #expect(!PodcastFields.silentChanges(from: old, to: new).contains(name))
    }

    private static let picture = "https://i.example/a.jpg"

    private static let silent: [(String, Change, Change)] = [
        ("artworkURL", { $0.artworkURL = picture + "?t=1" }, { $0.artworkURL = picture + "?t=2" }),
        ("link", { $0.link = "http://a.example/?utm_source=1" }, { $0.link = "https://a.example/" }),
        ("selfURL", { $0.selfURL = "https://a.example/f?token=1" }, { $0.selfURL = "https://a.example/f?token=2" }),
        ("nextPageURL", { $0.nextPageURL = "https://a.example/?p=2" }, { $0.nextPageURL = "https://a.example/?p=3" }),
        ("description", { $0.description = "a  b\n" }, { $0.description = "a b" }),
        (
            "description", { $0.description = "a <img src=\"\(picture)?t=1\">" },
            { $0.description = "a <img src=\"\(picture)?t=2\">" }
        ),
        (
            "description", { $0.description = "a <img src=https://i.example/show.php?n=1&amp;sig=1>" },
            { $0.description = "a <img src=https://i.example/show.php?n=1&#38;sig=2>" }
        ),
        ("title", { $0.title = "a  b" }, { $0.title = "a b" }),
        ("generator", { $0.generator = "build 1" }, { $0.generator = "build 2" }),
        ("lastBuildAt", { $0.lastBuildAt = .day(1) }, { $0.lastBuildAt = .day(2) }),
        ("publishedAt", { _ in }, { $0.publishedAt = .day(2) }),
        ("extensions", { $0.extensions = [:] }, { $0.extensions = ["urn:x": []] }),
        (
            "persons", { $0.persons = [Person(name: "A", imageURL: picture + "?t=1")] },
            { $0.persons = [Person(name: "A", imageURL: picture + "?t=2")] }
        ),
        (
            "trailers", { $0.trailers = [Trailer(url: "https://t.example/t.mp3?t=1")] },
            { $0.trailers = [Trailer(url: "https://t.example/t.mp3?t=2")] }
        ),
        (
            "images", { $0.images = [SizedImage(url: picture + "?t=1")] },
            { $0.images = [SizedImage(url: picture + "?t=2")] }
        ),
        ("liveItems", { $0.liveItems = [live("?t=1")] }, { $0.liveItems = [live("?t=2")] }),
    ]

    private static let noticed: [(String, Change, Change)] = [
        ("artworkURL", { $0.artworkURL = picture }, { $0.artworkURL = "https://i.example/b.jpg" }),
        ("link", { $0.link = "https://a.example/" }, { $0.link = "https://b.example/" }),
        ("description", { $0.description = "a b" }, { $0.description = "a c" }),
        ("description", { $0.description = nil }, { $0.description = "" }),
        (
            "description", { $0.description = "a <img src=https://i.example/show.php?sig=1&amp;n=1>" },
            { $0.description = "a <img src=https://i.example/show.php?sig=1&amp;n=2>" }
        ),
        ("newFeedURL", { _ in }, { $0.newFeedURL = "https://a.example/?token=1" }),
        ("persons", { $0.persons = [Person(name: "A")] }, { $0.persons = [Person(name: "B")] }),
        ("liveItems", { $0.liveItems = [live("")] }, { $0.liveItems = [live(""), live("")] }),
        ("liveItems", { $0.liveItems = [live("")] }, { $0.liveItems = [live("", status: "live")] }),
        ("liveItems", { $0.liveItems = [live("")] }, { $0.liveItems = [live("", title: "Another")] }),
    ]

    private static func live(_ query: String, status: String = "pending", title: String = "L") -> LiveItem {
        let item = Episode.item(guid: "l", title: title, enclosure: "https://s.example/s.mp3" + query)
        return LiveItem(status: status, startsAt: nil, endsAt: nil, item: item)
    }
}
