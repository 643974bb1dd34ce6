import PodcastModel

/// How an episode is laid out in the table `episode`.
///
/// The lists of columns, `bind` and `episode(from:)` go in the same order.
enum EpisodeRecord {
    /// The columns that are fields of ``Episode``, but for the seldom ones.
    private static let commonColumns = [
        "guid", "guidIsPermaLink", "key", "keyKind", "title", "rssTitle", "itunesTitle", "subtitle", "summary",
        "description", "content", "link", "author", "authorEmail", "publishedAt", "publishedRaw", "updatedAt",
        "durationSeconds", "artworkURL", "seasonNumber", "seasonName", "episodeNumber", "episodeDisplay",
        "episodeType", "explicit", "block", "keywords", "commentsURL", "chaptersURL", "chaptersType", "extensions",
    ]

    /// The columns that are NULL for most episodes.
    ///
    /// Inserts of such episodes leave them out, because SQLite does work for every
    /// column it is given, even for NULL.
    private static let seldomColumns = [
        "contributors", "sourceTitle", "sourceURL", "alternateEnclosures", "socialInteractions", "location",
        "license", "value", "contentLinks", "txts", "images", "chat",
    ]

    /// The columns that are fields of ``Episode``.
    static let episodeColumns = commonColumns + seldomColumns

    /// What is kept for matching and sorting.
    static let matchingColumns = [
        "contentHash", "canonicalEnclosure", "canonicalTitle", "position", "sortedAt", "firstPublishedAt",
    ]

    /// What an insert writes for episodes whose seldom columns are all NULL.
    static let plainColumns = commonColumns + matchingColumns

    /// What any other insert or update writes.
    static let columns = plainColumns + seldomColumns + ["feedPublishedAt"]

    /// What only an insert writes.
    static let insertOnlyColumns = ["id", "podcastId", "firstSeenAt", "backlog"]

    /// The moment an episode is sorted by (identity C7 39, 40).
    ///
    /// An undated episode, or one dated too far ahead of when it was first
    /// seen (``EpisodeDates``), counts as published then.
    static func sortedAt(publishedAt: Timestamp?, firstSeenAt: Timestamp) -> Timestamp {
        guard let publishedAt, !EpisodeDates.isFuture(publishedAt, at: firstSeenAt) else { return firstSeenAt }
        return publishedAt
    }

    /// Whether ``plainColumns`` are enough for an episode: the others are all NULL.
    static func isPlain(_ incoming: IncomingEpisode) -> Bool {
        incoming.episode.contributors.isEmpty && incoming.episode.source == nil
            && incoming.episode.alternateEnclosures.isEmpty && incoming.episode.socialInteractions.isEmpty
            && incoming.episode.location.isEmpty && incoming.episode.license == nil && incoming.episode.value.isEmpty
            && incoming.episode.contentLinks.isEmpty && incoming.episode.txts.isEmpty
            && incoming.episode.images.isEmpty && incoming.episode.chat.isEmpty && incoming.feedPublishedAt == nil
    }

    /// Binds ``columns``, or ``plainColumns`` if all episodes of the statement are plain.
    static func bind(
        _ incoming: IncomingEpisode,
        isPlain: Bool = false,
        firstSeenAt: Timestamp,
        to row: RowWriter
    ) throws(PersistenceError) {
        try bindCommon(of: incoming, to: row)
        let publishedAt = incoming.episode.publishedAt
        row.digest(incoming.contentHash)
        row.text(incoming.canonicalEnclosure)
        row.text(incoming.canonicalTitle)
        row.int(incoming.position)
        row.time(sortedAt(publishedAt: publishedAt, firstSeenAt: firstSeenAt))
        row.time(publishedAt)
        guard !isPlain else { return }
        try bindSeldom(of: incoming, to: row)
        row.time(incoming.feedPublishedAt)
    }

