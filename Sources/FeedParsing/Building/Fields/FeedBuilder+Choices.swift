/// Which of the elements that may give the same value gives it: each is offered
/// with a rank, and the lowest wins.
extension FeedBuilder {
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

    /// Offers a title in the words of the format that the feed is not written in: it counts at the end of the item or
    /// channel, if that has none of its own by then.
    mutating func offerTitle(_ title: String?, _ field: FieldText) {
        guard let title, (isInItem ? choices.otherTitle : channelChoices.otherTitle) == nil else {
            return field.leave()
        }
        if isInItem {
            choices.otherTitle = title
        } else {
            channelChoices.otherTitle = title
        }
    }

    /// Takes the title that was offered to the item or channel that ends, or keeps it beside the one that this has.
    @inline(never)
    mutating func settle(otherTitle: String) {
        if isInItem, item.title == nil {
            item.title = otherTitle
        } else if !isInItem, channel.title == nil {
            channel.title = otherTitle
        } else {
            keep("title", otherTitle, in: root.kind == .atom ? .rss : .atom)
        }
    }

    /// Offers show notes in full for the open item: the best source wins, then the first.
    mutating func chooseContent(_ field: FieldText, _ source: ContentSource, _ type: ParsedTextType = .html) {
        guard source.rawValue < choices.content, let content = field.notes else { return }
        chooseContent(content, source, type)
    }

    /// Takes show notes in full, which are better than what the open item has.
    ///
    /// It is handed over: a text that was just written is dear to retain.
    mutating func chooseContent(_ content: consuming String, _ source: ContentSource, _ type: ParsedTextType) {
        if let other = item.content, let element = ContentSource(rawValue: choices.content)?.element {
            keep(element.name, other, in: element.namespace)
        }
        choices.content = source.rawValue
        item.contentText = .memory(content)
        item.contentType = type
    }

    /// Takes back what was read as the channel's before there was one: it speaks of something else, such as the system
    /// that made the feed.
    mutating func forgetWhatStandsForTheChannel() {
        if let link = channel.link { keepPage(link, nil) }
        if let title = channel.title { keep("title", title, in: .rss) }
        if let description = channel.description { keep("description", description, in: .rss) }
        channel.link = nil
        channel.title = nil
        channel.description = nil
        channelChoices.link = FieldChoices.none
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
    /// That it cannot be read is said if `warns` is true.
    ///
    /// - Returns: Whether its text is kept.
    @discardableResult
    mutating func choosePublished(_ field: FieldText, rank: UInt8, warns: Bool = true) -> Bool {
        guard rank < choices.published || item.publishedAt == nil, let raw = field.line else { return false }
        if let seconds = date(field, warns: warns) {
            // One that could not be read gives way to one that can.
            if item.publishedAt == nil, let other = item.publishedRaw { keep("pubDate", other, in: .rss) }
            let isKept = choices.published != 2 || root.kind != .atom
            if item.publishedAt != nil, !isKept { keep("published", item.publishedRaw, in: .atom) }
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
        if flag == nil {
            warn(.invalidValue, "explicit is \"\(field.quotation)\", which is neither yes nor no")
            // What says neither takes the place of nothing that says one.
            if (isInItem ? item.explicit : channel.explicit) != nil { return false }
        }
        if isInItem {
            if flag != nil { choices.explicit = rank }
            item.explicit = flag
            item.explicitRaw = raw
        } else {
            if flag != nil { channelChoices.explicit = rank }
            channel.explicit = flag
            channel.explicitRaw = raw
        }
        // "clean" says more than no, and is kept, too.
        return BooleanWord.parse(field.bytes) != nil
    }
}
