import FeedParsing
import PodcastModel

extension Podcast {
    /// Makes a podcast from a channel as published, but for the user name and
    /// password that it may repeat in its addresses (http polling A6 61).
    ///
    /// - Parameters:
    ///   - channel: what was published.
    ///   - feedURL: what links in the texts of live items are relative to where nothing better is.
    init(_ channel: ParsedChannel, feedURL: String? = nil) {
        self.init()
        id = channel.id
        title = channel.title ?? channel.itunesTitle ?? channel.otherTexts.dublinCoreTitle
        link = (channel.link?.withoutUserinfoInAddresses).map(EscapedAmpersands.removed)
        description =
            channel.description ?? channel.otherTexts.dublinCoreDescription ?? channel.otherTexts.googlePlayDescription
            ?? channel.otherTexts.mediaDescription
        subtitle = channel.subtitle ?? channel.otherTexts.atomSummary
        summary = channel.summary
        language = channel.language
        copyright = channel.copyright
        generator = channel.generator
        setPeople(of: channel)
        artworkURL = channel.artworkURL.map(EscapedAmpersands.removed)
        categories = channel.itunesCategories
        if categories.isEmpty { categories = channel.categories.map { [$0.label ?? $0.text] } }
        keywords = channel.keywords
        type = channel.type.flatMap(PodcastType.init(rawValue:))
        explicit = channel.explicit
        complete = channel.isComplete
        block = channel.block
        newFeedURL = (channel.newFeedURL?.withoutUserinfoInAddresses).map(EscapedAmpersands.removed)
        setPodcastTags(channel.podcast)
        setPodcastTags(channel.podcastChannel, bases: [link, feedURL].compactMap(\.self))
        setSchedule(of: channel)
        selfURL = (channel.selfURL?.withoutUserinfoInAddresses).map(EscapedAmpersands.removed)
        hubURLs = channel.hubURLs.map(EscapedAmpersands.removed)
        nextPageURL = (channel.nextPageURL?.withoutUserinfoInAddresses).map(EscapedAmpersands.removed)
        previousArchiveURL = (channel.previousArchiveURL?.withoutUserinfoInAddresses).map(EscapedAmpersands.removed)
        archiveComplete = channel.archiveIsComplete
        extensions = Extensions(parsed: channel.extensions)
        Leftovers(of: channel, shownAs: self).join(&extensions)
    }

    /// In the order of feed formats C9.
    private mutating func setPeople(of channel: ParsedChannel) {
        author =
            channel.itunesAuthor ?? channel.creators.first ?? channel.authors.first?.name
            ?? channel.otherTexts.googlePlayAuthor ?? channel.owner?.name ?? channel.managingEditor?.name
            ?? channel.webMaster?.name
        let mailbox = author.flatMap { ParsedContact(mailbox: $0) }
        if let mailbox { author = mailbox.name }
        // The one who looks after the web site is the author only where nobody else is.
        let webMaster = author == nil || author == channel.webMaster?.name ? channel.webMaster : nil
        let contacts = [channel.managingEditor, author == nil ? nil : channel.owner, webMaster]
        authorEmail =
            mailbox?.email ?? ParsedContact.email(of: author, among: channel.authors + contacts.compactMap(\.self))
        owner = channel.owner.map { Mailbox(name: $0.name, email: $0.email) }
    }

    private mutating func setPodcastTags(_ tags: ParsedPodcastTags) {
        funding = tags.funding.map(Funding.init(parsed:))
        persons = tags.persons.map(Person.init(parsed:))
        socialInteractions = tags.socialInteractions.map(SocialInteraction.init(parsed:))
        license = tags.license.map(License.init(parsed:))
        location = tags.locations.map(Location.init(parsed:))
        value = tags.values.map(Value.init(parsed:))
        txts = tags.txts.map { TaggedText(text: $0.text, purpose: $0.purpose) }
        images = tags.images.map(SizedImage.init(parsed:))
        chat = tags.chat.map { [Chat(parsed: $0)] } ?? []
    }

    private mutating func setPodcastTags(_ tags: ParsedPodcastChannelTags, bases: [String]) {
        guid = tags.guid?.lowercased()
        medium = tags.medium
        if tags.locked != nil || tags.lockedOwner != nil {
            locked = FeedLock(value: tags.locked, owner: tags.lockedOwner)
        }
        trailers = tags.trailers.map(Trailer.init(parsed:))
        podroll = tags.podroll.map(RemoteItem.init(parsed:))
        remoteItems = tags.remoteItems.map(RemoteItem.init(parsed:))
        updateFrequency = tags.updateFrequency.map {
            UpdateFrequency(
                text: $0.text,
                complete: $0.isComplete,
                startsAt: $0.startAt.map(Timestamp.init(epochSeconds:)),
                rrule: $0.rule
            )
        }
        podping = tags.usesPodping
        publisher = tags.publisher.map(RemoteItem.init(parsed:))
        blocks = tags.blocks.map { BlockRule(id: $0.id, block: $0.isBlocked) }
        liveItems = tags.liveItems.map {
            LiveItem(
                status: $0.status,
                startsAt: $0.startAt.map(Timestamp.init(epochSeconds:)),
                endsAt: $0.endAt.map(Timestamp.init(epochSeconds:)),
                item: Episode($0.item, bases: bases)
            )
        }
    }

