import FeedParsing
import Testing

/// What is written by a program that loses the prefix of iTunes.
struct UnprefixedITunesTests {
    private static let itemElements = """
        <title>One</title><explicit>yes</explicit><season>2</season><Episode>3</Episode>
        <episodeType>bonus</episodeType><keywords>a, b</keywords><subtitle>Sub</subtitle>
        """

    @Test func readsAnItem() throws {
        // When
        let item = try item(Self.itemElements)

        // Then
        #expect(item.explicit == true)
        #expect(item.itunesSeason == 2)
        #expect(item.itunesEpisode == 3)
        #expect(item.episodeType == "bonus")
        #expect(item.keywords == ["a", "b"])
        #expect(item.subtitle == "Sub")
        #expect(item.extensions.map(\.value) == ["yes", "2", "3", "bonus", "a, b", "Sub"])
    }

    @Test func whatHasItsPrefixWins() throws {
        // Given it before and behind the others
        let own = """
            <itunes:explicit>no</itunes:explicit><itunes:season>4</itunes:season><itunes:episode>5</itunes:episode>
            <itunes:episodeType>full</itunes:episodeType><itunes:keywords>c</itunes:keywords>
            <itunes:subtitle>Own</itunes:subtitle>
            """
        for elements in [own + Self.itemElements, Self.itemElements + own] {
            let item = try item(elements)
            #expect(item.explicit == false)
            #expect(item.itunesSeason == 4)
            #expect(item.itunesEpisode == 5)
            #expect(item.episodeType == "full")
            #expect(item.keywords == ["c"])
            #expect(item.subtitle == "Own")
            #expect(item.extensions.count == 6)
        }
    }

    @Test func readsAChannel() throws {
        // When
        let channel = try channel(
            """
            <title>Show</title><explicit>no</explicit><type>serial</type><keywords>a, b</keywords>
            <owner><name>Ann</name><email>ann@a.example</email></owner><category>News</category>
            <category text="Society &amp; Culture"><category text="Documentary"/></category><category text="Arts"/>
            """
        )

        // Then
        #expect(channel.explicit == false)
        #expect(channel.type == "serial")
        #expect(channel.keywords == ["a", "b"])
        #expect(channel.owner == ParsedContact(name: "Ann", email: "ann@a.example"))
        #expect(channel.categories.map(\.text) == ["News"])
        #expect(channel.itunesCategories == [["Society & Culture", "Documentary"], ["Arts"]])
        #expect(channel.extensions.map(\.name) == ["explicit", "type", "keywords", "owner"])
    }

    @Test func theOwnerOfTheChannelWins() throws {
        let own = "<itunes:owner><itunes:name>Own</itunes:name></itunes:owner><itunes:explicit>yes</itunes:explicit>"
        let other = "<owner><name>Ann</name></owner><explicit>no</explicit>"
        for elements in [own + other, other + own] {
            let channel = try channel(elements)
            #expect(channel.owner == ParsedContact(name: "Own"))
            #expect(channel.explicit == true)
        }
    }

    @Test func takesNothingThatSaysNothing() throws {
        let item = try item(
            "<title>One</title><explicit>maybe</explicit><season>one</season><explicit><yes/></explicit><episode/>"
        )
        #expect(item.explicit == nil)
        #expect(item.itunesSeason == nil)
        #expect(item.itunesEpisode == nil)
        #expect(try channel("<type>other</type><owner/><owner>Ann</owner>").owner == nil)
    }
}
