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
        case .enclosure: return beginInEnclosure(name, attributes, &builder)
        case .skipHours: return name == .hour ? .text : .unread
        case .skipDays: return name == .day ? .text : .unread
        default: return .unread
        }
    }

    /// Opens an item; in RSS 1.0 its identity is rdf:about.
    static func beginItem(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        guard builder.beginItem() else { return .container(.item) }
        if let about = attributes[.about] { builder.item.guid = FieldText(about).string }
        if let language = attributes.xml(.lang) { builder.chooseLanguage(language, rank: 2) }
        ChannelDefinition.take(attributes, &builder)
        return .container(.item)
    }

    // MARK: - Start tags

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
        // RSS 1.0 has it beside the channel; its title and link are not those of one.
        case .textinput: return .unread
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
        case .category:
            // Only those of iTunes have their name in an attribute: this one lost its prefix.
            if attributes[.text] != nil { return ITunesCategories.begin(attributes, isGooglePlay: false, &builder) }
            return beginCategory(attributes, &builder)
        case .image: return attributes[.resource] == nil ? beginImage(attributes, &builder) : .unread
        case .skiphours: return .container(.skipHours)
        case .skipdays: return .container(.skipDays)
        case .cloud where builder.channel.cloud == nil:
            builder.channel.cloud = cloud(attributes, builder)
            return builder.channel.cloud == nil ? .unread : .skipped
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
        case .source where builder.item.source == nil:
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
            FeedBuilder.enclosure(
                url: url,
                length: attributes[.length],
                type: attributes[.type],
                origin: .enclosure
            )
        )
        return .skipped
    }

    /// Reads what an enclosure says in elements; in RSS 1.0 they may stand in one more, with the address as its
    /// rdf:about.
    private static func beginInEnclosure(
        _ name: LocalName,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        guard name == .enclosure else { return [.url, .length, .type].contains(name) ? .text : .unread }
        let address = attributes[.about] ?? attributes[.resource]
        if builder.parts.enclosure.url == nil { builder.parts.enclosure.url = builder.url(address) }
        return .container(.enclosure)
    }

    /// Opens an image, which may have its address among its attributes.
    private static func beginImage(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        let scope: Scope = builder.isInItem ? .itemImage : .channelImage
        if scope == .channelImage { beginChannelImage(&builder) }
        let address = attributes.address(.url, .href, .src)
        if let address { take(image: builder.url(address), in: scope, &builder) }
        return .container(scope)
    }

    /// Leaves the size of the image whose address counts: that of one before it that has none is kept beside it.
    private static func beginChannelImage(_ builder: inout FeedBuilder) {
        builder.parts.imageIsOther = builder.channel.image?.url != nil
        guard let image = builder.channel.image, image.url == nil else { return }
        for (name, pixels) in [("width", image.width), ("height", image.height)] {
            if let pixels { builder.keep(name, String(pixels), in: .rss) }
        }
        builder.channel.image?.width = nil
        builder.channel.image?.height = nil
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

    /// Where to ask to be told of changes; nil for an element that says nothing.
    private static func cloud(_ attributes: XMLAttributes, _ builder: borrowing FeedBuilder) -> ParsedCloud? {
        var cloud = ParsedCloud()
        cloud.domain = builder.string(attributes[.domain])
        cloud.port = builder.string(attributes[.port])
        cloud.path = builder.string(attributes[.path])
        cloud.registerProcedure = builder.string(attributes[.registerprocedure])
        cloud.protocol = builder.string(attributes[.protocol])
        return cloud == ParsedCloud() ? nil : cloud
    }
}
