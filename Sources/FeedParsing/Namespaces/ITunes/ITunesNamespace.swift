/// Apple's podcast namespace (feed formats G).
enum ITunesNamespace {
    /// The names that say something here, and nothing or less in RSS.
    static let ownNames: Set<LocalName> = [
        .author, .owner, .subtitle, .summary, .duration, .explicit, .block, .complete, .keywords, .episode, .season,
        .episodetype, .type, .order, .isclosedcaptioned, .applepodcastsverify, .newFeedURL, .newfeedurl,
    ]

    static func begin(
        _ name: LocalName,
        in scope: Scope,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch scope {
        case .item: beginInItem(name, attributes, &builder)
        case .channel: beginInChannel(name, attributes, &builder)
        case .owner: name == .name || name == .email ? .text : .unread
        case .category: name == .category ? ITunesCategories.beginInside(attributes, &builder) : .unread
        case .itunesImage: .text
        default: .unread
        }
    }

    /// Whether an element says something of the picture it stands in, as in the image of RSS.
    static func isImagePart(_ name: XMLName) -> Bool {
        (name.namespace == .rss || name.namespace == .itunes) && [.url, .title, .link].contains(name.local)
    }

    static func end(_ name: LocalName, in scope: Scope, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch scope {
        case .item: endInItem(name, field, &builder)
        case .channel: endInChannel(name, field, &builder)
        case .owner:
            let contact = builder.parts.contact
            if name == .name, contact.name == nil { builder.parts.contact.name = field.person }
            if name == .email, contact.email == nil { builder.parts.contact.email = MailboxText.address(field) }
        case .itunesImage: endInImage(name, field, &builder)
        default: break
        }
    }

    static func endOwner(_ builder: inout FeedBuilder) {
        var contact = builder.parts.contact
        // Some write the address behind the name.
        if let mailbox = contact.name.flatMap({ ParsedContact(mailbox: $0) }),
            contact.email ?? mailbox.email == mailbox.email
        {
            (contact.name, contact.email) = (mailbox.name, mailbox.email)
        }
        guard builder.channel.owner != nil else {
            if !contact.isEmpty { builder.channel.owner = contact }
            return
        }
        builder.keep("owner", nil, [("name", contact.name), ("email", contact.email)], in: .itunes)
    }

    // MARK: - Start tags

    private static func beginInItem(
        _ name: LocalName,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch name {
        case .title, .subtitle, .author, .duration, .explicit, .episode, .season, .episodetype, .block, .order,
            .isclosedcaptioned, .pubdate:
            return .text
        case .keywords: return beginKeywords(attributes, &builder)
        case .summary: return .markup
        case .image: return beginImage(attributes, &builder)
        case .link: return beginLink(attributes, &builder)
        default: return .unread
        }
    }

    private static func beginInChannel(
        _ name: LocalName,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch name {
        case .title, .subtitle, .author, .type, .explicit, .block, .complete, .newFeedURL, .newfeedurl,
            .applepodcastsverify, .copyright, .pubdate:
            return .text
        case .keywords: return beginKeywords(attributes, &builder)
        case .summary: return .markup
        case .image: return beginImage(attributes, &builder)
        case .link: return beginLink(attributes, &builder)
        case .owner:
            builder.parts.contact = ParsedContact()
            return .container(.owner)
        case .category: return ITunesCategories.begin(attributes, isGooglePlay: false, &builder)
        default: return .unread
        }
    }

    /// Some feeds write keywords as they write categories: in an attribute.
    private static func beginKeywords(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        if let text = attributes[.text] { builder.addKeywords(text) }
        return .text
    }

    private static func beginImage(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        guard let address = builder.url(attributes.address(.href, .url, .src)) else { return .text }
        builder.chooseArtwork(address, rank: ArtworkRank.itunes)
        return .skipped
    }

    /// Before there was an image, a link led to the picture, and some hosts still write it.
    ///
    /// It says more, and is kept.
    private static func beginLink(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        if builder.word(attributes[.rel]) == "image" {
            builder.chooseArtwork(builder.url(attributes.address(.href, .url, .src)), rank: ArtworkRank.itunesLink)
        }
        return .unread
    }

    // MARK: - Texts

