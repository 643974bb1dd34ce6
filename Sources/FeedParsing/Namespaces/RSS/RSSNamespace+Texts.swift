/// What the texts of elements say, taken when they end.
extension RSSNamespace {
    static func end(_ name: LocalName, in scope: Scope, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch scope {
        case .item: endInItem(name, field, &builder)
        case .channel: endInChannel(name, field, &builder)
        case .channelImage: endInImage(name, field, &builder)
        case .itemImage:
            guard name == .url else { return }
            builder.chooseArtwork(builder.url(field.bytes), rank: ArtworkRank.itemImage)
        case .enclosure: endInEnclosure(name, field, &builder)
        case .skipHours, .skipDays:
            if !skip(field.bytes, in: scope, &builder) { field.leave() }
        case .root:
            guard name == .newlocation else { return endInChannel(name, field, &builder) }
            if builder.newLocation == nil { builder.newLocation = builder.url(field.bytes) }
        default: break
        }
    }

    /// Takes hours or days that stand in skipHours or skipDays itself, as some libraries write them: `1 2 3`.
    static func endSchedule(in scope: Scope, _ field: FieldText, _ builder: inout FeedBuilder) {
        let words = field.bytes.split { ASCIIText.isSpace($0) || $0 == 0x2C }
        for word in words.map(UnsafeBufferPointer.init(rebasing:)) where !skip(word, in: scope, &builder) {
            builder.keep(scope == .skipHours ? "skipHours" : "skipDays", String(utf8: word), in: .rss)
        }
    }

    /// Notes an hour or a day at which not to ask, once; false for what is none.
    private static func skip(_ word: FeedBuilder.Bytes, in scope: Scope, _ builder: inout FeedBuilder) -> Bool {
        if scope == .skipHours {
            guard let hour = ScheduleHints.hour(word) else { return false }
            if !builder.channel.skipHours.contains(hour) { builder.channel.skipHours.append(hour) }
        } else {
            guard let day = ScheduleHints.day(word) else { return false }
            if !builder.channel.skipDays.contains(day) { builder.channel.skipDays.append(day) }
        }
        return true
    }

