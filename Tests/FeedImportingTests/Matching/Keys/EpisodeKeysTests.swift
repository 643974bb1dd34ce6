import PodcastModel
import TestSupport
import Testing

@testable import FeedImporting

struct EpisodeKeysTests {
    @Test(arguments: [
        ("  abc \n", "abc"), ("ABC", "ABC"), ("abc", "abc"), ("https://example.com/?p=1", "https://example.com/?p=1"),
        ("HTTP://Example.com/", "HTTP://Example.com/"), ("tag:example.com,2026:1", "tag:example.com,2026:1"),
        ("\u{A0}é\u{3000}", "é"),
    ])
    func c1Rule2GuidIsTrimmedAndOtherwiseExact(guid: String, key: String) {
        let keyed = assign([.item(guid: guid)])
        #expect(keyed.map(\.key) == [key])
        #expect(keyed[0].keyKind == .guid)
    }

    @Test func c1Rule3WhetherAGuidIsALinkDoesNotMatterForTheKey() {
        var episode = Episode.item(guid: "relative/path")
        episode.guidIsPermaLink = true
        var other = Episode.item(guid: "other")
        other.guidIsPermaLink = false
        #expect(assign([episode, other]).map(\.key) == ["relative/path", "other"])
    }

    @Test(arguments: [nil, "", "  \n\t"])
    func c1Rule4BlankGuidIsMissing(guid: String?) {
        let keyed = assign([.item(guid: guid, enclosure: "https://h.example/a.mp3")])
        #expect(keyed[0].key == "syn:1:enclosure:h.example/a.mp3")
        #expect(keyed[0].keyKind == .enclosure)
    }

    @Test(arguments: [
        "null", "undefined", "0", "http://", "N/A", "https://example.com/feed.xml", "http://example.com/feed.xml/",
    ])
    func c1Rule4JunkIsMissing(guid: String) {
        // Given two items of five with junk for a guid
        var items = (1...3).map { Episode.weekly($0) }
        items += [
            .item(guid: guid, enclosure: "https://h.example/a.mp3"),
            .item(guid: guid, enclosure: "https://h.example/b.mp3"),
        ]

        var warnings: [ImportWarning] = []
        let keyed = assign(items, warnings: &warnings)

        #expect(keyed.map(\.keyKind) == [.guid, .guid, .guid, .enclosure, .enclosure])
        #expect(warnings.map(\.kind) == [.junkGuid])
        // Once only, the next episode may come under it.
        #expect(assign(Array(items.prefix(4)), warnings: &warnings)[3].key == "syn:1:enclosure:h.example/a.mp3")
        #expect(warnings.map(\.kind) == [.junkGuid])
    }

    @Test(arguments: ["00", "10", "nul", "http://x", "https://example.com/feed.xml?p=1", "xfeed.xml", "feed.xml", "/"])
    func c1Rule4WhatLooksLikeJunkIsAGuid(guid: String) {
        #expect(assign([.item(guid: guid, enclosure: "https://h.example/a.mp3")]).map(\.key) == [guid])
    }

    @Test func c1Rule4NumbersMayBeginWithZero() {
        func items(_ guids: [String]) -> [Episode] {
            guids.enumerated().map { .item(guid: $1, enclosure: "https://h.example/\($0).mp3") }
        }
        var warnings: [ImportWarning] = []
        #expect(assign(items(["2", "1", " 0"]), warnings: &warnings).map(\.key) == ["2", "1", "0"])
        #expect(warnings.isEmpty)
        // Without a 1 it may mean nothing, and twice it does.
        #expect(assign(items(["2", "0"]))[1].keyKind == .enclosure)
        let twice = assign(items(["1", "0", "0", "3", "4"]))
        #expect(twice.map(\.keyKind) == [.guid, .enclosure, .enclosure, .guid, .guid])
    }

