import FeedParsing
import PodcastModel

extension Episode {
    /// Makes an episode from an item as published; key and kind of key are
    /// given later, over the whole document.
    ///
    /// Nothing of the channel is inherited here: what an episode takes over
    /// from its podcast is decided when it is read, so that an edit of the
    /// channel changes no episode.
    ///
    /// - Parameters:
    ///   - item: what was published.
    ///   - bases: what links in its texts are relative to where the item does not say it, the best first: the page of
    ///     the podcast, the feed.
    init(_ item: ParsedItem, bases: [String] = []) {
        self.init()
        fill(from: item, bases: bases)
    }

    /// Apart from the initialiser, which would copy at its end what it has made: thirty retains.
    private mutating func fill(from item: ParsedItem, bases: [String]) {
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
        commentsURL = item.commentsURL.map(EscapedAmpersands.removed)
        source = item.source.map { EpisodeOrigin(title: $0.title, url: $0.url.map(EscapedAmpersands.removed)) }
        if item.hasPodcastTags { setPodcastTags(item.podcast) }
        if !item.extensions.isEmpty { extensions = Extensions(parsed: item.extensions) }
        keepLeftovers(of: item)
        mendNotes(of: item, bases: bases)
        // itunes:title has no show name or number in it (feed formats C1).
        if let given = itunesTitle ?? rssTitle {
            title = given
        } else {
            let mediaTitle = item.hasOtherTexts ? item.otherTexts.mediaTitle : nil
            title = mediaTitle ?? EpisodeTitle.makeUp(for: self)
        }
    }

    private mutating func setTexts(of item: ParsedItem) {
        rssTitle = item.title
        itunesTitle = item.itunesTitle
        subtitle = item.subtitle
        longDescription = item.descriptionText.map(LongText.init(parsed:))
        longSummary = item.summaryText.map(LongText.init(parsed:))
        longContent = item.contentText.map(LongText.init(parsed:))
        // Content is HTML wherever it is read: that of JSON Feed and Atom may be text.
        if item.contentType == .plain, let text = content { content = EpisodeText.html(ofPlain: text) }
        link = item.link.map { address($0.withoutUserinfoInAddresses) }
        guard item.hasOtherTexts else { return }
        let other = item.otherTexts
        rssTitle = rssTitle ?? other.dublinCoreTitle
        if longDescription == nil { description = other.dublinCoreDescription ?? other.mediaDescription }
        if longSummary == nil { summary = other.atomSummary ?? other.googlePlayDescription }
        if longContent == nil { content = notes(of: other) }
    }

    /// Notes in HTML that no other field has, where those that go before them are text (feed formats C2).
    ///
    /// Beside a description only: without one they are it, or would change what a key is made from.
    private func notes(of other: ParsedOtherTexts) -> String? {
        let (media, googlePlay) = (other.mediaDescription, other.googlePlayDescription)
        let mediaIsHTML = media.map(EpisodeText.looksLikeHTML) ?? false
        guard mediaIsHTML || googlePlay.map(EpisodeText.looksLikeHTML) ?? false, let description,
            !EpisodeText.looksLikeHTML(description)
        else { return nil }
        if mediaIsHTML { return media }
        return summary.map(EpisodeText.looksLikeHTML) ?? false ? nil : googlePlay
    }

    /// The item's own people only, in the order of feed formats C9.
    private mutating func setPeople(of item: ParsedItem) {
        setAuthor(item.itunesAuthor ?? item.creators.first)
        if author == nil {
            let contact = item.authors.first
            let host = item.podcast.persons.first { $0.role == "host" }?.name
            author = host ?? contact?.name ?? item.otherTexts.googlePlayAuthor ?? contact?.email
        }
        if !item.authors.isEmpty, authorEmail == nil {
            authorEmail = ParsedContact.email(of: author, among: item.authors)
        }
        for contact in item.authors { addContributor(contact) }
        for contact in item.contributors { addContributor(contact) }
        // Beside an itunes:author a creator is who runs the web site, as often as not.
        if item.itunesAuthor == nil {
            for creator in item.creators.dropFirst() {
                addContributor(ParsedContact(mailbox: creator) ?? ParsedContact(name: creator))
            }
        }
    }

