/// Checks an RSS feed for the tags PSP-1 requires (feed formats M).
///
/// A missing tag is a warning for the publisher and never a reason to refuse
/// the feed.
enum RequiredTags {
    /// The warnings for what is missing, one for each tag.
    static func warnings(for channel: ParsedChannel, _ items: [ParsedItem], hasITunesImage: Bool) -> [FeedWarning] {
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
        return ofChannel + [
            count(items, "<title>") { $0.title == nil },
            count(items, "<guid>") { $0.guid == nil },
            count(items, "<enclosure>") { !$0.enclosures.contains { $0.origin == .enclosure } },
            count(items, "length on their <enclosure>") { item in
                item.enclosures.contains { $0.origin == .enclosure && $0.length == nil }
            },
        ].compactMap { $0 }
    }

    private static func count(
        _ items: [ParsedItem], _ tag: String, where isMissing: (ParsedItem) -> Bool
    ) -> FeedWarning? {
        var count = 0
        var line: Int?
        for item in items where isMissing(item) {
            count += 1
            line = line ?? item.line
        }
        guard count > 0 else { return nil }
        return FeedWarning(
            kind: .missingTag, line: line,
            detail: "\(count) of \(items.count) items have no \(tag), which PSP-1 requires")
    }
}
