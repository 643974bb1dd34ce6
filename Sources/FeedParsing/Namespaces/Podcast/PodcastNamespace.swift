/// Podcasting 2.0, the podcast namespace (feed formats H).
///
/// Tags with text are noted at their start and finished in
/// `PodcastNamespace+Texts.swift`; tags with attributes alone are in
/// `PodcastNamespace+Attributes.swift`, nested tags in
/// `PodcastNamespace+Nested.swift`.
enum PodcastNamespace {
    static func begin(
        _ name: LocalName,
        in scope: Scope,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch scope {
        case .item: beginShared(name, attributes, &builder) ?? beginInItem(name, attributes, &builder)
        case .channel: beginShared(name, attributes, &builder) ?? beginInChannel(name, attributes, &builder)
        default: beginNested(name, in: scope, attributes, &builder)
        }
    }

    /// Changes the tags of the open item, or those of the channel.
    static func change(_ builder: inout FeedBuilder, _ body: (inout ParsedPodcastTags) -> Void) {
        if builder.isInItem {
            body(&builder.item.podcast)
        } else {
            body(&builder.channel.podcast)
        }
    }

    /// Whether a list of the open item, or of the channel, has the same entry already.
    static func isListed<Entry: Equatable>(
        _ entry: Entry,
        in list: KeyPath<ParsedPodcastTags, [Entry]>,
        _ builder: borrowing FeedBuilder
    ) -> Bool {
        builder.isInItem
            ? builder.isListed(entry, in: builder.item.podcast[keyPath: list])
            : builder.isListed(entry, in: builder.channel.podcast[keyPath: list])
    }

    /// Whether such a list may grow by an entry, whose weight is taken.
    static func hasRoom<Entry>(in list: KeyPath<ParsedPodcastTags, [Entry]>, _ builder: inout FeedBuilder) -> Bool {
        let count =
            builder.isInItem
            ? builder.item.podcast[keyPath: list].count : builder.channel.podcast[keyPath: list].count
        return builder.hasRoom(count)
    }

