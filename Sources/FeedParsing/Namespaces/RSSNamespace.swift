/// RSS itself, in every version (feed formats B).
enum RSSNamespace {
    static func begin(
        _ name: LocalName,
        in scope: Scope,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch scope {
        case .item: return beginInItem(name, attributes, &builder)
        case .channel: return beginInChannel(name, attributes, &builder)
        case .root: return beginInRoot(name, attributes, &builder)
        case .channelImage, .itemImage:
            return [.url, .title, .link, .description, .width, .height].contains(name) ? .text : .unread
        case .enclosure: return [.url, .length, .type].contains(name) ? .text : .unread
        case .skipHours: return name == .hour ? .text : .unread
        case .skipDays: return name == .day ? .text : .unread
        default: return .unread
        }
    }

    static func end(_ name: LocalName, in scope: Scope, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch scope {
        case .item: endInItem(name, field, &builder)
        case .channel: endInChannel(name, field, &builder)
        case .channelImage: endInImage(name, field, &builder)
        case .itemImage:
            guard name == .url else { return }
            builder.chooseArtwork(builder.url(field.bytes), rank: ArtworkRank.itemImage)
        case .enclosure: endInEnclosure(name, field, &builder)
        case .skipHours:
            guard let hour = ScheduleHints.hour(field.bytes) else { return field.leave() }
            guard !builder.channel.skipHours.contains(hour) else { return }
            builder.channel.skipHours.append(hour)
        case .skipDays:
            guard let day = ScheduleHints.day(field.bytes) else { return field.leave() }
            guard !builder.channel.skipDays.contains(day) else { return }
            builder.channel.skipDays.append(day)
        case .root:
            guard name == .newlocation else { return endInChannel(name, field, &builder) }
            if builder.newLocation == nil { builder.newLocation = builder.url(field.bytes) }
        default: break
        }
    }

    /// Opens an item; in RSS 1.0 its identity is rdf:about.
    static func beginItem(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        builder.beginItem()
        if let about = attributes[.about] { builder.item.guid = FieldText(about).string }
        if let language = attributes.xml(.lang) { builder.chooseLanguage(language, rank: 2) }
        return .container(.item)
    }

    // MARK: Start tags

    private static func beginInRoot(
        _ name: LocalName,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch name {
        case .channel:
            if !builder.sawChannel { builder.forgetWhatStandsForTheChannel() }
            builder.sawChannel = true
            if let about = attributes[.about], builder.channel.id == nil {
                builder.channel.id = FieldText(about).string
            }
            if let language = attributes.xml(.lang) { builder.chooseChannelLanguage(language, rank: 3) }
            return .container(.channel)
        case .item, .entry: return beginItem(attributes, &builder)
        case .image: return beginImage(attributes, &builder)
        // A document that only says where the feed has moved.
        case .redirect: return .container(.root)
        case .newlocation: return .text
        // A feed that lacks the channel alone says of itself what it can; it is forgotten if there is one after all.
        case .title, .link, .description:
            let lacksChannel = !builder.sawChannel && builder.root.kind == .rss
            return lacksChannel ? beginInChannel(name, attributes, &builder) : .unread
        // Another name for the channel: its items are items all the same.
        case .other: return .container(.root)
        default: return .unread
        }
    }

    private static func beginInChannel(
        _ name: LocalName,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch name {
        case .item: return beginItem(attributes, &builder)
        case .title, .language, .copyright, .managingeditor, .webmaster, .generator, .docs, .rating, .pubdate,
            .lastbuilddate, .ttl:
            return .text
        case .description: return .markup
        case .link: return AtomNamespace.beginPlainLink(attributes, &builder)
        case .category: return beginCategory(attributes, &builder)
        case .image: return attributes[.resource] == nil ? beginImage(attributes, &builder) : .unread
        case .skiphours: return .container(.skipHours)
        case .skipdays: return .container(.skipDays)
        case .cloud where builder.channel.cloud == nil:
            readCloud(attributes, &builder)
            return .skipped
        case .author: return beginAuthor(&builder)
        default: return OtherFormat.beginInRSS(name, in: .channel, attributes, &builder)
        }
    }

    private static func beginInItem(
        _ name: LocalName,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch name {
        case .title, .pubdate, .comments: return .text
        case .description, .body, .fullitem: return .markup
        case .image: return beginImage(attributes, &builder)
        case .guid:
            builder.parts.permaLink = attributes.parsed(.ispermalink, BooleanWord.parse)
            return .text
        case .link: return AtomNamespace.beginPlainLink(attributes, &builder)
        case .enclosure: return readEnclosure(attributes, &builder)
        case .author: return beginAuthor(&builder)
        case .category: return beginCategory(attributes, &builder)
        case .source:
            builder.parts.source = ParsedSource(title: nil, url: builder.url(attributes[.url]), id: nil)
            return .text
        case .item: return beginItem(attributes, &builder)
        default: return OtherFormat.beginInRSS(name, in: .item, attributes, &builder)
        }
    }

