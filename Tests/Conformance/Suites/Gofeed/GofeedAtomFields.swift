import FeedParsing
import PodcastModel

/// A reading in the words of gofeed's raw Atom model.
struct GofeedAtomFields {
    private(set) var fields = Fields()

    init(_ reading: FeedReading, asIn expected: Fields) {
        let (channel, podcast) = (reading.parsed.channel, reading.document.podcast)
        fields["version"] = reading.document.format.split(separator: " ").last.map(String.init)
        fields["id"] = podcast.id
        fields["title"] = channel.title
        fields["subtitle"] = podcast.subtitle
        fields["rights"] = podcast.copyright
        fields["language"] = podcast.language
        fields["generator.value"] = podcast.generator
        fields["updated"] = channel.lastBuildRaw
        fields["updatedParsed"] = podcast.lastBuildAt?.rfc3339
        // One picture of a show is kept, the logo before the icon (feed formats C3).
        fields[expected["logo"] == nil ? "icon" : "logo"] = podcast.artworkURL
        fields.set("authors", each: channel.authors)
        fields.set("contributors", each: channel.contributors)
        for (index, category) in channel.categories.enumerated() {
            fields["categories[\(index)].term"] = category.text == category.label ? nil : category.text
            fields["categories[\(index)].scheme"] = category.domain
            fields["categories[\(index)].label"] = category.label
        }
        fields.setLinks("links", from: channel.allLinks, asIn: expected)
        fields.setCount(of: "entries", reading.items.count)
        for (index, pair) in reading.items.enumerated() {
            add(pair.item, pair.episode, at: "entries[\(index)].")
            fields.setLinks("entries[\(index)].links", from: pair.item.allLinks, asIn: expected)
        }
    }

    private mutating func add(_ item: ParsedItem, _ episode: Episode, at prefix: String) {
        fields["\(prefix)id"] = episode.guid
        fields["\(prefix)title"] = item.title
        fields["\(prefix)summary"] = episode.summary
        fields["\(prefix)content.value"] = episode.content
        fields["\(prefix)rights"] = item.rights
        fields["\(prefix)published"] = episode.publishedRaw
        fields["\(prefix)publishedParsed"] = episode.publishedAt?.rfc3339
        fields["\(prefix)updated"] = item.updatedRaw
        fields["\(prefix)updatedParsed"] = episode.updatedAt?.rfc3339
        fields["\(prefix)source.title"] = episode.source?.title
        fields["\(prefix)source.id"] = item.source?.id
        fields.set("\(prefix)authors", each: item.authors)
        fields.set("\(prefix)contributors", each: item.contributors)
        for (index, category) in item.categories.enumerated() {
            fields["\(prefix)categories[\(index)].term"] = category.text == category.label ? nil : category.text
            fields["\(prefix)categories[\(index)].scheme"] = category.domain
            fields["\(prefix)categories[\(index)].label"] = category.label
        }
    }
}