    private mutating func setSchedule(of channel: ParsedChannel) {
        publishedAt = channel.publishedAt.map(Timestamp.init(epochSeconds:))
        lastBuildAt = channel.lastBuildAt.map(Timestamp.init(epochSeconds:))
        ttlMinutes = channel.ttlMinutes
        skipHours = channel.skipHours
        skipDays = channel.skipDays
        updatePeriodSeconds = channel.updatePeriodSeconds
        cloud = channel.cloud.map {
            Cloud(
                domain: $0.domain,
                port: $0.port.flatMap { Int($0) },
                path: $0.path,
                registerProcedure: $0.registerProcedure,
                protocol: $0.protocol
            )
        }
    }
}

extension Leftovers {
    /// What a channel says beside the fields of the podcast made from it.
    fileprivate init(of channel: ParsedChannel, shownAs podcast: Podcast) {
        self.init()
        addTexts(of: channel, shownAs: podcast)
        addPeople(of: channel, shownAs: podcast)
        add("docs", channel.docs, in: .rss)
        add("rating", channel.rating, in: .rss)
        if let image = channel.image, image != ParsedChannelImage(url: podcast.artworkURL) {
            add(MarkupElement(parsed: image), in: .rss)
        }
        for category in channel.categories where !channel.itunesCategories.isEmpty || category.hasMoreThanAName {
            add(MarkupElement(parsed: category), in: .rss)
        }
        for link in channel.links { add(MarkupElement(parsed: link), in: .atom) }
        add("applepodcastsverify", channel.applePodcastsVerify, in: .itunes)
        if channel.publishedAt == nil { add("pubDate", channel.publishedRaw, in: .rss) }
        if channel.lastBuildAt == nil { add("lastBuildDate", channel.lastBuildRaw, in: .rss) }
        add("updateBase", channel.updateBase, in: .syndication)
        add("current", channel.currentURL, in: .atom)
        if channel.isArchive { add(MarkupElement(name: "archive"), in: .history) }
        addDirectoryTags(channel.directory)
        addPodcastTags(of: channel)
    }

    /// What a channel may say in the words of items, or not as the words are meant.
    private mutating func addPodcastTags(of channel: ParsedChannel) {
        for link in channel.podcast.contentLinks {
            add(MarkupElement(name: "contentLink", value: link.text, attributes: ["href": link.url]), in: .podcast)
        }
        if let frequency = channel.podcastChannel.updateFrequency, frequency.startAt == nil, let start = frequency.start
        {
            add(MarkupElement(name: "updateFrequency", attributes: ["dtstart": start]), in: .podcast)
        }
        if let port = channel.cloud?.port, Int(port) == nil {
            add(MarkupElement(name: "cloud", attributes: ["port": port]), in: .rss)
        }
    }

    private mutating func addTexts(of channel: ParsedChannel, shownAs podcast: Podcast) {
        let other = channel.otherTexts
        if podcast.title != channel.itunesTitle { add("title", channel.itunesTitle, in: .itunes) }
        if podcast.title != other.dublinCoreTitle { add("title", other.dublinCoreTitle, in: .dublinCore) }
        add("title", other.mediaTitle, in: .media)
        if podcast.description != other.dublinCoreDescription {
            add("description", other.dublinCoreDescription, in: .dublinCore)
        }
        if podcast.description != other.googlePlayDescription {
            add("description", other.googlePlayDescription, in: .googlePlay)
        }
        if podcast.description != other.mediaDescription { add("description", other.mediaDescription, in: .media) }
        if podcast.subtitle != other.atomSummary { add("subtitle", other.atomSummary, in: .atom) }
    }

    private mutating func addPeople(of channel: ParsedChannel, shownAs podcast: Podcast) {
        add("author", channel.otherTexts.googlePlayAuthor, in: .googlePlay)
        if let contact = channel.authors.first, !contact.isTold(by: podcast.author, podcast.authorEmail) {
            add(MarkupElement(named: "author", contact), in: .atom)
        }
        for contact in channel.authors.dropFirst() { add(MarkupElement(named: "author", contact), in: .atom) }
        for contact in channel.contributors { add(MarkupElement(named: "contributor", contact), in: .atom) }
        for creator in channel.creators {
            let contact = ParsedContact(mailbox: creator) ?? ParsedContact(name: creator)
            if !contact.isTold(by: podcast.author, podcast.authorEmail) { add("creator", creator, in: .dublinCore) }
        }
        add("publisher", channel.publisherName, in: .dublinCore)
        if let contact = channel.managingEditor { add(MarkupElement(named: "managingEditor", contact), in: .rss) }
        if let contact = channel.webMaster { add(MarkupElement(named: "webMaster", contact), in: .rss) }
    }

    private mutating func addDirectoryTags(_ tags: ParsedDirectoryTags) {
        add("rating", tags.rawVoiceRating, in: .rawVoice)
        add("location", tags.rawVoiceLocation, in: .rawVoice)
        add("frequency", tags.rawVoiceFrequency, in: .rawVoice)
        if let count = tags.spotifyRecentCount {
            add(MarkupElement(name: "limit", attributes: ["recentCount": String(count)]), in: .spotify)
        }
        add("countryOfOrigin", tags.spotifyCountryOfOrigin, in: .spotify)
    }
}

extension MarkupElement {
    fileprivate init(parsed image: ParsedChannelImage) {
        self.init(
            name: "image",
            attributes: [
                "url": image.url, "title": image.title, "link": image.link, "description": image.description,
                "width": image.width.map(String.init), "height": image.height.map(String.init),
            ].compactMapValues { $0 }
        )
    }
}
