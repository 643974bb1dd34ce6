/// Feeds as simple as a test needs them.
enum SampleFeed {
    /// An RSS document without a fault, whose episodes have the guids given.
    static func rss(_ title: String, _ guids: [String]) -> String {
        let items = guids.enumerated().map { index, guid in item(guid, day: 1 + index) }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
            <channel><title>\(title)</title><link>https://show.example/</link><description>About things.</description>
            <atom:link rel="self" href="https://show.example/feed.xml"/><language>en</language>
            <itunes:category text="Technology"/><itunes:explicit>false</itunes:explicit>
            <itunes:image href="https://show.example/cover.jpg"/>
            \(items.joined(separator: "\n"))
            </channel></rss>
            """
    }

    /// One item, published in November 2026.
    static func item(_ guid: String, day: Int) -> String {
        """
        <item><title>Episode \(guid)</title><guid isPermaLink="false">\(guid)</guid>
        <pubDate>\(day < 10 ? "0" : "")\(day) Nov 2026 06:00:00 GMT</pubDate>
        <enclosure url="https://media.example/\(guid).mp3" length="1000000" type="audio/mpeg"/></item>
        """
    }
}
