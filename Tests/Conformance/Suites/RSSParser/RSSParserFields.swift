import FeedParsing
import PodcastModel

/// A reading in the words of rss-parser.
struct RSSParserFields {
    private(set) var fields = Fields()
    private let isAtom: Bool

    init(_ reading: FeedReading) {
        isAtom = reading.document.format.hasPrefix("atom")
        let (channel, podcast) = (reading.parsed.channel, reading.document.podcast)
        fields["feed.title"] = podcast.title
        fields["feed.description"] = podcast.description
        fields["feed.link"] = podcast.link
        fields["feed.feedUrl"] = podcast.selfURL
        fields["feed.language"] = podcast.language
        fields["feed.copyright"] = podcast.copyright
        fields["feed.generator"] = podcast.generator
        fields["feed.managingEditor"] = channel.managingEditor?.mailboxText
        fields["feed.webMaster"] = channel.webMaster?.mailboxText
        fields["feed.creator"] = channel.creators.first
        fields["feed.publisher"] = channel.publisherName
        fields["feed.rating"] = channel.rating
        fields["feed.pubDate"] = channel.publishedRaw
        fields["feed.lastBuildDate"] = channel.lastBuildRaw
        fields["feed.ttl"] = podcast.ttlMinutes.map { String($0) }
        fields["feed.image.url"] = channel.image?.url
        fields["feed.image.title"] = channel.image?.title
        fields["feed.image.link"] = channel.image?.link
        fields["feed.image.width"] = channel.image?.width.map { String($0) }
        fields["feed.image.height"] = channel.image?.height.map { String($0) }
        addITunes(of: channel, podcast)
        fields["feed.paginationLinks.self"] = podcast.selfURL
        fields["feed.paginationLinks.next"] = podcast.nextPageURL
        for rel in ["first", "last", "prev"] {
            fields["feed.paginationLinks.\(rel)"] = channel.links.first { $0.rel == rel }?.url
        }
        fields.setCount(of: "feed.items", reading.items.count)
        for (index, pair) in reading.items.enumerated() { add(pair.item, pair.episode, at: "feed.items[\(index)].") }
    }

    private mutating func addITunes(of channel: ParsedChannel, _ podcast: Podcast) {
        fields["feed.itunes.author"] = channel.itunesAuthor
        fields["feed.itunes.subtitle"] = podcast.subtitle
        fields["feed.itunes.summary"] = podcast.summary
        fields["feed.itunes.explicit"] = channel.explicitRaw
        fields["feed.itunes.owner.name"] = podcast.owner?.name
        fields["feed.itunes.owner.email"] = podcast.owner?.email
        fields["feed.itunes.image"] = podcast.artworkURL
        fields.set("feed.itunes.keywords", each: podcast.keywords)
        for (index, path) in channel.itunesCategories.enumerated() {
            fields["feed.itunes.categories[\(index)]"] = path.first
            fields["feed.itunes.categoriesWithSubs[\(index)].name"] = path.first
            for (position, name) in path.dropFirst().enumerated() {
                fields["feed.itunes.categoriesWithSubs[\(index)].subs[\(position)].name"] = name
            }
        }
    }

    private mutating func add(_ item: ParsedItem, _ episode: Episode, at prefix: String) {
        fields["\(prefix)title"] = episode.rssTitle
        fields["\(prefix)link"] = episode.link
        for name in ["guid", "id", "rdf:about"] { fields["\(prefix)\(name)"] = episode.guid }
        addDates(of: episode, at: prefix)
        let author = isAtom ? item.authors.first?.name : item.authors.first?.mailboxText
        fields["\(prefix)author"] = author
        fields["\(prefix)creator"] = item.creators.first ?? author
        fields["\(prefix)dc:creator"] = item.creators.first
        fields["\(prefix)content"] =
            isAtom ? episode.content ?? item.otherTexts.atomSummary : episode.description ?? episode.content
        fields["\(prefix)content:encoded"] = episode.content
        fields["\(prefix)summary"] = item.otherTexts.atomSummary
        fields["\(prefix)language"] = item.language
        fields["\(prefix)rights"] = item.rights
        fields["\(prefix)comments"] = episode.commentsURL
        fields["\(prefix)enclosure.url"] = episode.enclosures.first?.url
        fields["\(prefix)enclosure.length"] = episode.enclosures.first?.length.map { String($0) }
        fields["\(prefix)enclosure.type"] = episode.enclosures.first?.type
        for (index, category) in item.categories.enumerated() {
            fields["\(prefix)categories[\(index)]"] = category.text
            fields["\(prefix)categories[\(index)]._"] = category.text
            fields["\(prefix)categories[\(index)].$.domain"] = category.domain
        }
        addMedia(item.mediaContents, at: prefix)
        fields["\(prefix)itunes.author"] = item.itunesAuthor
        fields["\(prefix)itunes.subtitle"] = episode.subtitle
        fields["\(prefix)itunes.summary"] = episode.summary
        fields["\(prefix)itunes.explicit"] = item.explicitRaw
        fields["\(prefix)itunes.duration"] = item.durationRaw
        fields["\(prefix)itunes.image"] = episode.artworkURL
        fields["\(prefix)itunes.keywords"] = episode.keywords.isEmpty ? nil : episode.keywords.joined(separator: ", ")
        fields["\(prefix)itunes.episode"] = item.itunesEpisode.map { String($0) }
        fields["\(prefix)itunes.season"] = item.itunesSeason.map { String($0) }
        fields["\(prefix)itunes.episodeType"] = item.episodeType
    }

    private mutating func addDates(of episode: Episode, at prefix: String) {
        // The peer rewrites Atom dates and leaves those of RSS as they are.
        let time = episode.publishedAt?.rfc3339
        fields["\(prefix)isoDate"] = time
        fields["\(prefix)pubDate"] = isAtom ? time : episode.publishedRaw
        for name in ["date", "dc:date"] { fields["\(prefix)\(name)"] = episode.publishedRaw }
    }

    private mutating func addMedia(_ contents: [ParsedMediaContent], at prefix: String) {
        for (index, content) in contents.enumerated() {
            for entry in ["media:content[\(index)].$"] + (index == 0 ? ["mediaContent"] : []) {
                fields["\(prefix)\(entry).url"] = content.url
                fields["\(prefix)\(entry).fileSize"] = content.fileSize.map { String($0) }
                fields["\(prefix)\(entry).type"] = content.type
                fields["\(prefix)\(entry).width"] = content.width.map { String($0) }
            }
        }
    }
}
