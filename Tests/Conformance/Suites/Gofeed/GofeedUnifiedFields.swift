import FeedParsing
import PodcastModel

/// A reading in the words of gofeed's unified model.
struct GofeedUnifiedFields {
    private(set) var fields = Fields()

    init(_ reading: FeedReading, asIn expected: Fields) {
        let (channel, podcast) = (reading.parsed.channel, reading.document.podcast)
        let format = reading.document.format.split(separator: " ")
        fields["feedType"] = format.first.map(String.init)
        fields["feedVersion"] = format.last.map(String.init)
        fields["title"] = podcast.title
        fields["description"] = podcast.description ?? channel.otherTexts.atomSummary ?? podcast.summary
        fields["link"] = podcast.link
        fields["links[0]"] = podcast.link ?? podcast.selfURL
        fields["feedLink"] = podcast.selfURL
        fields["language"] = podcast.language
        fields["copyright"] = podcast.copyright
        fields["generator"] = podcast.generator
        fields["updated"] = channel.lastBuildRaw
        fields["updatedParsed"] = podcast.lastBuildAt?.rfc3339
        fields["published"] = channel.publishedRaw
        fields["publishedParsed"] = podcast.publishedAt?.rfc3339
        addPerson(name: podcast.author, email: podcast.authorEmail, at: "")
        fields["image.url"] = podcast.artworkURL
        fields["image.title"] = channel.image?.title
        let names =
            channel.categories.map { $0.label ?? $0.text } + channel.keywords + channel.itunesCategories.flatMap { $0 }
        fields.set("categories", each: names, inOrderOf: expected)
        addITunes(of: channel)
        fields.setCount(of: "items", reading.items.count)
        for (index, pair) in reading.items.enumerated() {
            add(pair.item, pair.episode, at: "items[\(index)].")
            let markup = RawMarkup(pair.episode.extensions)
            fields.setExtensions(at: "items[\(index)].", from: markup, asIn: expected)
            let names = pair.episode.categories + pair.episode.keywords
            fields.set("items[\(index)].categories", each: names, inOrderOf: expected)
            if let enclosure = pair.item.enclosures.last, expected["items[\(index)].enclosure.url"] != nil {
                fields.set("items[\(index)].enclosure", enclosure)
            }
        }
    }

    private mutating func addPerson(name: String?, email: String?, at prefix: String) {
        for entry in ["\(prefix)author", "\(prefix)authors[0]"] {
            fields["\(entry).name"] = name == email ? nil : name
            fields["\(entry).email"] = email
        }
    }

    private mutating func addITunes(of channel: ParsedChannel) {
        fields["itunesExt.author"] = channel.itunesAuthor
        fields["itunesExt.subtitle"] = channel.subtitle
        fields["itunesExt.summary"] = channel.summary
        fields["itunesExt.keywords"] = channel.keywords.isEmpty ? nil : channel.keywords.joined(separator: ",")
        for (index, path) in channel.itunesCategories.enumerated() {
            fields["itunesExt.categories[\(index)].text"] = path.first
            fields["itunesExt.categories[\(index)].subcategory.text"] = path.count > 1 ? path[1] : nil
        }
        fields["dcExt.creator[0]"] = channel.creators.first
        fields["dcExt.publisher[0]"] = channel.publisherName
        fields["dcExt.title[0]"] = channel.otherTexts.dublinCoreTitle
    }

    private mutating func add(_ item: ParsedItem, _ episode: Episode, at prefix: String) {
        fields["\(prefix)guid"] = episode.guid
        fields["\(prefix)title"] = episode.rssTitle
        fields["\(prefix)description"] = episode.description ?? episode.summary
        fields["\(prefix)content"] = episode.content
        fields["\(prefix)link"] = episode.link
        fields["\(prefix)links[0]"] = episode.link
        fields["\(prefix)published"] = episode.publishedRaw
        fields["\(prefix)publishedParsed"] = episode.publishedAt?.rfc3339
        fields["\(prefix)updated"] = item.updatedRaw
        fields["\(prefix)updatedParsed"] = episode.updatedAt?.rfc3339
        addPerson(name: episode.author, email: episode.authorEmail, at: prefix)
        fields["\(prefix)image.url"] = episode.artworkURL
        for (index, enclosure) in item.enclosures.enumerated() {
            fields.set("\(prefix)enclosures[\(index)]", enclosure)
        }
        fields["\(prefix)itunesExt.author"] = item.itunesAuthor
        fields["\(prefix)itunesExt.subtitle"] = item.subtitle
        fields["\(prefix)itunesExt.summary"] = item.summary
        fields["\(prefix)itunesExt.duration"] = item.durationRaw
        fields["\(prefix)itunesExt.keywords"] = item.keywords.isEmpty ? nil : item.keywords.joined(separator: ",")
        fields.set("\(prefix)dcExt.creator", each: item.creators)
        fields["\(prefix)dcExt.title[0]"] = item.otherTexts.dublinCoreTitle
        fields["\(prefix)dcExt.description[0]"] = item.otherTexts.dublinCoreDescription
        fields.setCustom(episode.extensions, at: prefix)
    }
}
