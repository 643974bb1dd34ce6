/// Media RSS (feed formats J).
///
/// Titles, descriptions and thumbnails may be said of an item, of a group and
/// of one content. What is said of a group holds for the contents in it that
/// say nothing themselves; of the item it is what stands nearest to it.
enum MediaNamespace {
    static func begin(
        _ name: LocalName,
        in scope: Scope,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        guard [.item, .channel, .mediaGroup, .mediaContent].contains(scope) else { return .unread }
        switch name {
        case .group where scope == .item || scope == .channel:
            builder.parts.mediaGroup = ParsedMediaContent()
            builder.parts.mediaGroupStart = builder.item.mediaContents.count
            return .container(.mediaGroup)
        case .content where scope != .mediaContent:
            readContent(attributes, &builder)
            return .container(.mediaContent)
        case .thumbnail:
            guard let address = builder.url(attributes.address(.url, .href, .src)) else { return .text }
            choose(thumbnail: address, in: scope, &builder)
            return .skipped
        case .title, .keywords, .copyright:
            return .text
        case .description:
            // Whether it is HTML is seen by the text; many say `plain` of what is not.
            _ = attributes[.type]
            return .markup
        case .category:
            builder.parts.category = ParsedCategory(
                text: "",
                domain: builder.string(attributes[.scheme]),
                label: builder.string(attributes[.label])
            )
            return .text
        default:
            return .unread
        }
    }

    static func end(_ name: LocalName, in scope: Scope, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .title: endTitle(field, in: scope, &builder)
        case .thumbnail:
            guard let address = builder.address(field) else { return }
            choose(thumbnail: address, in: scope, &builder)
        case .description: endDescription(field, in: scope, &builder)
        case .keywords: builder.addKeywords(field.bytes)
        case .copyright:
            builder.chooseRights(field.name, rank: 4)
            field.leave()
        case .category: builder.endCategory(field)
        default: break
        }
    }

    private static func choose(thumbnail address: String, in scope: Scope, _ builder: inout FeedBuilder) {
        let rank = scope == .item ? ArtworkRank.thumbnail : ArtworkRank.groupThumbnail
        offer(\.thumbnailURL, address, in: scope, &builder)
        builder.chooseArtwork(address, rank: builder.isInItem ? rank : ArtworkRank.channelThumbnail)
    }

    private static func readContent(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) {
        guard builder.isInItem else { return readChannelContent(attributes, &builder) }
        var content = ParsedMediaContent()
        content.url = builder.url(attributes.address(.url, .href, .src))
        content.fileSize = attributes[.filesize].flatMap(EnclosureLength.parse)
        content.type = builder.string(attributes[.type])
        content.medium = builder.word(attributes[.medium])
        content.isDefault = attributes.parsed(.isdefault, BooleanWord.parse) ?? false
        content.expression = builder.word(attributes[.expression])
        content.bitrate = attributes.decimal(.bitrate)
        content.framerate = attributes.decimal(.framerate)
        content.samplingrate = attributes.decimal(.samplingrate)
        content.channels = attributes.integer(.channels)
        content.durationSeconds = attributes.parsed(.duration, EpisodeDuration.known)?.seconds
        content.width = attributes.integer(.width)
        content.height = attributes.integer(.height)
        content.language = builder.string(attributes[.lang])
        let isImage = content.type.map { $0.hasPrefix("image/") } ?? (content.medium == "image")
        if isImage { builder.chooseArtwork(content.url, rank: ArtworkRank.mediaContent) }
        guard builder.hasRoom(builder.item.mediaContents.count, Allowance.Weight.mediaContent) else { return }
        builder.item.mediaContents.append(content)
    }

    /// A channel plays nothing; its media:content can only be its picture.
    private static func readChannelContent(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) {
        let type = builder.word(attributes[.type])
        let isImage = type.map { $0.hasPrefix("image/") } ?? (builder.word(attributes[.medium]) == "image")
        guard isImage else { return }
        let address = builder.url(attributes.address(.url, .href, .src))
        builder.chooseArtwork(address, rank: ArtworkRank.channelMediaContent)
    }

    private static func endTitle(_ field: FieldText, in scope: Scope, _ builder: inout FeedBuilder) {
        guard builder.isInItem else {
            if builder.channel.otherTexts.mediaTitle == nil { builder.channel.otherTexts.mediaTitle = field.title }
            return
        }
        let title = field.title
        offer(\.title, title, in: scope, &builder)
        guard let title, distance(of: scope) < builder.choices.mediaTitle else { return field.leave() }
        if let other = builder.item.otherTexts.mediaTitle { builder.keep("title", other, in: .media) }
        builder.choices.mediaTitle = distance(of: scope)
        builder.item.otherTexts.mediaTitle = title
    }

    private static func endDescription(_ field: FieldText, in scope: Scope, _ builder: inout FeedBuilder) {
        guard builder.isInItem else {
            guard builder.channel.otherTexts.mediaDescription == nil, let notes = field.notes else { return }
            builder.channel.otherTexts.mediaDescription = notes
            return
        }
        let notes = field.notes
        offer(\.description, notes, in: scope, &builder)
        guard let notes, distance(of: scope) < builder.choices.mediaDescription else { return field.leave() }
        if let other = builder.item.otherTexts.mediaDescription { builder.keep("description", other, in: .media) }
        builder.choices.mediaDescription = distance(of: scope)
        builder.item.otherTexts.mediaDescription = notes
    }

    /// How far from the item a value stands.
    private static func distance(of scope: Scope) -> UInt8 {
        switch scope {
        case .mediaGroup: 1
        case .mediaContent: 2
        default: 0
        }
    }

    // MARK: - Groups

    /// Notes a value for the content or group it stands in; the first counts.
    private static func offer(
        _ path: WritableKeyPath<ParsedMediaContent, String?>,
        _ value: String?,
        in scope: Scope,
        _ builder: inout FeedBuilder
    ) {
        guard builder.isInItem, let value else { return }
        if scope == .mediaGroup, builder.parts.mediaGroup[keyPath: path] == nil {
            builder.parts.mediaGroup[keyPath: path] = value
        }
        guard scope == .mediaContent, let last = builder.item.mediaContents.indices.last else { return }
        if builder.item.mediaContents[last][keyPath: path] == nil {
            builder.item.mediaContents[last][keyPath: path] = value
        }
    }

    /// Lets the contents of a group inherit what it says.
    static func endGroup(_ builder: inout FeedBuilder) {
        let group = builder.parts.mediaGroup
        let start = builder.parts.mediaGroupStart
        guard builder.isInItem, start < builder.item.mediaContents.count else { return }
        for index in start..<builder.item.mediaContents.count {
            builder.item.mediaContents[index].title = builder.item.mediaContents[index].title ?? group.title
            builder.item.mediaContents[index].description =
                builder.item.mediaContents[index].description ?? group.description
            builder.item.mediaContents[index].thumbnailURL =
                builder.item.mediaContents[index].thumbnailURL ?? group.thumbnailURL
        }
    }
}
