import FeedParsing
import PodcastModel

extension Episode {
    /// Makes an episode from an item as published; key and kind of key are
    /// given later, over the whole document.
    ///
    /// Nothing of the channel is inherited here: what an episode takes over
    /// from its podcast is decided when it is read, so that an edit of the
    /// channel changes no episode.
    init(_ item: ParsedItem) {
        self.init()
        guid = item.guid
        guidIsPermaLink = item.guid == nil ? nil : item.guidIsPermaLink
        setTexts(of: item)
        setPeople(of: item)
        publishedAt = item.publishedAt.map(Timestamp.init(epochSeconds:))
        publishedRaw = item.publishedRaw
        updatedAt = item.updatedAt.map(Timestamp.init(epochSeconds:))
        setMedia(of: item)
        setNumbers(of: item)
        explicit = item.explicit
        block = item.block
        keywords = item.keywords
        categories = item.categories.map { $0.label ?? $0.text }
        commentsURL = item.commentsURL
        source = item.source.map { EpisodeOrigin(title: $0.title, url: $0.url) }
        setPodcastTags(item.podcast)
        extensions = Extensions(parsed: item.extensions)
        keepLeftovers(of: item)
        title = EpisodeTitle.choose(for: self, mediaTitle: item.otherTexts.mediaTitle)
    }

    private mutating func setTexts(of item: ParsedItem) {
        let other = item.otherTexts
        rssTitle = item.title ?? other.dublinCoreTitle
        itunesTitle = item.itunesTitle
        subtitle = item.subtitle
        description = item.description ?? other.dublinCoreDescription ?? other.mediaDescription
        summary = item.summary ?? other.atomSummary ?? other.googlePlayDescription
        content = item.content
        link = item.link
    }

    /// The item's own people only, in the order of feed formats C9.
    private mutating func setPeople(of item: ParsedItem) {
        let contact = item.authors.first
        let host = item.podcast.persons.first { $0.role == "host" }?.name
        author =
            item.itunesAuthor ?? item.creators.first ?? host ?? contact?.name ?? item.otherTexts.googlePlayAuthor
            ?? contact?.email
        authorEmail = item.authors.lazy.compactMap(\.email).first
        contributors = (item.authors.dropFirst() + item.contributors).map {
            Contributor(name: $0.name, email: $0.email, uri: $0.url)
        }
    }

    private mutating func setMedia(of item: ParsedItem) {
        durationSeconds = item.durationSeconds ?? item.enclosures.lazy.compactMap(\.durationSeconds).first
        enclosures = item.enclosures.map {
            Enclosure(url: $0.url, length: $0.length, type: $0.type, typeGuessed: $0.typeIsGuessed)
        }
        // The first is the one to play: audio or video before anything else (feed formats C4).
        if enclosures.count > 1, let primary = item.primaryEnclosure, primary.url != enclosures[0].url,
            let index = enclosures.firstIndex(where: { $0.url == primary.url })
        {
            enclosures.insert(enclosures.remove(at: index), at: 0)
        }
        artworkURL = item.artworkURL
        chapters = item.chapters.map {
            Chapter(startSeconds: $0.startSeconds, title: $0.title, href: $0.href, imageURL: $0.imageURL)
        }
    }

    /// podcast:season and podcast:episode win over their iTunes namesakes (feed formats C8).
    private mutating func setNumbers(of item: ParsedItem) {
        let tags = item.podcast
        if let number = tags.seasonNumber ?? item.itunesSeason {
            season = SeasonNumber(number: number, name: tags.seasonName)
        } else if let name = tags.seasonName {
            season = SeasonNumber(number: nil, name: name)
        }
        if let number = tags.episodeNumber ?? item.itunesEpisode.map(Double.init) {
            episode = EpisodeNumber(number: number, display: tags.episodeDisplay)
        } else if let display = tags.episodeDisplay {
            episode = EpisodeNumber(number: nil, display: display)
        }
        episodeType = item.episodeType.flatMap(EpisodeType.init(rawValue:)) ?? .full
    }

    private mutating func setPodcastTags(_ tags: ParsedPodcastTags) {
        chaptersURL = tags.chaptersURL
        chaptersType = tags.chaptersType
        transcripts = tags.transcripts.map(Transcript.init(parsed:))
        persons = tags.persons.map(Person.init(parsed:))
        soundbites = tags.soundbites.map {
            Soundbite(startSeconds: $0.startSeconds, durationSeconds: $0.durationSeconds, title: $0.title)
        }
        socialInteractions = tags.socialInteractions.map(SocialInteraction.init(parsed:))
        alternateEnclosures = tags.alternateEnclosures.map(AlternateEnclosure.init(parsed:))
        location = tags.locations.map(Location.init(parsed:))
        license = tags.license.map { License(identifier: $0.name, url: $0.url) }
        value = tags.values.map(Value.init(parsed:))
        funding = tags.funding.map { Funding(url: $0.url, text: $0.text) }
        contentLinks = tags.contentLinks.map { ContentLink(href: $0.url, text: $0.text) }
        txts = tags.txts.map { TaggedText(text: $0.text, purpose: $0.purpose) }
        images = tags.images.map(SizedImage.init(parsed:))
        chat = tags.chat.map { [Chat(parsed: $0)] } ?? []
    }

    /// Puts what has no field of its own beside the unknown elements, under
    /// the namespace it came from: nothing that was published is lost.
    private mutating func keepLeftovers(of item: ParsedItem) {
        var leftovers = Leftovers()
        leftovers.add("title", item.title == nil ? nil : item.otherTexts.dublinCoreTitle, in: .dublinCore)
        leftovers.add(
            "description",
            item.description == nil ? nil : item.otherTexts.dublinCoreDescription,
            in: .dublinCore
        )
        for creator in item.creators where creator != author { leftovers.add("creator", creator, in: .dublinCore) }
        leftovers.add("language", item.language, in: .dublinCore)
        leftovers.add("rights", item.rights, in: .dublinCore)
        leftovers.add("title", item.otherTexts.mediaTitle, in: .media)
        if description != item.otherTexts.mediaDescription {
            leftovers.add("description", item.otherTexts.mediaDescription, in: .media)
        }
        for content in item.mediaContents { leftovers.add(MarkupElement(parsed: content), in: .media) }
        if summary != item.otherTexts.atomSummary { leftovers.add("summary", item.otherTexts.atomSummary, in: .atom) }
        if summary != item.otherTexts.googlePlayDescription {
            leftovers.add("description", item.otherTexts.googlePlayDescription, in: .googlePlay)
        }
        leftovers.add("author", item.otherTexts.googlePlayAuthor, in: .googlePlay)
        leftovers.add("order", item.order.map(String.init), in: .itunes)
        leftovers.add("isClosedCaptioned", item.isClosedCaptioned ? "yes" : nil, in: .itunes)
        if item.durationSeconds == nil { leftovers.add("duration", item.durationRaw, in: .itunes) }
        if item.explicit == nil { leftovers.add("explicit", item.explicitRaw, in: .itunes) }
        for link in item.links { leftovers.add(MarkupElement(parsed: link), in: .atom) }
        extensions.merge(leftovers.elements, uniquingKeysWith: +)
    }
}