    private static func beginShared(
        _ name: LocalName,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole? {
        switch name {
        case .person:
            builder.parts.person = ParsedPerson(
                // Some write the name here, and about the person in the text.
                name: attributes[.name].flatMap { FieldText($0).name } ?? "",
                role: builder.word(attributes[.role]) ?? "host",
                group: builder.word(attributes[.group]) ?? "cast",
                imageURL: builder.url(attributes[.img]),
                href: builder.url(attributes[.href])
            )
            return .text
        case .location:
            builder.parts.location = ParsedLocation(
                name: nil,
                rel: builder.word(attributes[.rel]),
                geo: builder.string(attributes[.geo]),
                osm: builder.string(attributes[.osm]),
                country: builder.string(attributes[.country])
            )
            return .text
        case .license:
            builder.parts.licenseURL = builder.url(attributes[.url])
            return .text
        case .funding:
            builder.parts.referenceURL = builder.url(attributes.address(.url, .href, .src))
            return .text
        case .contentlink:
            builder.parts.referenceURL = builder.url(attributes.address(.href, .url, .src))
            return .text
        case .txt:
            builder.parts.txtPurpose = builder.string(attributes[.purpose])
            return .text
        case .value: return beginValue(attributes, &builder)
        case .image: return readImage(attributes, &builder)
        case .images:
            readImages(attributes, &builder)
            return .skipped
        case .socialinteract: return readSocialInteraction(attributes, &builder)
        case .chat:
            let known = builder.isInItem ? builder.item.podcast.chat : builder.channel.podcast.chat
            guard known == nil, let chat = chat(attributes, builder) else { return .unread }
            change(&builder) { $0.chat = chat }
            return .skipped
        default: return nil
        }
    }

    private static func beginInItem(
        _ name: LocalName,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch name {
        case .season:
            builder.parts.seasonName = attributes[.name].flatMap { FieldText($0).name }
            builder.parts.seasonNumber = attributes.parsed(.number, PositiveInteger.parse)
            return .text
        case .episode:
            builder.parts.episodeDisplay = attributes[.display].flatMap { FieldText($0).name }
            builder.parts.episodeNumber = attributes.decimal(.number)
            return .text
        case .soundbite:
            guard let start = attributes.parsed(.startTime, NormalPlayTime.parse),
                let duration = attributes.parsed(.duration, NormalPlayTime.parse), duration > 0
            else {
                builder.warn(.invalidValue, "a soundbite has no start or no duration and was left out")
                return .unread
            }
            builder.parts.soundbite = ParsedSoundbite(
                startSeconds: start,
                durationSeconds: duration,
                title: attributes[.title].flatMap { FieldText($0).name }
            )
            return .text
        case .alternateenclosure: return beginAlternateEnclosure(attributes, &builder)
        case .transcript: return readTranscript(attributes, &builder)
        case .chapters:
            guard builder.item.podcast.chaptersURL == nil else { return .unread }
            builder.parts.chaptersType = builder.word(attributes[.type])
            guard let url = builder.url(attributes.address(.url, .href, .src)) else { return .text }
            builder.item.podcast.chaptersURL = url
            builder.item.podcast.chaptersType = builder.parts.chaptersType
            return .skipped
        default: return .unread
        }
    }

    private static func beginInChannel(
        _ name: LocalName,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch name {
        case .guid, .medium: return .text
        case .locked:
            builder.parts.lockedOwner = builder.string(attributes[.owner] ?? attributes[.email])
            return .text
        case .trailer:
            builder.parts.trailer = trailer(attributes, &builder)
            return builder.parts.trailer == nil ? .unread : .text
        case .block:
            builder.parts.blockID = builder.string(attributes[.id])
            return .text
        case .updatefrequency:
            builder.parts.frequency = ParsedUpdateFrequency(
                text: nil,
                isComplete: attributes.parsed(.complete, BooleanWord.parse),
                start: builder.string(attributes[.dtstart]),
                startAt: attributes[.dtstart].flatMap(FeedDate.parse),
                rule: builder.string(attributes[.rrule])
            )
            return .text
        case .podping:
            guard let isUsed = attributes.parsed(.usespodping, BooleanWord.parse),
                builder.channel.podcastChannel.usesPodping == nil
            else { return .unread }
            builder.channel.podcastChannel.usesPodping = isUsed
            return .skipped
        case .podroll: return .container(.podroll)
        case .publisher: return .container(.publisher)
        case .remoteitem:
            guard let remote = remoteItem(attributes, &builder) else { return .unread }
            if builder.hasRoom(builder.channel.podcastChannel.remoteItems.count) {
                builder.channel.podcastChannel.remoteItems.append(remote)
            }
            return .skipped
        case .liveitem: return beginLiveItem(attributes, &builder)
        default: return .unread
        }
    }

    /// A live item is read like any other item, and kept apart from them: it
    /// has not happened yet, or is about to be replaced by an episode.
    private static func beginLiveItem(
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        guard builder.beginItem() else { return .container(.item) }
        var live = ParsedLiveItem()
        live.status = builder.word(attributes[.status])
        live.startRaw = builder.string(attributes[.start])
        live.startAt = attributes[.start].flatMap(FeedDate.parse)
        live.endRaw = builder.string(attributes[.end])
        live.endAt = attributes[.end].flatMap(FeedDate.parse)
        if live.startAt == nil { builder.keep("liveItem", nil, [("start", live.startRaw)], in: .podcast) }
        if live.endAt == nil { builder.keep("liveItem", nil, [("end", live.endRaw)], in: .podcast) }
        builder.liveItem = live
        return .container(.item)
    }

    private static func trailer(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ParsedTrailer? {
        guard let url = builder.url(attributes.address(.url, .href, .src)) else {
            builder.warn(.missingURL, "a trailer has no URL and was left out")
            return nil
        }
        let date = attributes[.pubdate].flatMap(FeedDate.parse)
        if date == nil {
            builder.keep(
                "trailer",
                nil,
                [("url", url), ("pubdate", builder.string(attributes[.pubdate]))],
                in: .podcast
            )
        }
        return ParsedTrailer(
            url: url,
            title: nil,
            publishedAt: date,
            publishedRaw: builder.string(attributes[.pubdate]),
            length: attributes[.length].flatMap(EnclosureLength.parse),
            type: builder.word(attributes[.type]),
            season: attributes.parsed(.season, PositiveInteger.parse)
        )
    }
}