    private static func endInItem(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .title: if builder.item.itunesTitle == nil { builder.item.itunesTitle = field.title }
        case .subtitle: if builder.item.subtitle == nil { builder.item.subtitle = field.line }
        case .summary: if builder.item.summary == nil { builder.item.summary = field.notes }
        case .author: if builder.item.itunesAuthor == nil { builder.item.itunesAuthor = field.person }
        case .duration: endDuration(field, &builder)
        case .explicit: if !builder.chooseExplicit(field, rank: 0) { field.leave() }
        case .episode: endNumber(field, \.episodeNumber, \.itunesEpisode, "episode", &builder)
        case .season: endNumber(field, \.seasonNumber, \.itunesSeason, "season", &builder)
        case .episodetype: endEpisodeType(field, &builder)
        case .block: if YesFlag.take(field) { builder.item.block = true }
        case .keywords: builder.addKeywords(field.bytes)
        case .order: if builder.item.order == nil { builder.item.order = field.integer }
        case .isclosedcaptioned: if YesFlag.take(field) { builder.item.isClosedCaptioned = true }
        case .pubdate:
            builder.choosePublished(field, rank: 5)
            field.leave()
        case .image: builder.chooseArtwork(builder.address(field), rank: ArtworkRank.itunesText)
        default: break
        }
    }

    private static func endInChannel(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .title: if builder.channel.itunesTitle == nil { builder.channel.itunesTitle = field.title }
        case .subtitle: if builder.channel.subtitle == nil { builder.channel.subtitle = field.line }
        case .summary: if builder.channel.summary == nil { builder.channel.summary = field.notes }
        case .author: if builder.channel.itunesAuthor == nil { builder.channel.itunesAuthor = field.person }
        case .type: endType(field, &builder)
        case .explicit: if !builder.chooseExplicit(field, rank: 0) { field.leave() }
        case .block: if YesFlag.take(field) { builder.channel.block = true }
        case .complete: if YesFlag.take(field) { builder.channel.isComplete = true }
        case .newFeedURL, .newfeedurl:
            if builder.channel.newFeedURL == nil { builder.channel.newFeedURL = builder.wholeAddress(field) }
        case .keywords: builder.addKeywords(field.bytes)
        case .applepodcastsverify:
            if builder.channel.applePodcastsVerify == nil { builder.channel.applePodcastsVerify = field.string }
        case .copyright:
            builder.chooseRights(field.name, rank: 3)
            field.leave()
        case .pubdate:
            builder.chooseLastBuild(field, rank: 5)
            field.leave()
        case .image: builder.chooseArtwork(builder.address(field), rank: ArtworkRank.itunesText)
        default: break
        }
    }

    private static func endInImage(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .url: builder.chooseArtwork(builder.address(field), rank: ArtworkRank.itunesText)
        case .title: builder.keep("image", nil, [("title", field.string)], in: .itunes)
        default: builder.keep("image", nil, [("link", field.string)], in: .itunes)
        }
    }

    private static func endDuration(_ field: FieldText, _ builder: inout FeedBuilder) {
        guard builder.item.durationSeconds == nil, let raw = field.line else { return }
        if builder.item.durationRaw == nil { builder.item.durationRaw = raw }
        switch EpisodeDuration.read(field.bytes) {
        case .seconds(let seconds):
            builder.item.durationSeconds = seconds
            builder.item.durationRaw = raw
        case .milliseconds(let seconds):
            builder.item.durationSeconds = seconds
            builder.item.durationRaw = raw
            builder.warn(.invalidDuration, "the duration \"\(field.quotation)\" was read as milliseconds")
        case .unknown:
            field.leave()
        case .unreadable:
            let seconds = DurationPhrase.seconds(field.bytes)
            // The words may say more than the length does.
            field.leave()
            guard let seconds else {
                return builder.warn(.invalidDuration, "the duration \"\(field.quotation)\" could not be read")
            }
            builder.item.durationSeconds = seconds
            builder.item.durationRaw = raw
        }
    }

    private static func endNumber(
        _ field: FieldText,
        _ meaning: KeyPath<FieldText, Int?>,
        _ path: WritableKeyPath<ParsedItem, Int?>,
        _ what: String,
        _ builder: inout FeedBuilder
    ) {
        guard !field.isEmpty, builder.item[keyPath: path] == nil else { return }
        guard let number = field[keyPath: meaning] else {
            return builder.warn(
                .invalidValue,
                "the \(what) number \"\(field.quotation)\" is no whole number above zero"
            )
        }
        builder.item[keyPath: path] = number
    }

    private static func endEpisodeType(_ field: FieldText, _ builder: inout FeedBuilder) {
        guard builder.item.episodeType == nil, let raw = field.line else { return }
        let type = EpisodeTypeValue.parse(field.bytes)
        if type.rawValue != raw.lowercased() {
            field.leave()
            builder.warn(.invalidValue, "the episode type \"\(field.quotation)\" was read as \(type.rawValue)")
        }
        builder.item.episodeType = type.rawValue
    }

    private static func endType(_ field: FieldText, _ builder: inout FeedBuilder) {
        guard builder.channel.type == nil, !field.isEmpty else { return }
        builder.channel.type = ITunesTypeValue.parse(field.bytes)?.rawValue
        if builder.channel.type == nil {
            field.leave()
            builder.warn(.invalidValue, "the show type \"\(field.quotation)\" is neither episodic nor serial")
        }
    }
}