    private static func endInItem(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .title:
            guard builder.root.kind != .atom else { return builder.offerTitle(field.title, field) }
            if builder.item.title == nil { builder.item.title = field.title }
        case .description:
            // The summary of Atom is its own.
            let isInPlace = builder.root.kind != .atom || builder.item.otherTexts.atomSummary == nil
            if isInPlace, builder.item.description == nil { builder.item.description = field.notes }
        case .guid:
            guard builder.root.kind == .rss || builder.root.kind == .channel || builder.item.guid == nil,
                !builder.choices.hasGUID, let guid = field.string
            else { return }
            builder.choices.hasGUID = builder.root.kind != .atom
            builder.item.guid = guid
            builder.item.guidIsPermaLink = builder.parts.permaLink ?? true
        case .link: endLink(field, &builder)
        case .pubdate:
            let isOwn = builder.root.kind != .atom
            if !builder.choosePublished(field, rank: isOwn ? 0 : 3) || !isOwn { field.leave() }
        case .comments: if builder.item.commentsURL == nil { builder.item.commentsURL = builder.page(field) }
        case .author: endAuthor(field, &builder)
        case .category: builder.endCategory(field)
        case .body: builder.chooseContent(field, .body, .unspecified)
        case .fullitem: builder.chooseContent(field, .fullItem, .unspecified)
        case .source:
            if builder.parts.source.title == nil { builder.parts.source.title = field.name }
            if builder.parts.source != ParsedSource() { builder.item.source = builder.parts.source }
        default: OtherFormat.endInRSS(name, in: .item, field, &builder)
        }
    }

    private static func endLink(_ field: FieldText, _ builder: inout FeedBuilder) {
        builder.chooseLink(builder.page(field), rank: builder.root.kind == .atom ? 4 : 0)
    }

    private static func endAuthor(_ field: FieldText, _ builder: inout FeedBuilder) {
        guard builder.parts.contact.isEmpty else { return addNestedAuthor(field, &builder) }
        guard !field.isEmpty else { return }
        if !builder.parts.authorText.isSame(as: field.bytes) {
            builder.parts.authors = MailboxText.list(field.bytes, maximum: builder.configuration.maximumListEntries)
                .map(ParsedContact.init)
        }
        for author in builder.parts.authors { builder.addAuthor(author) }
    }

    /// Adds an author whose name or address stands in elements of its own; text around them says what they do not.
    private static func addNestedAuthor(_ field: FieldText, _ builder: inout FeedBuilder) {
        let text = MailboxText(field.bytes)
        var contact = builder.parts.contact
        if contact.name != nil, text.name != nil { field.leave() }
        contact.name = contact.name ?? text.name
        contact.email = contact.email ?? text.email
        contact.url = contact.url ?? text.url
        builder.addAuthor(contact)
    }

    private static func endInChannel(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .title:
            guard builder.root.kind != .atom else { return builder.offerTitle(field.title, field) }
            if builder.channel.title == nil { builder.channel.title = field.title }
        case .description: if builder.channel.description == nil { builder.channel.description = field.notes }
        case .link: endLink(field, &builder)
        case .author: endAuthor(field, &builder)
        case .language: if !builder.chooseChannelLanguage(field.bytes, rank: 0) { field.leave() }
        case .copyright: if !builder.chooseRights(field.name, rank: 0) { field.leave() }
        case .managingeditor:
            if builder.channel.managingEditor == nil, !field.isEmpty {
                builder.channel.managingEditor = ParsedContact(MailboxText(field.bytes))
            }
        case .webmaster:
            if builder.channel.webMaster == nil, !field.isEmpty {
                builder.channel.webMaster = ParsedContact(MailboxText(field.bytes))
            }
        case .generator: if builder.channel.generator == nil { builder.channel.generator = field.line }
        case .docs: if builder.channel.docs == nil { builder.channel.docs = builder.address(field) ?? field.string }
        case .rating: if builder.channel.rating == nil { builder.channel.rating = field.line }
        case .pubdate:
            guard builder.channel.publishedAt == nil, let raw = field.line else { return }
            if let other = builder.channel.publishedRaw { builder.keep("pubDate", other, in: .rss) }
            builder.channel.publishedRaw = raw
            builder.channel.publishedAt = builder.date(field)
        case .lastbuilddate:
            if !builder.chooseLastBuild(field, rank: builder.root.kind == .atom ? 2 : 0) { field.leave() }
        case .ttl:
            guard builder.channel.ttlMinutes == nil else { return }
            builder.channel.ttlMinutes = ScheduleHints.minutes(field.bytes)
            if builder.channel.ttlMinutes == nil { field.leave() }
        case .category: builder.endCategory(field)
        default: OtherFormat.endInRSS(name, in: .channel, field, &builder)
        }
    }

    private static func endInEnclosure(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .url where builder.parts.enclosure.url == nil: builder.parts.enclosure.url = builder.url(field.bytes)
        case .url where builder.parts.enclosure.url == builder.url(field.bytes): break
        case .length where builder.parts.enclosure.length == nil: builder.parts.enclosure.length = field.string
        case .type where builder.parts.enclosure.type == nil: builder.parts.enclosure.type = field.string
        default: field.leave()
        }
    }

    private static func endInImage(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        var image = builder.channel.image ?? ParsedChannelImage()
        switch name {
        case .url:
            if image.url == nil { image.url = builder.url(field.bytes) }
            builder.chooseArtwork(image.url, rank: ArtworkRank.channelImage)
        case .title: if image.title == nil { image.title = field.name }
        case .link: if image.link == nil { image.link = builder.url(field.bytes) }
        case .description: if image.description == nil { image.description = field.string }
        case .width where image.width == nil && !builder.parts.imageIsOther: image.width = field.integer
        case .height where image.height == nil && !builder.parts.imageIsOther: image.height = field.integer
        default: return
        }
        builder.channel.image = image
    }
}

extension ParsedContact {
    init(_ mailbox: MailboxText) {
        self.init(name: mailbox.name, email: mailbox.email, url: mailbox.url)
    }
}