    @Test func c1Rule5KeysWithoutGuidComeFromEnclosureLinkTitleAndDate() {
        let items = [
            Episode.item(enclosure: "https://pdst.fm/e/h.example/a.mp3?t=1", link: "https://example.com/a"),
            .item(title: "B", link: "https://www.example.com/b/?utm_source=rss"),
            .item(title: "C", date: .day(1), link: "https://example.com"),
            .item(title: "D", date: .day(1), link: "https://example.com/shared"),
            .item(title: "E", link: "https://example.com/shared", description: "Text"),
        ]
        let keyed = assign(items)
        #expect(keyed.map(\.keyKind) == [.enclosure, .link, .hash, .hash, .hash])
        #expect(keyed[0].key == "syn:1:enclosure:h.example/a.mp3")
        #expect(keyed[1].key == "syn:1:link:example.com/b")
        #expect(Set(keyed.map(\.key)).count == 5)
    }

    @Test func c1Rule5ALinkIsThatOfOneItemThoughItStandsThereTwice() {
        func kinds(_ date: Timestamp?, _ texts: [String]) -> [EpisodeKeyKind] {
            assign(texts.map { .item(title: "T", date: date, link: "https://example.com/a", description: $0) })
                .map(\.keyKind)
        }
        #expect(kinds(.day(1), ["a"]) == [.link])
        #expect(kinds(.day(1), ["a", "a"]) == [.link, .link])
        // Of two that have another date, or nothing but a text of their own, it is neither's.
        #expect(kinds(nil, ["a", "b"]) == [.hash, .hash])
        let dated = (1...2).map { Episode.item(title: "T", date: .day($0), link: "https://example.com/a") }
        #expect(assign(dated).map(\.keyKind) == [.hash, .hash])
    }

    @Test func c1Rule5TheHashLeavesTheDescriptionOutWhereThereIsADate() {
        func key(_ date: Timestamp?, _ text: String) -> String {
            assign([.item(title: "T", date: date, description: text)])[0].key
        }
        #expect(key(.day(1), "old") == key(.day(1), "new"))
        #expect(key(nil, "old") != key(nil, "new"))
        #expect(key(.day(1), "old") != key(.day(2), "old"))
    }

    /// The formula is in every store: if this fails, stored keys no longer match.
    @Test func c1Rule5TheFormulaIsFixed() {
        #expect(assign([.item(title: "T", date: .day(1))])[0].key == "syn:1:hash:" + Self.hashOfTitleAndDate)
    }

    @Test func c1Rule5AllOfAHundredItemsAreKeptIfOnlyOneHasAGuid() {
        var items = (1...100).map {
            Episode.item(title: "Talk \($0)", enclosure: "https://h.example/\($0).mp3", date: .day($0))
        }
        items[40].guid = "the-only-one"
        #expect(Set(assign(items).map(\.key)).count == 100)
    }

    @Test func c1Rule5AGuidThatLooksLikeAMadeKeyIsKeptApart() {
        let made = assign([.item(enclosure: "https://h.example/a.mp3")])[0].key
        let keyed = assign([.item(guid: made)])[0]
        #expect(keyed.key != made)
        #expect(keyed.keyKind == .guid)
    }

    @Test func c2Rule10OneGuidForTwoFilesMakesTwoEpisodes() {
        var warnings: [ImportWarning] = []
        let items = [
            Episode.item(guid: "g", title: "New", enclosure: "https://h.example/2.mp3", date: .day(2)),
            .item(guid: "g", title: "Old", enclosure: "https://h.example/1.mp3", date: .day(1)),
            .weekly(3), .weekly(4),
        ]
        let keyed = assign(items, warnings: &warnings)
        // The oldest has the plain guid, whatever the order.
        #expect(keyed[1].key == "g")
        #expect(keyed[0].key.hasPrefix("syn:1:shared:"))
        #expect(keyed[0].keyKind == .enclosure)
        #expect(warnings.map(\.kind) == [.sharedGuid])
        #expect(Set(assign(items.reversed()).map(\.key)) == Set(keyed.map(\.key)))
    }

