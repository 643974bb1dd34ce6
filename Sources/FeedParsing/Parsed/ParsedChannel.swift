/// The show-level data of a feed, as published.
package struct ParsedChannel: Sendable, Equatable {
    // MARK: - Identity and texts

    /// The Atom id or rdf:about.
    package var id: String?
    /// The title, without markup.
    package var title: String?
    /// The itunes:title.
    package var itunesTitle: String?
    /// The site of the show.
    package var link: String?
    /// The RSS description or JSON description.
    package var description: String?
    /// The itunes:subtitle.
    package var subtitle: String?
    /// The itunes:summary.
    package var summary: String?
    /// Texts from other namespaces; the Atom subtitle is `atomSummary` here.
    package var otherTexts = ParsedOtherTexts()
    /// The language, lower case with hyphens: language, dc:language, xml:lang.
    package var language: String?
    /// The copyright: copyright, dc:rights, Atom rights, itunes:copyright.
    package var copyright: String?
    /// The program that wrote the feed.
    package var generator: String?
    /// The page that describes the format.
    package var docs: String?
    /// The PICS rating.
    package var rating: String?

    // MARK: - People

    /// The itunes:author.
    package var itunesAuthor: String?
    /// The itunes:owner, or googleplay:email as its address.
    package var owner: ParsedContact?
    /// The Atom or JSON authors.
    package var authors: [ParsedContact] = []
    /// The Atom contributors.
    package var contributors: [ParsedContact] = []
    /// The dc:creator elements.
    package var creators: [String] = []
    /// The dc:publisher.
    package var publisherName: String?
    /// The RSS managingEditor.
    package var managingEditor: ParsedContact?
    /// The RSS webMaster.
    package var webMaster: ParsedContact?

    // MARK: - Pictures and categories

    /// The best picture of the show by feed formats C3.
    package var artworkURL: String?
    /// The RSS image.
    package var image: ParsedChannelImage?
    /// The itunes:category and googleplay:category paths, outermost first.
    package var itunesCategories: [[String]] = []
    /// The RSS, Atom and dc:subject categories.
    package var categories: [ParsedCategory] = []
    /// The itunes:keywords.
    package var keywords: [String] = []

    // MARK: - iTunes values

    /// The itunes:type: episodic or serial, nil for anything else.
    package var type: String?
    /// The explicit flag, nil when absent or not understood.
    package var explicit: Bool?
    /// The text of the explicit flag.
    package var explicitRaw: String?
    /// Whether itunes:complete says that no more episodes will come.
    package var isComplete = false
    /// Whether itunes:block asks directories to hide the show.
    package var block = false
    /// The new address of the feed.
    package var newFeedURL: String?
    /// The itunes:applepodcastsverify text.
    package var applePodcastsVerify: String?

    // MARK: - Times and scheduling

    /// The channel's pubDate, informational.
    package var publishedAt: Int64?
    /// The text of the channel's pubDate.
    package var publishedRaw: String?
    /// The lastBuildDate, Atom updated or dc:date.
    package var lastBuildAt: Int64?
    /// The text `lastBuildAt` was read from.
    package var lastBuildRaw: String?
    /// The ttl in minutes.
    package var ttlMinutes: Int?
    /// The hours of the day, 0 to 23 in GMT, in which nothing changes.
    package var skipHours: [Int] = []
    /// The English names of the days on which nothing changes.
    package var skipDays: [String] = []
    /// The update period by RSS 1.0 syndication, in seconds.
    package var updatePeriodSeconds: Int?
    /// The base time of that period, as written.
    package var updateBase: String?
    /// The rssCloud service.
    package var cloud: ParsedCloud?

    // MARK: - Links

    /// The address the feed claims for itself.
    package var selfURL: String?
    /// The WebSub hubs.
    package var hubURLs: [String] = []
    /// The next page of a paged feed.
    package var nextPageURL: String?
    /// The previous archive document of RFC 5005.
    package var previousArchiveURL: String?
    /// The current document, when this one is an archive.
    package var currentURL: String?
    /// Whether fh:complete says that this document holds every item.
    package var archiveIsComplete = false
    /// Whether fh:archive says that this document is an archive.
    package var isArchive = false
    /// Every other link with a relation.
    package var links: [ParsedLink] = []

    // MARK: - Podcasting 2.0 and the rest

    /// The Podcasting 2.0 tags that items have too.
    package var podcast = ParsedPodcastTags()
    /// The Podcasting 2.0 tags of channels alone.
    package var podcastChannel = ParsedPodcastChannelTags()
    /// Tags of hosting companies and directories.
    package var directory = ParsedDirectoryTags()
    /// Every element that nothing else read.
    package var extensions: [ParsedExtension] = []

    /// Makes an empty value, to be filled field by field.
    package init() {}
}

/// The RSS image of a channel.
package struct ParsedChannelImage: Sendable, Equatable {
    /// The address of the picture.
    package var url: String?
    /// The title.
    package var title: String?
    /// The page the picture links to.
    package var link: String?
    /// The description.
    package var description: String?
    /// The width in pixels.
    package var width: Int?
    /// The height in pixels.
    package var height: Int?

    /// Makes a value to be filled field by field.
    package init(url: String? = nil) {
        self.url = url
    }
}

/// The rssCloud service of a channel, as written.
package struct ParsedCloud: Sendable, Equatable {
    /// The host.
    package var domain: String?
    /// The port.
    package var port: String?
    /// The path.
    package var path: String?
    /// The procedure to call.
    package var registerProcedure: String?
    /// The protocol.
    package var `protocol`: String?
}

/// Tags of hosting companies and directories: rawvoice and spotify.
package struct ParsedDirectoryTags: Sendable, Equatable {
    /// The rawvoice:rating.
    package var rawVoiceRating: String?
    /// The rawvoice:location.
    package var rawVoiceLocation: String?
    /// The rawvoice:frequency.
    package var rawVoiceFrequency: String?
    /// The recentCount of spotify:limit.
    package var spotifyRecentCount: Int?
    /// The spotify:countryOfOrigin.
    package var spotifyCountryOfOrigin: String?
}
