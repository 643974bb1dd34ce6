/// The Podcasting 2.0 tags that may stand in items (feed formats H).
package struct ParsedPodcastTags: Sendable, Equatable {
    /// The podcast:transcript elements.
    package var transcripts: [ParsedTranscript] = []
    /// The address of the chapters file.
    package var chaptersURL: String?
    /// The media type of the chapters file.
    package var chaptersType: String?
    /// The podcast:soundbite elements.
    package var soundbites: [ParsedSoundbite] = []
    /// The podcast:person elements.
    package var persons: [ParsedPerson] = []
    /// The podcast:location elements.
    package var locations: [ParsedLocation] = []
    /// The podcast:season number.
    package var seasonNumber: Int?
    /// The name of the season.
    package var seasonName: String?
    /// The podcast:episode number, which may be a fraction.
    package var episodeNumber: Double?
    /// What to show instead of the number.
    package var episodeDisplay: String?
    /// The podcast:license.
    package var license: ParsedLicense?
    /// The podcast:alternateEnclosure elements.
    package var alternateEnclosures: [ParsedAlternateEnclosure] = []
    /// The podcast:value elements.
    package var values: [ParsedValue] = []
    /// The podcast:image elements and the pictures of podcast:images.
    package var images: [ParsedPodcastImage] = []
    /// The podcast:contentLink elements.
    package var contentLinks: [ParsedReference] = []
    /// The podcast:socialInteract elements, most important first.
    package var socialInteractions: [ParsedSocialInteraction] = []
    /// The podcast:txt elements.
    package var txts: [ParsedTxt] = []
    /// The podcast:funding elements.
    package var funding: [ParsedReference] = []
    /// The podcast:chat.
    package var chat: ParsedChat?

    /// Puts the places of discussion in the order of their priorities, those without one last.
    mutating func orderSocialInteractions() {
        guard socialInteractions.count > 1 else { return }
        socialInteractions = socialInteractions.enumerated()
            .sorted { ($0.element.priority ?? .max, $0.offset) < ($1.element.priority ?? .max, $1.offset) }
            .map(\.element)
    }
}

/// The Podcasting 2.0 tags of channels alone (feed formats H).
package struct ParsedPodcastChannelTags: Sendable, Equatable {
    /// The podcast:guid.
    package var guid: String?
    /// The podcast:medium, lower case apart from the L of list forms.
    package var medium: String?
    /// Whether podcast:locked forbids other hosts to import the feed.
    package var locked: Bool?
    /// The address that may unlock the feed.
    package var lockedOwner: String?
    /// The podcast:trailer elements.
    package var trailers: [ParsedTrailer] = []
    /// The podcast:podroll.
    package var podroll: [ParsedRemoteItem] = []
    /// The podcast:remoteItem elements of the channel itself.
    package var remoteItems: [ParsedRemoteItem] = []
    /// The podcast:updateFrequency.
    package var updateFrequency: ParsedUpdateFrequency?
    /// Whether podcast:podping says that podping is used.
    package var usesPodping: Bool?
    /// The podcast:publisher.
    package var publisher: ParsedRemoteItem?
    /// The podcast:block elements.
    package var blocks: [ParsedBlock] = []
    /// The podcast:liveItem elements; they are not episodes.
    package var liveItems: [ParsedLiveItem] = []
}

/// A podcast:liveItem.
package struct ParsedLiveItem: Sendable, Equatable {
    /// The status: pending, live or ended.
    package var status: String?
    /// The start.
    package var startAt: Int64?
    /// The start as written.
    package var startRaw: String?
    /// The end.
    package var endAt: Int64?
    /// The end as written.
    package var endRaw: String?
    /// Everything an item may say.
    package var item = ParsedItem()

    /// Whether nothing is said of when it is live.
    var hasNoAttributes: Bool { status == nil && startRaw == nil && endRaw == nil }
}
