/// Makes podcast feeds that look like real ones and are the same on every run.
///
/// Each episode has a generator of its own, seeded by feed and number: the
/// episodes that two revisions of a feed share are equal to the byte.
struct FeedGenerator {
    /// How show notes are written.
    enum Notes: String, CaseIterable {
        case cdata, escaped
        /// A description of a few lines, and little else: items of some 800 bytes.
        case short
        /// Not at all, and little else: items of some 400 bytes.
        case none
    }

    /// What has happened to the feeds.
    enum Revision: String, CaseIterable {
        case first = "1"
        /// One new episode on top of each feed.
        case newEpisode = "2"
        /// A new lastBuildDate, and nothing else.
        case build
    }

    var seed: UInt64
    var episodes: Int
    var notes = Notes.cdata
    var revision = Revision.first

    /// One feed as a document in UTF-8.
    func feed(_ number: Int) -> [UInt8] {
        var random = SplitMix64(seed: seed, stream: UInt64(number) << 32)
        var text = FeedText(random: random)
        let host = "feeds\(number % 40).example.com"
        text.raw(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" \
            xmlns:content="http://purl.org/rss/1.0/modules/content/" \
            xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" \
            xmlns:podcast="https://podcastindex.org/namespace/1.0">
              <channel>

            """
        )
        text.element("title", words: 3)
        text.raw(
            "    <atom:link href=\"https://\(host)/show/\(number).xml\" rel=\"self\" type=\"application/rss+xml\"/>\n"
        )
        text.raw("    <link>https://\(host)/show/\(number)</link>\n    <language>en</language>\n")
        text.raw("    <lastBuildDate>\(FeedDate(day: revision == .first ? 9_000 : 9_001))</lastBuildDate>\n")
        text.element("description", words: 60)
        text.element("itunes:author", words: 2)
        text.raw("    <itunes:owner><itunes:name>Owner \(number)</itunes:name>")
        text.raw("<itunes:email>owner\(number)@example.com</itunes:email></itunes:owner>\n")
        text.raw("    <itunes:image href=\"https://\(host)/art/\(number).jpg?w=3000&amp;h=3000\"/>\n")
        text.raw(
            "    <itunes:category text=\"Society &amp; Culture\"><itunes:category text=\"Documentary\"/></itunes:category>\n"
        )
        text.raw("    <itunes:explicit>\(random.below(5) == 0 ? "true" : "false")</itunes:explicit>\n")
        text.raw("    <itunes:type>episodic</itunes:type>\n    <podcast:locked>no</podcast:locked>\n")
        let newest = revision == .newEpisode ? episodes + 1 : episodes
        for episode in stride(from: newest, through: 1, by: -1) {
            appendEpisode(episode, ofFeed: number, host: host, to: &text)
        }
        text.raw("  </channel>\n</rss>\n")
        return text.bytes
    }
}

extension FeedGenerator {
    private func appendEpisode(_ episode: Int, ofFeed feed: Int, host: String, to text: inout FeedText) {
        text.random = SplitMix64(seed: seed, stream: UInt64(feed) << 32 | UInt64(episode))
        let page = "https://\(host)/show/\(feed)/\(episode)"
        text.raw("    <item>\n  ")
        text.element("title", words: 4 + text.random.below(6))
        text.raw("      <link>\(page)?utm_source=feed&amp;utm_medium=rss</link>\n")
        text.raw("      <guid isPermaLink=\"false\">\(feed)-\(episode)-\(text.random.hexadecimal())</guid>\n")
        text.raw("      <pubDate>\(FeedDate(day: 100 + episode, second: text.random.below(86_400)))</pubDate>\n")
        if notes == .none || notes == .short {
            if notes == .short { text.element("description", words: 30 + text.random.below(60)) }
            appendEnclosure(episode, ofFeed: feed, host: host, to: &text)
            return text.raw("      <itunes:duration>\(900 + text.random.below(5_400))</itunes:duration>\n    </item>\n")
        }
        text.raw("  ")
        text.element("description", words: 30 + text.random.below(60))
        text.raw("      <content:encoded>")
        appendNotes(page: page, to: &text)
        text.raw("</content:encoded>\n")
        appendEnclosure(episode, ofFeed: feed, host: host, to: &text)
        text.raw("      <itunes:duration>\(900 + text.random.below(5_400))</itunes:duration>\n")
        text.raw(
            "      <itunes:episode>\(episode)</itunes:episode>\n      <itunes:season>\(episode / 50 + 1)</itunes:season>\n"
        )
        text.raw("      <itunes:episodeType>\(text.random.below(30) == 0 ? "bonus" : "full")</itunes:episodeType>\n")
        text.raw("      <itunes:explicit>false</itunes:explicit>\n  ")
        text.element("itunes:author", words: 2)
        text.raw("  ")
        text.element("itunes:subtitle", words: 12)
        text.raw("  ")
        text.element("itunes:summary", words: 30 + text.random.below(50))
        text.raw("      <itunes:image href=\"https://\(host)/art/\(feed)/\(episode).jpg?w=1400&amp;h=1400\"/>\n")
        if text.random.below(3) == 0 {
            text.raw("      <podcast:transcript url=\"\(page).vtt\" type=\"text/vtt\" language=\"en\"/>\n")
            text.raw("      <podcast:chapters url=\"\(page).json\" type=\"application/json+chapters\"/>\n")
            text.raw("      <podcast:person role=\"guest\" href=\"\(page)/guest\">Zoë Müller</podcast:person>\n")
        }
        text.raw("    </item>\n")
    }

    private func appendEnclosure(_ episode: Int, ofFeed feed: Int, host: String, to text: inout FeedText) {
        text.raw("      <enclosure url=\"https://media.\(host)/\(feed)/\(episode).mp3?source=feed&amp;token=")
        text.raw(
            "\(text.random.hexadecimal())\" length=\"\(20_000_000 + text.random.below(60_000_000))\" type=\"audio/mpeg\"/>\n"
        )
    }

    /// HTML of one to six kilobytes.
    private func appendNotes(page: String, to text: inout FeedText) {
        let end = text.bytes.count + 1_000 + text.random.below(4_500)
        let markup = notes == .cdata ? ("<", ">", "&amp;") : ("&lt;", "&gt;", "&amp;amp;")
        text.raw(notes == .cdata ? "<![CDATA[" : "")
        while text.bytes.count < end {
            text.raw("\(markup.0)p\(markup.1)")
            text.words(30 + text.random.below(50))
            text.raw(" \(markup.0)a href=\"\(page)?ref=\(text.random.below(1_000))\(markup.2)from=notes\"\(markup.1)")
            text.words(3)
            text.raw("\(markup.0)/a\(markup.1).\(markup.0)/p\(markup.1)\n")
        }
        text.raw(notes == .cdata ? "]]>" : "")
    }
}
