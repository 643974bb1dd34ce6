import FeedParsing
import PodcastModel

/// A reading in the words of gofeed's raw RSS model.
struct GofeedRSSFields {
    private(set) var fields = Fields()

    init(_ reading: FeedReading, asIn expected: Fields) {
        let (channel, podcast) = (reading.parsed.channel, reading.document.podcast)
        fields["version"] = reading.document.format.split(separator: " ").last.map(String.init)
        fields["title"] = channel.title
        fields["link"] = podcast.link
        fields["links[0]"] = podcast.link
        fields["description"] = channel.description
        fields["language"] = podcast.language
        fields["copyright"] = podcast.copyright
        fields["generator"] = podcast.generator
        fields["docs"] = channel.docs
        fields["rating"] = channel.rating
        fields["managingEditor"] = channel.managingEditor?.mailboxText
        fields["webMaster"] = channel.webMaster?.mailboxText
        fields["pubDate"] = channel.publishedRaw
        fields["pubDateParsed"] = podcast.publishedAt?.rfc3339
        fields["lastBuildDate"] = channel.lastBuildRaw
        fields["lastBuildDateParsed"] = podcast.lastBuildAt?.rfc3339
        fields["ttl"] = podcast.ttlMinutes.map { String($0) }
        fields.set("skipHours", each: podcast.skipHours.map { String($0) })
        fields.set("skipDays", each: podcast.skipDays)
        addCloudAndImage(of: channel)
        addCategories(channel.categories, at: "")
        fields["itunesExt.author"] = channel.itunesAuthor
        fields.set("dcExt.creator", each: channel.creators)
        fields.setExtensions(at: "", from: RawMarkup(podcast.extensions), asIn: expected)
        fields.setCount(of: "items", reading.items.count)
        for (index, pair) in reading.items.enumerated() {
            add(pair.item, pair.episode, at: "items[\(index)].")
            let markup = RawMarkup(pair.episode.extensions)
            fields.setExtensions(at: "items[\(index)].", from: markup, asIn: expected)
        }
    }

    private mutating func addCloudAndImage(of channel: ParsedChannel) {
        fields["cloud.domain"] = channel.cloud?.domain
        fields["cloud.port"] = channel.cloud?.port
        fields["cloud.path"] = channel.cloud?.path
        fields["cloud.registerProcedure"] = channel.cloud?.registerProcedure
        fields["cloud.protocol"] = channel.cloud?.protocol
        fields["image.url"] = channel.image?.url
        fields["image.title"] = channel.image?.title
        fields["image.link"] = channel.image?.link
        fields["image.description"] = channel.image?.description
        fields["image.width"] = channel.image?.width.map { String($0) }
        fields["image.height"] = channel.image?.height.map { String($0) }
    }

    private mutating func addCategories(_ categories: [ParsedCategory], at prefix: String) {
        for (index, category) in categories.enumerated() {
            fields["\(prefix)categories[\(index)].value"] = category.text
            fields["\(prefix)categories[\(index)].domain"] = category.domain
        }
    }

    private mutating func add(_ item: ParsedItem, _ episode: Episode, at prefix: String) {
        fields["\(prefix)title"] = item.title
        fields["\(prefix)link"] = episode.link
        fields["\(prefix)links[0]"] = episode.link
        fields["\(prefix)description"] = item.description
        fields["\(prefix)content"] = episode.content
        fields["\(prefix)author"] = item.authors.first?.mailboxText
        fields["\(prefix)comments"] = episode.commentsURL
        fields["\(prefix)guid.value"] = episode.guid
        fields["\(prefix)guid.isPermalink"] = episode.guidIsPermaLink.map { String($0) }
        fields["\(prefix)pubDate"] = episode.publishedRaw
        fields["\(prefix)pubDateParsed"] = episode.publishedAt?.rfc3339
        fields["\(prefix)source.title"] = episode.source?.title
        fields["\(prefix)source.url"] = episode.source?.url
        addCategories(item.categories, at: prefix)
        for (index, enclosure) in item.enclosures.enumerated() {
            fields.set("\(prefix)enclosures[\(index)]", enclosure)
            if index == 0 { fields.set("\(prefix)enclosure", enclosure) }
        }
        fields["\(prefix)itunesExt.author"] = item.itunesAuthor
        fields.set("\(prefix)dcExt.creator", each: item.creators)
        fields.setCustom(episode.extensions, at: prefix)
    }
}
