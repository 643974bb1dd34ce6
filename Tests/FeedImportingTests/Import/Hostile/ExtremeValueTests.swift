import Persistence
import PodcastModel
import Testing

/// Numbers and dates beyond all measure, wherever a feed can have one.
struct ExtremeValueTests {
    static let values = [
        "-1", "0", "9223372036854775807", "-9223372036854775808", "18446744073709551616",
        "99999999999999999999999999", "1e18", "1e308", "-1e308", "1e999", "nan", "-inf", "0.000000000000001",
        "9999-12-31T23:59:59-05:00", "9999999999年12月31日", "0000-01-01T00:00:00+14:00", "0001-01-01", "1969-12-31",
        "999999999:59:59", "9223372036854775807:9223372036854775807:9223372036854775807",
    ]

    @Test func areTakenOrLeft() async throws {
        try await ImportTestBed.run { bed in
            // Given a feed for each value
            let paths = try Self.values.indices.map { number in
                try bed.write(Self.feed(Self.values[number]), to: "\(number).xml")
            }
            let (first, _) = try await bed.importFiles(paths)

            // When each has another one of them later on
            bed.advance(hours: 30)
            for number in Self.values.indices {
                let other = Self.values[(number + 1) % Self.values.count]
                _ = try bed.write(Self.feed(other), to: "\(number).xml")
            }
            let (second, _) = try await bed.importFiles(paths)

            // Then all are imported, will be asked again, and are as they should be
            for result in first + second {
                if case .imported = result.outcome { continue }
                Issue.record("\(result)")
            }
            #expect(first.count == Self.values.count && second.count == Self.values.count)
            let due = try await bed.read { [now = bed.now] unit throws(PersistenceError) in
                try unit.refreshes.dueStates(at: now.adding(seconds: 31 * 86_400)).count
            }
            #expect(due == Self.values.count)
            let check = try await bed.persistence.care().check()
            #expect(check.isSound, "\(check.checks.filter { !$0.problems.isEmpty })")
        }
    }

    /// A feed that says one value wherever it can say a number or a date.
    static func feed(_ value: String) -> String {
        let items = (1...5).map { number in
            TestFeed.item("e\(number)", day: number, extra: number == 5 ? item(value) : "")
        }
        return TestFeed.rss(items, channel: channel(value)).replacing("<rss ", with: "<rss \(namespaces) ")
    }

    private static let namespaces = """
        xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:psc="http://podlove.org/simple-chapters" \
        xmlns:media="http://search.yahoo.com/mrss/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" \
        xmlns:atom="http://www.w3.org/2005/Atom" xmlns:spotify="http://www.spotify.com/ns/rss"
        """

    private static func channel(_ value: String) -> String {
        let parts = ["INTERVAL", "COUNT", "UNTIL", "BYMONTHDAY", "BYMONTH", "BYHOUR", "BYMINUTE"]
        // Such a feed has a rule with one part that is beyond measure: which one, its value says.
        let part = parts[value.utf8.count % parts.count]
        return """
            <ttl>\(value)</ttl><pubDate>\(value)</pubDate><lastBuildDate>\(value)</lastBuildDate>
            <skipHours><hour>\(value)</hour></skipHours><image><url>https://show.example/a.png</url>
            <width>\(value)</width><height>\(value)</height></image>
            <cloud domain="show.example" port="\(value)" path="/" registerProcedure="a" protocol="xml-rpc"/>
            <sy:updatePeriod>yearly</sy:updatePeriod><sy:updateFrequency>\(value)</sy:updateFrequency>
            <spotify:limit recentCount="\(value)"/><podcast:location geo="geo:\(value),\(value)">x</podcast:location>
            <podcast:updateFrequency dtstart="\(value)" rrule="FREQ=DAILY;\(part)=\(value)">x</podcast:updateFrequency>
            <podcast:trailer pubdate="\(value)" url="https://show.example/t.mp3" length="\(value)" season="\(value)">x\
            </podcast:trailer><podcast:value type="lightning" method="keysend" suggested="\(value)">
            <podcast:valueRecipient type="node" address="a" split="\(value)"/></podcast:value>
            <podcast:liveItem status="pending" start="\(value)" end="\(value)"><title>Live</title><guid>live</guid>
            </podcast:liveItem>
            """
    }

    private static func item(_ value: String) -> String {
        """
        <itunes:duration>\(value)</itunes:duration><itunes:season>\(value)</itunes:season><itunes:order>\(value)\
        </itunes:order><itunes:episode>\(value)</itunes:episode><podcast:season>\(value)</podcast:season>
        <podcast:episode>\(value)</podcast:episode><atom:updated>\(value)</atom:updated>
        <podcast:soundbite startTime="\(value)" duration="\(value)">x</podcast:soundbite>
        <psc:chapters><psc:chapter start="\(value)" title="x"/></psc:chapters>
        <media:content url="https://show.example/m.mp3" type="audio/mpeg" fileSize="\(value)" duration="\(value)" \
        bitrate="\(value)" channels="\(value)" width="\(value)" height="\(value)"/>
        <podcast:alternateEnclosure type="audio/mpeg" length="\(value)" bitrate="\(value)" height="\(value)">
        <podcast:source uri="https://show.example/a.mp3"/></podcast:alternateEnclosure>
        <podcast:images srcset="https://show.example/a.png \(value)w"/>
        <podcast:socialInteract protocol="activitypub" uri="https://show.example/s" priority="\(value)"/>
        <podcast:value type="lightning" method="keysend"><podcast:valueTimeSplit startTime="\(value)" \
        duration="\(value)" remoteStartTime="\(value)" remotePercentage="\(value)">
        <podcast:valueRecipient type="node" address="a" split="\(value)"/></podcast:valueTimeSplit></podcast:value>
        """
    }
}
