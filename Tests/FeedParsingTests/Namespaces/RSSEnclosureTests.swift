import FeedParsing
import Testing

/// What enclosures say, wherever and however often they are written.
struct RSSEnclosureTests {
    @Test func keepsEveryEnclosureOnce() throws {
        // When
        let item = try item(
            """
            <enclosure url="https://a.example/cover.jpg" type="image/jpeg"/><enclosure length="5"/>
            <enclosure url="https://a.example/e.mp3" length="unknown" type=""/>
            <enclosure url="https://a.example/e.mp3" length="7" type="audio/mpeg"/>
            <enclosure url="https://a.example/e.mp4?x=1" length="12,345" type="video/mp4"/>
            """
        )

        // Then
        #expect(
            item.enclosures.map(\.url) == [
                "https://a.example/cover.jpg", "https://a.example/e.mp3", "https://a.example/e.mp4?x=1",
            ]
        )
        #expect(item.enclosures.map(\.type) == ["image/jpeg", "audio/mpeg", "video/mp4"])
        #expect(item.enclosures.map(\.typeIsGuessed) == [false, false, false])
        #expect(item.enclosures.map(\.length) == [nil, 7, nil])
        #expect(item.primaryEnclosure?.url == "https://a.example/e.mp3")
        #expect(item.artworkURL == "https://a.example/cover.jpg")
    }

    @Test(
        arguments: [
            ("type=\"audio/mpeg\"", "length=\"9\"", 9, "audio/mpeg", [:]),
            ("length=\"9\" type=\"audio/ogg\"", "length=\"9\" type=\"\"", 9, "audio/ogg", [:]),
            ("", "length=\"9\" type=\"audio/ogg\"", 9, "audio/ogg", [:]),
            (
                "length=\"9\" type=\"audio/ogg\"", "length=\"8\" type=\"audio/mpeg\"", 9, "audio/ogg",
                ["url": "https://a.example/e", "length": "8", "type": "audio/mpeg"]
            ),
        ] as [(String, String, Int64, String, [String: String])]
    )
    func takesWhatIsSaidOfAnEnclosureTheSecondTime(
        first: String,
        second: String,
        length: Int64,
        type: String,
        kept: [String: String]
    ) throws {
        // When
        let item = try item(
            "<enclosure url=\"https://a.example/e\" \(first)/><enclosure url=\"https://a.example/e\" \(second)/>"
        )

        // Then
        #expect(item.enclosures.map(\.url) == ["https://a.example/e"])
        #expect(item.enclosures.first?.length == length)
        #expect(item.enclosures.first?.type == type)
        #expect(item.enclosures.first?.typeIsGuessed == false)
        let attributes = item.extensions.flatMap(\.attributes).map { ($0.name, $0.value) }
        #expect(Dictionary(uniqueKeysWithValues: attributes) == kept)
    }

    @Test func takesWhatMediaRSSSaysOfAnEnclosureThatSaysNothing() throws {
        // When
        let item = try item(
            """
            <enclosure url="https://a.example/e" type="" length="0"/>
            <media:content url="https://a.example/e" type="audio/ogg" fileSize="77"/>
            """
        )

        // Then
        #expect(item.enclosures.map(\.type) == ["audio/ogg"])
        #expect(item.enclosures.map(\.length) == [77])
        #expect(item.enclosures.map(\.origin) == [.enclosure])
    }

    @Test(arguments: [
        "<enclosure><url>https://a.example/e.mp3</url><length>5000000</length><type>audio/mpeg</type></enclosure>",
        "<enclosure length=\"5000000\">\n<type>audio/mpeg</type> <url> https://a.example/e.mp3\n</url></enclosure>",
        "<enclosure length=\"5000000\" type=\"audio/mpeg\">\n<![CDATA[https://a.example/e.mp3]]>\n</enclosure>",
    ])
    func readsEnclosuresWrittenInElements(enclosure: String) throws {
        // When
        let item = try item(enclosure)

        // Then
        #expect(item.enclosures.map(\.url) == ["https://a.example/e.mp3"])
        #expect(item.enclosures.map(\.length) == [5_000_000])
        #expect(item.enclosures.map(\.type) == ["audio/mpeg"])
        #expect(item.extensions.isEmpty)
    }

    @Test func keepsWhatIsNoAddressInAnEnclosure() throws {
        // When
        let item = try item("<enclosure type=\"audio/mpeg\">to come<length>5</length><length>6</length></enclosure>")

        // Then
        #expect(item.enclosures.isEmpty)
        let kept = item.extensions.map { "\($0.name) \($0.value ?? "") \($0.attributes.map(\.value))" }
        #expect(kept.contains("enclosure to come [\"5\", \"audio/mpeg\"]"), "\(item.extensions)")
        #expect(item.extensions.count == 2)
    }

    @Test func readsEnclosuresOfRSS10() throws {
        // When
        let feed = try parse(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" \
            xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#"><channel><title>x</title></channel><item rdf:about="1">\
            <enc:enclosure rdf:resource="/1.mp3" enc:type="audio/mpeg" enc:length="5"/></item></rdf:RDF>
            """
        )

        // Then
        let enclosure = try #require(feed.items.first?.enclosures.first)
        #expect(enclosure.url == "https://example.com/1.mp3")
        #expect(enclosure.type == "audio/mpeg")
        #expect(enclosure.length == 5)
    }

    @Test(arguments: [
        "rdf:about=\"/1.mp3\"><enc:url>https://example.com/1.mp3</enc:url>", "rdf:about=\"/1.mp3\">",
        "><enc:url>/1.mp3</enc:url>",
        ">https://example.com/1.mp3",
    ])
    func readsEnclosuresOfRSS10WithTheirType(beginning: String) throws {
        // When
        let feed = try parse(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" \
            xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#"><channel><title>x</title></channel><item rdf:about="1">\
            <enc:enclosure><enc:Enclosure \(beginning)<enc:type>audio/mpeg</enc:type><enc:length>5</enc:length>\
            </enc:Enclosure></enc:enclosure></item></rdf:RDF>
            """
        )

        // Then
        let item = try #require(feed.items.first)
        #expect(item.enclosures.map(\.url) == ["https://example.com/1.mp3"])
        #expect(item.enclosures.first?.type == "audio/mpeg")
        #expect(item.enclosures.first?.length == 5)
        #expect(item.extensions.isEmpty)
        #expect(defects(feed).isEmpty)
    }
}
