import PodcastModel

/// How an episode is laid out in the table `episode`.
///
/// The three lists of columns, `bind` and `episode(from:)` go in the same order.
enum EpisodeRecord {
    /// The columns that are fields of ``Episode``.
    static let episodeColumns = [
        "guid", "guidIsPermaLink", "key", "keyKind", "title", "rssTitle", "itunesTitle", "subtitle", "summary",
        "description", "content", "link", "author", "authorEmail", "contributors", "sourceTitle", "sourceURL",
        "publishedAt", "publishedRaw", "updatedAt", "durationSeconds", "alternateEnclosures", "artworkURL",
        "seasonNumber", "seasonName", "episodeNumber", "episodeDisplay", "episodeType", "explicit", "block",
        "keywords", "commentsURL", "chaptersURL", "chaptersType", "socialInteractions", "location", "license",
        "value", "contentLinks", "txts", "images", "chat", "extensions",
    ]

    /// What is kept for matching and sorting.
    static let matchingColumns = [
        "contentHash", "canonicalEnclosure", "canonicalTitle", "position", "sortedAt", "firstPublishedAt",
    ]

    /// What an insert or update writes.
    static let columns = episodeColumns + matchingColumns

    /// What only an insert writes.
    static let insertOnlyColumns = ["id", "podcastId", "firstSeenAt", "backlog"]

    /// The moment an episode is sorted by (identity C7 39, 40).
    ///
    /// An undated episode, or one dated more than a day after it was first
    /// seen, which is a mistake or a trick to stay on top, counts as published
    /// when it was first seen. A day, because zone errors reach 14 hours.
    static func sortedAt(publishedAt: Timestamp?, firstSeenAt: Timestamp) -> Timestamp {
        guard let publishedAt, publishedAt.seconds(since: firstSeenAt) <= 86_400 else { return firstSeenAt }
        return publishedAt
    }

    static func bind(
        _ incoming: IncomingEpisode,
        firstSeenAt: Timestamp,
        to row: RowWriter
    ) throws(PersistenceError) {
        try bindEpisode(of: incoming, to: row)
        let publishedAt = incoming.episode.publishedAt
        row.digest(incoming.contentHash)
        row.text(incoming.canonicalEnclosure)
        row.text(incoming.canonicalTitle)
        row.int(incoming.position)
        row.time(sortedAt(publishedAt: publishedAt, firstSeenAt: firstSeenAt))
        row.time(publishedAt)
    }

    /// Takes each field from where it is: the episode as a whole would be copied.
    private static func bindEpisode(of incoming: IncomingEpisode, to row: RowWriter) throws(PersistenceError) {
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
        try row.list(incoming.episode.contributors)
        row.text(incoming.episode.source?.title)
        row.text(incoming.episode.source?.url)
        row.time(incoming.episode.publishedAt)
        row.text(incoming.episode.publishedRaw)
        row.time(incoming.episode.updatedAt)
        row.int(incoming.episode.durationSeconds)
        try row.list(incoming.episode.alternateEnclosures)
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
        try row.list(incoming.episode.socialInteractions)
        try row.list(incoming.episode.location)
        try row.json(incoming.episode.license)
        try row.list(incoming.episode.value)
        try row.list(incoming.episode.contentLinks)
        try row.list(incoming.episode.txts)
        try row.list(incoming.episode.images)
        try row.list(incoming.episode.chat)
        try row.json(incoming.episode.extensions.isEmpty ? nil : incoming.episode.extensions)
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
        episode.contributors = try row.list()
        episode.source = EpisodeOrigin(title: row.text(), url: row.text()).ifAny
        episode.publishedAt = row.time()
        episode.publishedRaw = row.text()
        episode.updatedAt = row.time()
        episode.durationSeconds = row.int()
        episode.alternateEnclosures = try row.list()
        episode.artworkURL = row.text()
        episode.season = SeasonNumber(number: row.int(), name: row.text()).ifAny
        episode.episode = EpisodeNumber(number: row.real(), display: row.text()).ifAny
        episode.episodeType = try row.requiredWord()
        episode.explicit = row.flag()
        episode.block = row.requiredFlag()
        episode.keywords = try row.list()
        episode.commentsURL = row.text()
        episode.chaptersURL = row.text()
        episode.chaptersType = row.text()
        episode.socialInteractions = try row.list()
        episode.location = try row.list()
        episode.license = try row.json()
        episode.value = try row.list()
        episode.contentLinks = try row.list()
        episode.txts = try row.list()
        episode.images = try row.list()
        episode.chat = try row.list()
        episode.extensions = try row.json() ?? [:]
        return episode
    }
}

// A structure of which nothing is known is stored, and so read, as none.

extension EpisodeOrigin {
    var ifAny: EpisodeOrigin? { title == nil && url == nil ? nil : self }
}

extension SeasonNumber {
    var ifAny: SeasonNumber? { number == nil && name == nil ? nil : self }
}

extension EpisodeNumber {
    var ifAny: EpisodeNumber? { number == nil && display == nil ? nil : self }
}
