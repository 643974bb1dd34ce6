import FeedParsing
import PodcastModel

/// A reading in the words of rubycocos' feedparser.
struct RubycocosFields {
    private(set) var fields = Fields()

    init(_ reading: FeedReading) {
        let (channel, podcast) = (reading.parsed.channel, reading.document.podcast)
        // The peer does not tell the versions of Atom apart.
        let format = reading.document.format
        fields["feed.format"] = format.hasPrefix("atom") ? "atom" : format
        fields["feed.title"] = podcast.title?.onOneLine
        fields["feed.url"] = podcast.link
        fields["feed.feed_url"] = podcast.selfURL
        fields["feed.description"] = podcast.description?.onOneLine
        fields["feed.summary"] = (channel.otherTexts.atomSummary ?? podcast.description)?.onOneLine
        fields["feed.subtitle"] = channel.otherTexts.atomSummary?.onOneLine
        for name in ["text", "name"] { fields["feed.generator.\(name)"] = podcast.generator?.onOneLine }
        setDate("feed.published", podcast.publishedAt)
        setDate("feed.updated", podcast.lastBuildAt ?? podcast.publishedAt)
        addPeople(channel.authors, channel.creators, at: "feed")
        addCategories(channel.categories, at: "feed")
        fields["feed.items.size"] = String(reading.items.count)
        for (index, pair) in reading.items.enumerated() { add(pair.item, pair.episode, at: "feed.items[\(index)]") }
    }

    private mutating func setDate(_ name: String, _ time: Timestamp?) {
        for suffix in ["", "_local"] { fields["\(name)\(suffix)"] = time.map { String($0.epochSeconds) } }
    }

    private mutating func addPeople(_ authors: [ParsedContact], _ creators: [String], at prefix: String) {
        let people = authors + creators.map { ParsedContact(name: $0) }
        fields["\(prefix).authors.size"] = String(people.count)
        for (index, person) in people.enumerated() {
            for entry in ["\(prefix).authors[\(index)]"] + (index == 0 ? ["\(prefix).author"] : []) {
                for name in ["text", "name", "to_s"] { fields["\(entry).\(name)"] = person.name ?? person.email }
                fields["\(entry).url"] = person.url ?? "nil"
                fields["\(entry).email"] = person.email ?? "nil"
            }
        }
    }

    private mutating func addCategories(_ categories: [ParsedCategory], at prefix: String) {
        for list in ["categories", "tags"] {
            fields["\(prefix).\(list).size"] = String(categories.count)
            for (index, category) in categories.enumerated() {
                for name in ["title", "name"] { fields["\(prefix).\(list)[\(index)].\(name)"] = category.text }
                for name in ["domain", "scheme"] { fields["\(prefix).\(list)[\(index)].\(name)"] = category.domain }
            }
        }
    }

    private mutating func add(_ item: ParsedItem, _ episode: Episode, at prefix: String) {
        fields["\(prefix).title"] = episode.title.onOneLine
        fields["\(prefix).url"] = episode.link
        for name in ["guid", "id"] { fields["\(prefix).\(name)"] = episode.guid }
        fields["\(prefix).description"] = episode.description?.onOneLine
        setDate("\(prefix).published", episode.publishedAt)
        setDate("\(prefix).updated", episode.updatedAt ?? episode.publishedAt)
        addPeople(item.authors, item.creators, at: prefix)
        addCategories(item.categories, at: prefix)
    }
}
