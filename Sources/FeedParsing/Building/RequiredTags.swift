/// Checks an RSS feed for the tags PSP-1 requires (feed formats M).
///
/// A missing tag is a warning for the publisher and never a reason to refuse
/// the feed.
enum RequiredTags {
    /// The warnings for what is missing, one for each tag.
    static func warnings(for channel: ParsedChannel, _ items: [ParsedItem], hasITunesImage: Bool) -> [FeedWarning] {
        guard isPodcast(channel, items, hasITunesImage) else { return [] }
        var missing: [String] = []
        if channel.selfURL == nil { missing.append("<atom:link rel=\"self\">") }
        if channel.title == nil { missing.append("<title>") }
        if channel.description == nil { missing.append("<description>") }
        if channel.link == nil { missing.append("<link>") }
        if channel.language == nil { missing.append("<language>") }
        if channel.itunesCategories.isEmpty { missing.append("<itunes:category>") }
        if channel.explicitRaw == nil { missing.append("<itunes:explicit>") }
        if !hasITunesImage { missing.append("<itunes:image>") }
        let ofChannel = missing.map { tag in
            FeedWarning(kind: .missingTag, line: nil, detail: "the channel has no \(tag), which PSP-1 requires")
        }
        return ofChannel + Self.missing(in: items)
    }

    /// Whether a feed means to be a podcast: blogs are written in RSS too, and
    /// need none of these tags.
    static func isPodcast(_ channel: ParsedChannel, _ items: [ParsedItem], _ hasITunesImage: Bool) -> Bool {
        if hasITunesImage || !channel.itunesCategories.isEmpty || channel.explicitRaw != nil { return true }
        if channel.itunesAuthor != nil || channel.owner != nil || channel.type != nil { return true }
        if channel.podcast != ParsedPodcastTags() || channel.podcastChannel != ParsedPodcastChannelTags() {
            return true
        }
        return items.contains { item in item.enclosures.contains(where: \.isPlayable) }
    }

    /// The warnings for what items lack.
    static func missing(in items: [ParsedItem]) -> [FeedWarning] {
        var title = Count("<title>")
        var guid = Count("<guid>")
        var enclosure = Count("<enclosure>")
        var length = Count("length on their <enclosure>")
        // A guessed one was missing, or said what the file cannot be.
        var type = Count("fitting type on their <enclosure>")
        // By index: a copy of every item would cost more than parsing it.
        for index in items.indices {
            let line = items[index].line
            if items[index].title == nil { title.add(line) }
            if items[index].guid == nil { guid.add(line) }
            guard let own = items[index].enclosures.firstIndex(where: { $0.origin == .enclosure }) else {
                enclosure.add(line)
                continue
            }
            if items[index].enclosures[own].length == nil { length.add(line) }
            if items[index].enclosures[own].typeIsGuessed { type.add(line) }
        }
        return [title, guid, enclosure, length, type].compactMap { $0.warning(of: items.count) }
    }
}

/// Counts the items without a tag.
private struct Count {
    private let tag: String
    private var count = 0
    private var line: Int?

    init(_ tag: String) {
        self.tag = tag
    }

    mutating func add(_ line: Int?) {
        if count == 0 { self.line = line }
        count += 1
    }

    func warning(of total: Int) -> FeedWarning? {
        guard count > 0 else { return nil }
        return FeedWarning(
            kind: .missingTag,
            line: line,
            detail: "\(count) of \(total) items have no \(tag), which PSP-1 requires"
        )
    }
}
