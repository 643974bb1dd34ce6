/// Checks an RSS feed for the tags PSP-1 requires (feed formats M).
///
/// A missing tag is a warning for the publisher and never a reason to refuse
/// the feed.
enum RequiredTags {
    /// The warnings for what is missing in a podcast, one for each tag.
    static func warnings(
        for channel: ParsedChannel,
        _ missing: MissingItemTags,
        hasITunesImage: Bool
    ) -> [FeedWarning] {
        var lacking: [String] = []
        if channel.selfURL == nil { lacking.append("<atom:link rel=\"self\">") }
        if channel.title == nil { lacking.append("<title>") }
        if channel.description == nil { lacking.append("<description>") }
        if channel.link == nil { lacking.append("<link>") }
        if channel.language == nil { lacking.append("<language>") }
        if channel.itunesCategories.isEmpty { lacking.append("<itunes:category>") }
        if channel.explicitRaw == nil { lacking.append("<itunes:explicit>") }
        if !hasITunesImage { lacking.append("<itunes:image>") }
        let ofChannel = lacking.map { tag in
            FeedWarning(kind: .missingTag, line: nil, detail: "the channel has no \(tag), which PSP-1 requires")
        }
        return ofChannel + missing.warnings
    }

    /// Whether a channel means to be a podcast's, whatever its items are: blogs are written in RSS too, and need none of
    /// these tags.
    static func isPodcast(_ channel: ParsedChannel, _ hasITunesImage: Bool) -> Bool {
        if hasITunesImage || !channel.itunesCategories.isEmpty || channel.explicitRaw != nil { return true }
        if channel.itunesAuthor != nil || channel.owner != nil || channel.type != nil { return true }
        return channel.podcast != ParsedPodcastTags() || channel.podcastChannel != ParsedPodcastChannelTags()
    }
}