    /// Reads each field in place: passing the episode by value would copy it.
    private static func bindCommon(of incoming: IncomingEpisode, to row: RowWriter) throws(PersistenceError) {
        row.text(incoming.episode.guid)
        row.flag(incoming.episode.guidIsPermaLink)
        row.text(incoming.episode.key)
        row.text(incoming.episode.keyKind.rawValue)
        row.text(incoming.episode.title)
        row.text(incoming.episode.rssTitle)
        row.text(incoming.episode.itunesTitle)
        row.text(incoming.episode.subtitle)
        row.text(incoming.episode.summary)
        row.text(incoming.episode.description)
        row.text(incoming.episode.content)
        row.text(incoming.episode.link)
        row.text(incoming.episode.author)
        row.text(incoming.episode.authorEmail)
        row.time(incoming.episode.publishedAt)
        row.text(incoming.episode.publishedRaw)
        row.time(incoming.episode.updatedAt)
        row.int(incoming.episode.durationSeconds)
        row.text(incoming.episode.artworkURL)
        row.int(incoming.episode.season?.number)
        row.text(incoming.episode.season?.name)
        row.real(incoming.episode.episode?.number)
        row.text(incoming.episode.episode?.display)
        row.text(incoming.episode.episodeType.rawValue)
        row.flag(incoming.episode.explicit)
        row.flag(incoming.episode.block)
        try row.list(incoming.episode.keywords)
        row.text(incoming.episode.commentsURL)
        row.text(incoming.episode.chaptersURL)
        row.text(incoming.episode.chaptersType)
        try row.json(incoming.episode.extensions.isEmpty ? nil : incoming.episode.extensions)
    }

    private static func bindSeldom(of incoming: IncomingEpisode, to row: RowWriter) throws(PersistenceError) {
        try row.list(incoming.episode.contributors)
        row.text(incoming.episode.source?.title)
        row.text(incoming.episode.source?.url)
        try row.list(incoming.episode.alternateEnclosures)
        try row.list(incoming.episode.socialInteractions)
        try row.list(incoming.episode.location)
        try row.json(incoming.episode.license)
        try row.list(incoming.episode.value)
        try row.list(incoming.episode.contentLinks)
        try row.list(incoming.episode.txts)
        try row.list(incoming.episode.images)
        try row.list(incoming.episode.chat)
    }

    /// Reads ``episodeColumns``; the lists with tables of their own stay empty.
    static func episode(from row: inout RowReader) throws(PersistenceError) -> Episode {
        var episode = Episode()
        episode.guid = row.text()
        episode.guidIsPermaLink = row.flag()
        episode.key = row.requiredText()
        episode.keyKind = try row.requiredWord()
        episode.title = row.requiredText()
        episode.rssTitle = row.text()
        episode.itunesTitle = row.text()
        episode.subtitle = row.text()
        episode.summary = row.text()
        episode.description = row.text()
        episode.content = row.text()
        episode.link = row.text()
        episode.author = row.text()
        episode.authorEmail = row.text()
        episode.publishedAt = row.time()
        episode.publishedRaw = row.text()
        episode.updatedAt = row.time()
        episode.durationSeconds = row.int()
        episode.artworkURL = row.text()
        episode.season = SeasonNumber(number: row.int(), name: row.text()).ifAny
        episode.episode = EpisodeNumber(number: row.real(), display: row.text()).ifAny
        episode.episodeType = try row.requiredWord()
        episode.explicit = row.flag()
        episode.block = row.requiredFlag()
        episode.keywords = row.list()
        episode.commentsURL = row.text()
        episode.chaptersURL = row.text()
        episode.chaptersType = row.text()
        episode.extensions = row.jsonIfReadable() ?? [:]
        episode.contributors = row.list()
        episode.source = EpisodeOrigin(title: row.text(), url: row.text()).ifAny
        episode.alternateEnclosures = row.list()
        episode.socialInteractions = row.list()
        episode.location = row.list()
        episode.license = row.jsonIfReadable()
        episode.value = row.list()
        episode.contentLinks = row.list()
        episode.txts = row.list()
        episode.images = row.list()
        episode.chat = row.list()
        return episode
    }
}

// A structure whose fields are all absent is stored as NULL columns, and so is read as nil.

extension EpisodeOrigin {
    var ifAny: EpisodeOrigin? { title == nil && url == nil ? nil : self }
}

extension SeasonNumber {
    var ifAny: SeasonNumber? { number == nil && name == nil ? nil : self }
}

extension EpisodeNumber {
    var ifAny: EpisodeNumber? { number == nil && display == nil ? nil : self }
}
