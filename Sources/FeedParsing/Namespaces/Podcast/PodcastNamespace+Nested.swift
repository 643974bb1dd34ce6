extension PodcastNamespace {
    static func beginNested(
        _ name: LocalName,
        in scope: Scope,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch (scope, name) {
        case (.alternateEnclosure, .source): readSource(attributes, &builder)
        case (.alternateEnclosure, .integrity):
            guard builder.parts.alternate.integrityType == nil, builder.parts.alternate.integrityValue == nil else {
                return .unread
            }
            builder.parts.alternate.integrityType = builder.word(attributes[.type])
            builder.parts.alternate.integrityValue = builder.string(attributes[.value])
        case (.value, .valuerecipient):
            guard builder.hasRoom(builder.parts.value.recipients.count) else { return .skipped }
            let recipient = Self.recipient(attributes, &builder)
            builder.parts.value.recipients.append(recipient)
        case (.value, .valuetimesplit):
            builder.parts.timeSplit = timeSplit(attributes)
            return .container(.valueTimeSplit)
        case (.valueTimeSplit, .valuerecipient):
            guard builder.hasRoom(builder.parts.timeSplit.recipients.count) else { return .skipped }
            let recipient = Self.recipient(attributes, &builder)
            builder.parts.timeSplit.recipients.append(recipient)
        case (.valueTimeSplit, .remoteitem):
            guard builder.parts.timeSplit.remoteItem == nil, let remote = remoteItem(attributes, &builder) else {
                return .unread
            }
            builder.parts.timeSplit.remoteItem = remote
        case (.podroll, .remoteitem):
            guard let remote = remoteItem(attributes, &builder) else { return .unread }
            guard builder.hasRoom(builder.channel.podcastChannel.podroll.count) else { return .skipped }
            builder.channel.podcastChannel.podroll.append(remote)
        case (.publisher, .remoteitem):
            guard builder.channel.podcastChannel.publisher == nil, let remote = remoteItem(attributes, &builder) else {
                return .unread
            }
            builder.channel.podcastChannel.publisher = remote
        default: return .unread
        }
        return .skipped
    }

    static func endContainer(_ scope: Scope, _ builder: inout FeedBuilder) {
        switch scope {
        case .alternateEnclosure:
            guard builder.isInItem,
                !builder.isListed(builder.parts.alternate, in: builder.item.podcast.alternateEnclosures),
                builder.hasRoom(builder.item.podcast.alternateEnclosures.count)
            else { return }
            if builder.parts.alternate.sources.isEmpty {
                builder.warn(.missingURL, "an alternate enclosure has no source and cannot be played")
                if builder.parts.alternate == ParsedAlternateEnclosure() { return }
            }
            builder.item.podcast.alternateEnclosures.append(builder.parts.alternate)
        case .value:
            let value = builder.parts.value
            // An empty one says nothing, and must not stand before the next.
            guard value != ParsedValue(), !isListed(value, in: \.values, builder), hasRoom(in: \.values, &builder)
            else { return }
            change(&builder) { $0.values.append(value) }
        case .valueTimeSplit:
            guard builder.hasRoom(builder.parts.value.timeSplits.count) else { return }
            builder.parts.value.timeSplits.append(builder.parts.timeSplit)
        default: break
        }
    }

    static func beginValue(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        var value = ParsedValue()
        value.type = builder.word(attributes[.type])
        value.method = builder.word(attributes[.method])
        value.suggested = builder.string(attributes[.suggested])
        builder.parts.value = value
        return .container(.value)
    }

    static func beginAlternateEnclosure(
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        var alternate = ParsedAlternateEnclosure()
        alternate.type = builder.word(attributes[.type])
        alternate.length = attributes[.length].flatMap(EnclosureLength.parse)
        alternate.bitrate = attributes.decimal(.bitrate)
        alternate.height = attributes.integer(.height)
        // Feeds write "language", as on transcripts.
        alternate.language = builder.string(attributes[.lang] ?? attributes[.language])
        alternate.title = attributes[.title].flatMap { FieldText($0).name }
        alternate.rel = builder.string(attributes[.rel])
        alternate.codecs = builder.string(attributes[.codecs])
        alternate.isDefault = attributes.parsed(.default, BooleanWord.parse) ?? false
        // Before there were sources the address was an attribute.
        if let uri = builder.url(attributes.address(.url, .href, .src)) {
            alternate.sources = [ParsedAlternateEnclosure.Source(uri: uri, contentType: nil)]
        }
        builder.parts.alternate = alternate
        return .container(.alternateEnclosure)
    }

    /// A feed, or an item of one; nil for what says of no feed which it is.
    static func remoteItem(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ParsedRemoteItem? {
        var remote = ParsedRemoteItem()
        remote.feedGUID = attributes[.feedguid].flatMap(UUIDText.parse) ?? builder.string(attributes[.feedguid])
        remote.feedURL = builder.url(attributes[.feedurl])
        guard remote.feedGUID != nil || remote.feedURL != nil else {
            builder.warn(.invalidValue, "a podcast:remoteItem names no feed and was left out")
            return nil
        }
        remote.itemGUID = builder.string(attributes[.itemguid])
        remote.medium = builder.string(attributes[.medium])
        remote.title = attributes[.title].flatMap { FieldText($0).name }
        return remote
    }

    private static func readSource(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) {
        guard let uri = builder.url(attributes[.uri] ?? attributes.address(.url, .src, .href)),
            builder.hasRoom(builder.parts.alternate.sources.count)
        else { return }
        builder.parts.alternate.sources.append(
            ParsedAlternateEnclosure.Source(
                uri: uri,
                contentType: builder.word(attributes[.contenttype] ?? attributes[.type])
            )
        )
    }

    /// Reads a recipient; without an address or a share it cannot be paid, but is listed.
    private static func recipient(
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ParsedValueRecipient {
        var recipient = ParsedValueRecipient()
        recipient.name = attributes[.name].flatMap { FieldText($0).name }
        recipient.type = builder.word(attributes[.type])
        recipient.address = builder.string(attributes[.address])
        recipient.split = attributes.parsed(.split, share)
        recipient.customKey = builder.string(attributes[.customkey])
        recipient.customValue = builder.string(attributes[.customvalue])
        recipient.isFee = attributes.parsed(.fee, BooleanWord.parse) ?? false
        if recipient.type == nil || recipient.address == nil || recipient.split == nil {
            builder.warn(.invalidValue, "a value recipient has no type, no address or no split, and cannot be paid")
        }
        return recipient
    }

    /// A share, which some write with a percent sign.
    private static func share(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        let text = ASCIIText.trimmed(bytes)
        return DecimalNumber.parseAmount(text.last == 0x25 ? UnsafeBufferPointer(rebasing: text.dropLast()) : text)
    }

    private static func timeSplit(_ attributes: XMLAttributes) -> ParsedValueTimeSplit {
        var split = ParsedValueTimeSplit()
        split.startSeconds = attributes.parsed(.startTime, NormalPlayTime.parse)
        split.durationSeconds = attributes.parsed(.duration, NormalPlayTime.parse)
        split.remoteStartSeconds = attributes.parsed(.remotestarttime, NormalPlayTime.parse) ?? 0
        split.remotePercentage = min(100, max(0, attributes.parsed(.remotepercentage, DecimalNumber.parse) ?? 100))
        return split
    }
}
