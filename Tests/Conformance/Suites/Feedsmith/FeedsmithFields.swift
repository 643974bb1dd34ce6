import FeedParsing
import PodcastModel

/// A reading in the words of feedsmith: the elements of the formats themselves.
struct FeedsmithFields {
    private(set) var fields = Fields()
    private let isAtom: Bool

    init(_ reading: FeedReading, asIn expected: Fields) {
        let (channel, podcast) = (reading.parsed.channel, reading.document.podcast)
        isAtom = reading.document.format.hasPrefix("atom")
        addTexts(of: channel, podcast)
        addPeople(of: channel)
        addSchedule(of: channel, podcast)
        fields.setLinks("links", from: channel.allLinks, asIn: expected)
        fields.setLinks("atom.links", from: channel.allLinks, asIn: expected)
        add(channel.categories, at: "")
        FeedsmithPodcastFields.add(channel, podcast, to: &fields)
        let list = isAtom ? "entries" : "items"
        addKept(
            RawMarkup(podcast.extensions),
            shown: [podcast.author] + podcast.categories.flatMap { $0 },
            at: "",
            asIn: expected
        )
        fields.setCount(of: list, reading.items.count)
        for (index, pair) in reading.items.enumerated() {
            let prefix = "\(list)[\(index)]."
            add(pair.item, pair.episode, at: prefix)
            fields.setLinks("\(prefix)links", from: pair.item.allLinks, asIn: expected)
            fields.setLinks("\(prefix)atom.links", from: pair.item.allLinks, asIn: expected)
            FeedsmithPodcastFields.add(pair.item, pair.episode, at: prefix, to: &fields)
            addKept(
                RawMarkup(pair.episode.extensions),
                shown: [pair.episode.author] + pair.episode.categories,
                at: prefix,
                asIn: expected
            )
            FeedsmithPodcastFields.add(
                pair.item.mediaContents,
                at: "\(prefix)media.contents",
                asIn: expected,
                to: &fields
            )
        }
    }

    /// Sets the values of namespaces without fields of their own that stand in
    /// the raw markup of the channel or item, or that Dublin Core gave to a
    /// field that the format leaves empty.
    private mutating func addKept(
        _ markup: RawMarkup,
        shown: [String?],
        at prefix: String,
        asIn expected: Fields
    ) {
        for (name, value) in expected.values where name.hasPrefix(prefix) {
            if prefix.isEmpty, name.hasPrefix(isAtom ? "entries[" : "items[") { continue }
            guard FeedsmithExclusions.isRaw(name) else { continue }
            if markup.keeps(value) || shown.contains(value) { fields[name] = value }
        }
    }

    private mutating func addTexts(of channel: ParsedChannel, _ podcast: Podcast) {
        fields["id"] = podcast.id
        fields["title"] = channel.title
        fields["subtitle"] = channel.otherTexts.atomSummary
        fields["link"] = podcast.link
        fields["description"] = channel.description
        fields["language"] = podcast.language
        fields["copyright"] = podcast.copyright
        fields["rdf.about"] = podcast.id
        fields["sy.updateBase"] = channel.updateBase
        fields["rights"] = podcast.copyright
        fields[isAtom ? "generator.text" : "generator"] = podcast.generator
        fields["docs"] = channel.docs
        fields["rating"] = channel.rating
        fields["logo"] = podcast.artworkURL
        fields["image.url"] = channel.image?.url
        fields["image.title"] = channel.image?.title
        fields["image.link"] = channel.image?.link
        fields["image.description"] = channel.image?.description
        fields["image.width"] = channel.image?.width.map { String($0) }
        fields["image.height"] = channel.image?.height.map { String($0) }
        fields["dc.titles[0]"] = channel.otherTexts.dublinCoreTitle
        fields["dc.descriptions[0]"] = channel.otherTexts.dublinCoreDescription
    }

    private mutating func addPeople(of channel: ParsedChannel) {
        fields["managingEditor"] = channel.managingEditor?.mailboxText
        fields["webMaster"] = channel.webMaster?.mailboxText
        fields.set("authors", each: channel.authors)
        fields.set("contributors", each: channel.contributors)
        fields.set("dc.creators", each: channel.creators)
        fields["dc.publishers[0]"] = channel.publisherName
    }

    private mutating func addSchedule(of channel: ParsedChannel, _ podcast: Podcast) {
        fields["pubDate"] = channel.publishedRaw
        fields["lastBuildDate"] = channel.lastBuildRaw
        fields["updated"] = channel.lastBuildRaw
        fields["ttl"] = podcast.ttlMinutes.map { String($0) }
        fields.set("skipHours", each: podcast.skipHours.map { String($0) })
        fields.set("skipDays", each: podcast.skipDays)
        fields["cloud.domain"] = podcast.cloud?.domain
        fields["cloud.port"] = podcast.cloud?.port.map { String($0) }
        fields["cloud.path"] = podcast.cloud?.path
        fields["cloud.registerProcedure"] = podcast.cloud?.registerProcedure
        fields["cloud.protocol"] = podcast.cloud?.protocol
    }

    private mutating func add(_ categories: [ParsedCategory], at prefix: String) {
        for (index, category) in categories.enumerated() {
            let entry = "\(prefix)categories[\(index)]"
            fields["\(entry).\(isAtom ? "term" : "name")"] = category.text
            fields["\(entry).\(isAtom ? "scheme" : "domain")"] = category.domain
            fields["\(entry).label"] = category.label
        }
    }

    private mutating func add(_ item: ParsedItem, _ episode: Episode, at prefix: String) {
        fields["\(prefix)title"] = item.title
        fields["\(prefix)link"] = episode.link
        fields["\(prefix)description"] = item.description
        fields["\(prefix)\(isAtom ? "content" : "content.encoded")"] = episode.content
        fields["\(prefix)summary"] = item.otherTexts.atomSummary
        fields["\(prefix)rights"] = item.rights
        fields["\(prefix)comments"] = episode.commentsURL
        fields["\(prefix)pubDate"] = episode.publishedRaw
        fields["\(prefix)published"] = episode.publishedRaw
        fields["\(prefix)updated"] = item.updatedRaw
        fields["\(prefix)\(isAtom ? "id" : "guid.value")"] = episode.guid
        fields["\(prefix)guid.isPermaLink"] = episode.guidIsPermaLink.map { String($0) }
        fields["\(prefix)rdf.about"] = episode.guid
        fields["\(prefix)source.title"] = episode.source?.title
        fields["\(prefix)source.url"] = episode.source?.url
        fields["\(prefix)source.id"] = item.source?.id
        if isAtom {
            fields.set("\(prefix)authors", each: item.authors)
            fields.set("\(prefix)contributors", each: item.contributors)
        } else {
            fields.set("\(prefix)authors", each: item.authors.compactMap(\.mailboxText))
        }
        add(item.categories, at: prefix)
        for (index, enclosure) in item.enclosures.enumerated() {
            fields.set("\(prefix)enclosures[\(index)]", enclosure)
        }
        fields.set("\(prefix)dc.creators", each: item.creators)
        fields["\(prefix)dc.titles[0]"] = item.otherTexts.dublinCoreTitle
        fields["\(prefix)dc.descriptions[0]"] = item.otherTexts.dublinCoreDescription
    }
}