    /// Takes an author who may be written as a mailbox, with the address.
    private mutating func setAuthor(_ text: String?) {
        author = text
        guard let text, let mailbox = ParsedContact(mailbox: text) else { return }
        author = mailbox.name
        authorEmail = mailbox.email
    }

    /// Adds one of the people who is not the author, once.
    private mutating func addContributor(_ contact: ParsedContact) {
        if contact.isMeant(by: author, authorEmail) { return }
        let contributor = Contributor(
            name: contact.name,
            email: contact.email,
            uri: contact.url.map(EscapedAmpersands.removed)
        )
        if !contributors.prefix(100).contains(where: contributor.isTold) { contributors.append(contributor) }
    }

    private mutating func setMedia(of item: ParsedItem) {
        durationSeconds = item.durationSeconds ?? item.fileDuration
        enclosures = item.enclosures.map {
            Enclosure(url: address($0.url), length: $0.length, type: $0.type, typeGuessed: $0.typeIsGuessed)
        }
        // The first is the one to play: audio or video before anything else (feed formats C4).
        if enclosures.count > 1, let primary = item.primaryEnclosure, primary.url != item.enclosures[0].url,
            let index = item.enclosures.firstIndex(where: { $0.url == primary.url })
        {
            enclosures.insert(enclosures.remove(at: index), at: 0)
        }
        artworkURL = item.artworkURL.map(EscapedAmpersands.removed)
        chapters = item.chapters.map(Chapter.init(parsed:))
    }

    /// An address that a key may be made of, which stays as it is written where there is no guid: another key would be
    /// another episode.
    private func address(_ url: String) -> String {
        guid == nil ? url : EscapedAmpersands.removed(from: url)
    }

    /// podcast:season and podcast:episode win over their iTunes namesakes (feed formats C8).
    private mutating func setNumbers(of item: ParsedItem) {
        episodeType = item.episodeType.flatMap(EpisodeType.init(rawValue:)) ?? .full
        season = item.itunesSeason.map { SeasonNumber(number: $0, name: nil) }
        episode = item.itunesEpisode.map { EpisodeNumber(number: Double($0), display: nil) }
        guard item.hasPodcastTags else { return }
        if item.podcast.seasonNumber != nil || item.podcast.seasonName != nil {
            season = SeasonNumber(
                number: item.podcast.seasonNumber ?? item.itunesSeason,
                name: item.podcast.seasonName
            )
        }
        if item.podcast.episodeNumber != nil || item.podcast.episodeDisplay != nil {
            episode = EpisodeNumber(
                number: item.podcast.episodeNumber ?? item.itunesEpisode.map(Double.init),
                display: item.podcast.episodeDisplay
            )
        }
    }

    private mutating func setPodcastTags(_ tags: ParsedPodcastTags) {
        chaptersURL = tags.chaptersURL.map(EscapedAmpersands.removed)
        chaptersType = tags.chaptersType
        transcripts = tags.transcripts.map(Transcript.init(parsed:))
        persons = tags.persons.map(Person.init(parsed:))
        soundbites = tags.soundbites.map {
            Soundbite(startSeconds: $0.startSeconds, durationSeconds: $0.durationSeconds, title: $0.title)
        }
        socialInteractions = tags.socialInteractions.map(SocialInteraction.init(parsed:))
        alternateEnclosures = tags.alternateEnclosures.map(AlternateEnclosure.init(parsed:))
        location = tags.locations.map(Location.init(parsed:))
        license = tags.license.map(License.init(parsed:))
        value = tags.values.map(Value.init(parsed:))
        funding = tags.funding.map(Funding.init(parsed:))
        contentLinks = tags.contentLinks.map {
            ContentLink(href: EscapedAmpersands.removed(from: $0.url), text: $0.text)
        }
        txts = tags.txts.map { TaggedText(text: $0.text, purpose: $0.purpose) }
        images = tags.images.map(SizedImage.init(parsed:))
        chat = tags.chat.map { [Chat(parsed: $0)] } ?? []
    }
}

extension Contributor {
    /// Whether another one says all that this one does.
    fileprivate func isTold(by other: Contributor) -> Bool {
        name == other.name && (email == nil || email == other.email) && (uri == nil || uri == other.uri)
    }
}
