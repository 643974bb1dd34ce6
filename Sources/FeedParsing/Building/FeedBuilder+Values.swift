/// What the namespaces share: reading values and choosing between the elements
/// that may give the same one.
extension FeedBuilder {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// What relative URLs are resolved against here: the nearest xml:base, else
    /// the document's own URL, else the site of the show.
    var base: String? { bases.last ?? documentBase ?? channel.link }

    /// Notes the xml:base of an element; tells whether it has one.
    mutating func pushBase(_ attributes: XMLAttributes) -> Bool {
        guard attributes.hasXML, let value = attributes.xml(.base),
            let base = URLReference.base(value, within: bases.last ?? documentBase)
        else { return false }
        bases.append(base)
        return true
    }

    /// A URL made absolute; nil when there is none.
    func url(_ bytes: Bytes?) -> String? {
        guard let bytes else { return nil }
        return URLReference.resolved(bytes, against: base)
    }

    /// A URL written as text where people write other things too: nil when
    /// white space, a quotation mark or an angle bracket is in it.
    func address(_ field: FieldText) -> String? {
        let isAddress = field.bytes.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x3C && $0 != 0x3E }
        return isAddress ? url(field.bytes) : nil
    }

    /// A trimmed text; nil when empty.
    func string(_ bytes: Bytes?) -> String? {
        guard let bytes else { return nil }
        return FieldText(bytes).string
    }

    /// A trimmed text in lower case; nil when empty.
    func word(_ bytes: Bytes?) -> String? {
        string(bytes)?.lowercased()
    }

    /// A number of pixels and the like.
    func integer(_ bytes: Bytes?) -> Int? {
        guard let bytes else { return nil }
        return WholeNumber.parse(bytes).map(Int.init)
    }

    /// A number that may have a fraction.
    func decimal(_ bytes: Bytes?) -> Double? {
        guard let bytes else { return nil }
        return DecimalNumber.parse(bytes)
    }

    /// A date, with a warning when it cannot be read or cannot be true.
    mutating func date(_ field: FieldText) -> Int64? {
        guard !field.isEmpty else { return nil }
        switch FeedDate.read(field.bytes) {
        case .date(let seconds):
            return seconds
        case .suspicious:
            warn(.suspiciousDate, "the date \"\(field.quotation)\" cannot be true and was ignored")
        case .unparsable:
            warn(.invalidDate, "the date \"\(field.quotation)\" could not be read")
        }
        return nil
    }

    /// Whether a list may grow by an entry, whose weight is taken.
    mutating func hasRoom(_ count: Int, _ weight: Int = Allowance.Weight.entry) -> Bool {
        count < configuration.maximumListEntries && weigh(weight)
    }

    /// Whether a list without repetitions may grow by an entry, whose weight is
    /// taken.
    mutating func hasRoomForDistinct(_ count: Int, _ weight: Int = Allowance.Weight.entry) -> Bool {
        count < configuration.maximumDistinctEntries && weigh(weight)
    }

    // MARK: Choices

    /// Offers a picture; the lowest rank wins, then the first.
    mutating func chooseArtwork(_ url: String?, rank: UInt8) {
        guard let url else { return }
        let (best, chosen) =
            isInItem ? (choices.artwork, item.artworkURL) : (channelChoices.artwork, channel.artworkURL)
        guard rank < best else {
            if url != chosen { keepPicture(url, rank: rank) }
            return
        }
        if let chosen, chosen != url { keepPicture(chosen, rank: best) }
        if isInItem {
            choices.artwork = rank
            item.artworkURL = url
        } else {
            channelChoices.artwork = rank
            channel.artworkURL = url
        }
    }

    /// Keeps a picture that is not the best one, unless a list has it anyway.
    private mutating func keepPicture(_ url: String, rank: UInt8) {
        switch rank {
        case ArtworkRank.itunes: keep("image", nil, [("href", url)], in: .itunes)
        case ArtworkRank.itunesText: keep("image", url, in: .itunes)
        case ArtworkRank.thumbnail, ArtworkRank.groupThumbnail: keep("thumbnail", nil, [("url", url)], in: .media)
        case ArtworkRank.googlePlay where isInItem, ArtworkRank.channelGooglePlay where !isInItem:
            keep("image", nil, [("href", url)], in: .googlePlay)
        case ArtworkRank.atomLogo: keep("logo", url, in: .atom)
        case ArtworkRank.channelThumbnail: keep("thumbnail", nil, [("url", url)], in: .media)
        case ArtworkRank.atomIcon: keep("icon", url, in: .atom)
        case ArtworkRank.channelMediaContent: keep("content", nil, [("url", url)], in: .media)
        default: break
        }
    }

    /// Offers a picture that beats an earlier one of the same rank.
    mutating func replaceArtwork(_ url: String, rank: UInt8) {
        if isInItem, choices.artwork == rank { choices.artwork = FieldChoices.none }
        if !isInItem, channelChoices.artwork == rank { channelChoices.artwork = FieldChoices.none }
        chooseArtwork(url, rank: rank)
    }

    /// Offers a page; the lowest rank wins, then the first.
    mutating func chooseLink(_ url: String?, rank: UInt8) {
        guard let url else { return }
        let (best, chosen) = isInItem ? (choices.link, item.link) : (channelChoices.link, channel.link)
        guard rank < best else { return keepPage(url, chosen) }
        if let chosen { keepPage(chosen, url) }
        if isInItem {
            choices.link = rank
            item.link = url
        } else {
            channelChoices.link = rank
            channel.link = url
        }
    }

    /// Keeps a page that is not the chosen one among the links.
    private mutating func keepPage(_ url: String, _ chosen: String?) {
        guard url != chosen else { return }
        let known = isInItem ? item.links : channel.links
        guard !known.contains(where: { $0.url == url }), hasRoomForDistinct(known.count, Allowance.Weight.link)
        else { return }
        let link = ParsedLink(rel: "alternate", url: url)
        if isInItem { item.links.append(link) } else { channel.links.append(link) }
    }

    /// Offers a publication date for the open item; the lowest rank that can be
    /// read wins.
    ///
    /// - Returns: Whether its text is kept.
    @discardableResult
    mutating func choosePublished(_ field: FieldText, rank: UInt8) -> Bool {
        guard rank < choices.published || item.publishedAt == nil, let raw = field.line else { return false }
        if let seconds = date(field) {
            // One that could not be read gives way to one that can.
            if item.publishedAt == nil, let other = item.publishedRaw { keep("pubDate", other, in: .rss) }
            if item.publishedAt != nil, choices.published == 2 { keep("published", item.publishedRaw, in: .atom) }
            item.publishedAt = seconds
            item.publishedRaw = raw
            choices.published = rank
            return true
        }
        guard item.publishedRaw == nil else { return false }
        item.publishedRaw = raw
        return true
    }

    /// Offers a time of the last change for the open item.
    ///
    /// - Returns: Whether it is kept.
    @discardableResult
    mutating func chooseUpdated(_ field: FieldText, rank: UInt8) -> Bool {
        guard rank < choices.updated, let raw = field.line, let seconds = date(field) else { return false }
        choices.updated = rank
        item.updatedAt = seconds
        item.updatedRaw = raw
        return true
    }

    /// Offers a time of the last build of the channel.
    ///
    /// - Returns: Whether its text is kept.
    @discardableResult
    mutating func chooseLastBuild(_ field: FieldText, rank: UInt8) -> Bool {
        guard rank < channelChoices.updated, let raw = field.line else { return false }
        guard let seconds = date(field) else {
            guard channel.lastBuildRaw == nil else { return false }
            channel.lastBuildRaw = raw
            return true
        }
        if channel.lastBuildAt == nil, let other = channel.lastBuildRaw { keep("lastBuildDate", other, in: .rss) }
        channelChoices.updated = rank
        channel.lastBuildAt = seconds
        channel.lastBuildRaw = raw
        return true
    }

    /// Offers a language for the channel.
    ///
    /// - Returns: Whether it is kept.
    @discardableResult
    mutating func chooseChannelLanguage(_ bytes: Bytes, rank: UInt8) -> Bool {
        guard rank < channelChoices.language, let language = LanguageTag.parse(bytes) else { return false }
        channelChoices.language = rank
        channel.language = language
        return true
    }

    /// Offers a language for the item or channel.
    ///
    /// - Returns: Whether it is kept.
    @discardableResult
    mutating func chooseLanguage(_ bytes: Bytes, rank: UInt8) -> Bool {
        guard isInItem else { return chooseChannelLanguage(bytes, rank: rank) }
        guard rank < choices.language, let language = LanguageTag.parse(bytes) else { return false }
        choices.language = rank
        item.language = language
        return true
    }

    /// Offers the rights of the item or channel.
    ///
    /// - Returns: Whether they are kept.
    @discardableResult
    mutating func chooseRights(_ text: String?, rank: UInt8) -> Bool {
        guard let text, rank < (isInItem ? choices.rights : channelChoices.rights) else { return false }
        if isInItem {
            choices.rights = rank
            item.rights = text
        } else {
            channelChoices.rights = rank
            channel.copyright = text
        }
        return true
    }

    /// Offers an explicit flag; its text is kept even when it is not understood.
    ///
    /// - Returns: Whether it was understood and the best so far.
    @discardableResult
    mutating func chooseExplicit(_ field: FieldText, rank: UInt8) -> Bool {
        guard rank < (isInItem ? choices.explicit : channelChoices.explicit), let raw = field.string else {
            return false
        }
        let flag = ExplicitFlag.parse(field.bytes)
        if flag == nil { warn(.invalidValue, "explicit is \"\(field.quotation)\", which is neither yes nor no") }
        if isInItem {
            if flag != nil { choices.explicit = rank }
            item.explicit = flag
            item.explicitRaw = raw
        } else {
            if flag != nil { channelChoices.explicit = rank }
            channel.explicit = flag
            channel.explicitRaw = raw
        }
        return flag != nil
    }

    /// Adds a category to the open item or the channel, once.
    mutating func addCategory(_ category: ParsedCategory) {
        if isInItem {
            guard !item.categories.contains(category),
                hasRoomForDistinct(item.categories.count, Allowance.Weight.word)
            else { return }
            item.categories.append(category)
        } else {
            guard !channel.categories.contains(category),
                hasRoomForDistinct(channel.categories.count, Allowance.Weight.word)
            else { return }
            channel.categories.append(category)
        }
    }

    /// Adds keywords to the open item or the channel.
    mutating func addKeywords(_ bytes: Bytes) {
        let known = isInItem ? item.keywords : channel.keywords
        let room = max(0, configuration.maximumDistinctEntries - known.count)
        guard room > 0, weigh(Allowance.Weight.word) else { return }
        if !parts.keywordText.isSame(as: bytes) { parts.keywords = KeywordList.parse(bytes) }
        var keywords = parts.keywords
        if !known.isEmpty { keywords = known + keywords.prefix(room).filter { !known.contains($0) } }
        if keywords.count > configuration.maximumDistinctEntries {
            keywords = Array(keywords.prefix(configuration.maximumDistinctEntries))
        }
        if isInItem {
            item.keywords = keywords
        } else {
            channel.keywords = keywords
        }
    }

    /// Adds an enclosure to the open item, once for each URL.
    mutating func addEnclosure(_ enclosure: ParsedEnclosure) {
        for known in item.enclosures where known.url == enclosure.url { return }
        guard hasRoomForDistinct(item.enclosures.count) else { return }
        item.enclosures.append(enclosure)
    }

    /// Makes an enclosure of a URL and what is said about it.
    func enclosure(
        url: String,
        length: Bytes?,
        type: Bytes?,
        origin: ParsedEnclosure.Origin
    ) -> ParsedEnclosure {
        var address = url
        let media = address.withUTF8 { MediaType(type, url: $0) }
        return ParsedEnclosure(
            url: url,
            length: length.flatMap(EnclosureLength.parse),
            type: media.text,
            typeIsGuessed: media.isGuessed,
            origin: origin
        )
    }
}