    @Test(arguments: [
        (Episode.item(guid: "g", title: "A", enclosure: "https://h.example/1.mp3?t=1", date: .day(1)), 1),
        (Episode.item(guid: "g", title: "Old", enclosure: "https://h.example/other.mp3", date: .day(1, minute: 5)), 1),
        (Episode.item(guid: "g", title: "Old", enclosure: "https://h.example/other.mp3", date: .day(2)), 2),
        (Episode.item(guid: "g", title: "A", enclosure: "https://h.example/other.mp3", date: .day(1)), 2),
    ])
    func c2Rule10OneGuidAndOneFileOrTitleAndDateIsOneEpisode(second: Episode, keys: Int) {
        let first = Episode.item(guid: "g", title: "Old", enclosure: "https://h.example/1.mp3", date: .day(1))
        let keyed = assign([first, second, .weekly(3), .weekly(4)])
        #expect(Set(keyed.map(\.key)).count == keys + 2)
    }

    @Test func c2Rule10AGuidThatMostItemsShareIsNotUsedNorAreTheOthers() {
        var items = (1...6).map { Episode.weekly($0, guid: "podcast") }
        items.append(.weekly(7))
        var warnings: [ImportWarning] = []
        let keyed = assign(items, warnings: &warnings)
        #expect(keyed.allSatisfy { $0.keyKind == .enclosure })
        #expect(Set(keyed.map(\.key)).count == 7)
        #expect(warnings.map(\.kind) == [.unreliableGuids])
    }

    @Test func c2Rule10AFeedKnownToBeUnreliableIsReadWithoutGuids() {
        var items = (1...3).map { Episode.weekly($0) }
        _ = EpisodeKeys.assign(to: &items, feedURL: nil, channelLink: nil, guidsAreUnreliable: true)
        #expect(items.allSatisfy { $0.keyKind == .enclosure })
    }

    @Test func twoEpisodesWithOneFileAndNoGuidAreTwo() {
        let items = [
            Episode.item(title: "Monday", enclosure: "https://h.example/latest.mp3", date: .day(1)),
            .item(title: "Tuesday", enclosure: "https://h.example/latest.mp3", date: .day(2)),
            .item(title: "Tuesday", enclosure: "https://h.example/latest.mp3", date: .day(2, minute: 1)),
        ]
        let keyed = assign(items)
        #expect(Set(keyed.map(\.key)).count == 2)
        #expect(keyed[1].key == keyed[2].key)
    }

    @Test func noKeyDependsOnTheOrder() {
        var generator = SeededGenerator(seed: 7)
        var items = (0..<40).map { number in
            Episode.item(
                guid: ["a", "b", "c-\(number)", nil][number % 4],
                title: "T\(number % 9)",
                enclosure: number % 3 == 0 ? nil : "https://h.example/\(number % 11).mp3",
                date: number % 5 == 0 ? nil : .day(number % 13)
            )
        }
        func keys() -> Set<String> {
            Set(
                assign(items).map {
                    "\($0.title) \($0.enclosures) \($0.publishedRaw ?? "") \($0.guid ?? ""): \($0.key)"
                }
            )
        }
        let expected = keys()
        for _ in 0..<20 {
            items.shuffle(using: &generator)
            #expect(keys() == expected)
        }
    }
}

extension EpisodeKeysTests {
    private static let hashOfTitleAndDate = "15759cc23f556a63ea94c20ffbd4ca15"

    private func assign(_ items: [Episode]) -> [Episode] {
        var warnings: [ImportWarning] = []
        return assign(items, warnings: &warnings)
    }

    private func assign(_ items: [Episode], warnings: inout [ImportWarning]) -> [Episode] {
        var episodes = items
        warnings = EpisodeKeys.assign(
            to: &episodes,
            feedURL: "https://example.com/feed.xml",
            channelLink: "https://example.com/"
        )
        return episodes
    }
}