    /// An author is text, unless elements in it say who it is.
    private static func beginAuthor(_ builder: inout FeedBuilder) -> ElementRole {
        builder.parts.contact = ParsedContact()
        return .text
    }

    private static func beginCategory(
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        builder.parts.category = ParsedCategory(text: "", domain: builder.string(attributes[.domain]), label: nil)
        return .text
    }

    private static func readEnclosure(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        guard let address = attributes.address(.url, .href, .src) ?? attributes[.resource] else {
            builder.parts.enclosure = OpenEnclosure(
                length: builder.string(attributes[.length]),
                type: builder.string(attributes[.type])
            )
            return .container(.enclosure)
        }
        guard let url = builder.url(address) else {
            builder.warn(.missingURL, "an enclosure has no URL and was left out")
            return .unread
        }
        builder.addEnclosure(
            builder.enclosure(
                url: url,
                length: attributes[.length],
                type: attributes[.type],
                origin: .enclosure
            )
        )
        return .skipped
    }

    /// Opens an image, which may have its address among its attributes.
    private static func beginImage(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        let scope: Scope = builder.isInItem ? .itemImage : .channelImage
        let address = attributes.address(.url, .href, .src)
        if let address { take(image: builder.url(address), in: scope, &builder) }
        return .container(scope)
    }

    /// Takes the address of the image of an item or channel.
    static func take(image url: String?, in scope: Scope, _ builder: inout FeedBuilder) {
        guard let url else { return }
        guard scope == .channelImage else { return builder.chooseArtwork(url, rank: ArtworkRank.itemImage) }
        if builder.channel.image?.url == nil {
            builder.channel.image = builder.channel.image ?? ParsedChannelImage()
            builder.channel.image?.url = url
        }
        builder.chooseArtwork(url, rank: ArtworkRank.channelImage)
    }

    private static func readCloud(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) {
        var cloud = ParsedCloud()
        cloud.domain = builder.string(attributes[.domain])
        cloud.port = builder.string(attributes[.port])
        cloud.path = builder.string(attributes[.path])
        cloud.registerProcedure = builder.string(attributes[.registerprocedure])
        cloud.protocol = builder.string(attributes[.protocol])
        builder.channel.cloud = cloud
    }

    // MARK: Texts

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
        case .comments: if builder.item.commentsURL == nil { builder.item.commentsURL = builder.url(field.bytes) }
        case .author: endAuthor(field, &builder)
        case .category: endCategory(field, &builder)
        case .body: builder.chooseContent(field, .body, .unspecified)
        case .fullitem: builder.chooseContent(field, .fullItem, .unspecified)
        case .source:
            if builder.parts.source.title == nil { builder.parts.source.title = field.line }
            if builder.item.source == nil, builder.parts.source != ParsedSource() {
                builder.item.source = builder.parts.source
            }
        default: OtherFormat.endInRSS(name, in: .item, field, &builder)
        }
    }

    private static func endLink(_ field: FieldText, _ builder: inout FeedBuilder) {
        builder.chooseLink(builder.url(field.bytes), rank: builder.root.kind == .atom ? 4 : 0)
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
        case .copyright: if !builder.chooseRights(field.line, rank: 0) { field.leave() }
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
            builder.channel.publishedRaw = raw
            builder.channel.publishedAt = builder.date(field)
        case .lastbuilddate:
            if !builder.chooseLastBuild(field, rank: builder.root.kind == .atom ? 2 : 0) { field.leave() }
        case .ttl:
            guard builder.channel.ttlMinutes == nil else { return }
            builder.channel.ttlMinutes = ScheduleHints.minutes(field.bytes)
            if builder.channel.ttlMinutes == nil { field.leave() }
        case .category: endCategory(field, &builder)
        default: OtherFormat.endInRSS(name, in: .channel, field, &builder)
        }
    }

    private static func endCategory(_ field: FieldText, _ builder: inout FeedBuilder) {
        guard let text = field.line else { return }
        builder.parts.category.text = CategoryPath.decoded(text)
        builder.addCategory(builder.parts.category)
    }

    private static func endInEnclosure(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .url where builder.parts.enclosure.url == nil: builder.parts.enclosure.url = builder.url(field.bytes)
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
        case .title: if image.title == nil { image.title = field.line }
        case .link: if image.link == nil { image.link = builder.url(field.bytes) }
        case .description: if image.description == nil { image.description = field.string }
        case .width:
            image.width = builder.integer(field.bytes)
            if image.width == nil { field.leave() }
        case .height:
            image.height = builder.integer(field.bytes)
            if image.height == nil { field.leave() }
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
