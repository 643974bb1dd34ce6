/// Media RSS (feed formats J).
enum MediaNamespace {
    static func begin(
        _ name: LocalName,
        in scope: Scope,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        guard scope == .item || scope == .channel || scope == .mediaGroup else { return .unread }
        switch name {
        case .group:
            return .container(.mediaGroup)
        case .content:
            readContent(attributes, &builder)
            return .container(.mediaGroup)
        case .thumbnail:
            let rank = scope == .mediaGroup ? ArtworkRank.groupThumbnail : ArtworkRank.thumbnail
            builder.chooseArtwork(
                builder.url(attributes[.url]),
                rank: builder.isInItem ? rank : ArtworkRank.channelThumbnail
            )
            return .skipped
        case .title, .keywords, .copyright:
            return .text
        case .description:
            builder.parts.textType = builder.word(attributes[.type]) == "html" ? .html : .unspecified
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
        case .title: endTitle(field, &builder)
        case .description: endDescription(field, &builder)
        case .keywords: builder.addKeywords(field.bytes)
        case .copyright:
            builder.chooseRights(field.line, rank: 4)
            field.leave()
        case .category:
            guard let text = field.line else { return }
            builder.parts.category.text = text
            builder.addCategory(builder.parts.category)
        default: break
        }
    }

    private static func readContent(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) {
        guard builder.isInItem else { return readChannelContent(attributes, &builder) }
        var content = ParsedMediaContent()
        content.url = builder.url(attributes[.url])
        content.fileSize = attributes[.filesize].flatMap(EnclosureLength.parse)
        content.type = builder.string(attributes[.type])
        content.medium = builder.word(attributes[.medium])
        content.isDefault = attributes[.isdefault].flatMap(BooleanWord.parse) ?? false
        content.expression = builder.word(attributes[.expression])
        content.bitrate = builder.decimal(attributes[.bitrate])
        content.framerate = builder.decimal(attributes[.framerate])
        content.samplingrate = builder.decimal(attributes[.samplingrate])
        content.channels = builder.integer(attributes[.channels])
        content.durationSeconds = attributes[.duration].flatMap(EpisodeDuration.parse)
        content.width = builder.integer(attributes[.width])
        content.height = builder.integer(attributes[.height])
        content.language = builder.string(attributes[.lang])
        let isImage = content.type.map { $0.hasPrefix("image/") } ?? (content.medium == "image")
        if isImage { builder.chooseArtwork(content.url, rank: ArtworkRank.mediaContent) }
        if builder.choices.mediaDuration == nil { builder.choices.mediaDuration = content.durationSeconds }
        // A short tag makes a large value: their number in a document is bounded.
        builder.mediaCount += 1
        guard builder.hasRoom(builder.item.mediaContents.count),
            builder.mediaCount <= builder.configuration.maximumExtensionElements
        else { return }
        builder.item.mediaContents.append(content)
    }

    /// A channel plays nothing; its media:content can only be its picture.
    private static func readChannelContent(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) {
        let type = builder.word(attributes[.type])
        let isImage = type.map { $0.hasPrefix("image/") } ?? (builder.word(attributes[.medium]) == "image")
        guard isImage else { return }
        builder.chooseArtwork(builder.url(attributes[.url]), rank: ArtworkRank.channelMediaContent)
    }

    private static func endTitle(_ field: FieldText, _ builder: inout FeedBuilder) {
        if builder.isInItem {
            if builder.item.otherTexts.mediaTitle == nil { builder.item.otherTexts.mediaTitle = field.title }
        } else if builder.channel.otherTexts.mediaTitle == nil {
            builder.channel.otherTexts.mediaTitle = field.title
        }
    }

    private static func endDescription(_ field: FieldText, _ builder: inout FeedBuilder) {
        if builder.isInItem {
            guard builder.item.otherTexts.mediaDescription == nil, let notes = field.notes else { return }
            builder.item.otherTexts.mediaDescription = notes
            builder.item.otherTexts.mediaDescriptionType = builder.parts.textType
        } else if builder.channel.otherTexts.mediaDescription == nil, let notes = field.notes {
            builder.channel.otherTexts.mediaDescription = notes
            builder.channel.otherTexts.mediaDescriptionType = builder.parts.textType
        }
    }
}
