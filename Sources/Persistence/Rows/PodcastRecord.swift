import PodcastModel

/// How a podcast is laid out in the table `podcast`.
///
/// The lists of columns, `bind` and `podcast(from:)` go in the same order.
enum PodcastRecord {
    /// The columns that are fields of ``Podcast``.
    static let podcastColumns = [
        "feedId", "title", "link", "description", "subtitle", "summary", "language", "copyright", "generator",
        "author", "authorEmail", "ownerName", "ownerEmail", "artworkURL", "keywords", "type", "explicit",
        "complete", "block", "newFeedURL", "guid", "medium", "locked", "lockedOwner", "license", "location",
        "value", "trailers", "podroll", "updateFrequency", "podping", "publisher", "txts", "images", "blocks",
        "socialInteractions", "chat", "remoteItems", "liveItems", "publishedAt", "lastBuildAt",
        "ttlMinutes", "skipHours", "skipDays", "updatePeriodSeconds", "cloud", "selfURL", "hubURLs", "nextPageURL",
        "previousArchiveURL", "archiveComplete", "extensions",
    ]

    /// What an insert or update writes.
    static let columns = podcastColumns + ["contentHash", "computedGUID", "changedAt"]

    static func bind(_ podcast: Podcast, to row: RowWriter) throws(PersistenceError) {
        row.text(podcast.id)
        row.text(podcast.title)
        row.text(podcast.link)
        row.text(podcast.description)
        row.text(podcast.subtitle)
        row.text(podcast.summary)
        row.text(podcast.language)
        row.text(podcast.copyright)
        row.text(podcast.generator)
        row.text(podcast.author)
        row.text(podcast.authorEmail)
        row.text(podcast.owner?.name)
        row.text(podcast.owner?.email)
        row.text(podcast.artworkURL)
        try row.list(podcast.keywords)
        row.text(podcast.type?.rawValue)
        row.flag(podcast.explicit)
        row.flag(podcast.complete)
        row.flag(podcast.block)
        row.text(podcast.newFeedURL)
        row.text(podcast.guid)
        row.text(podcast.medium)
        row.flag(podcast.locked?.value)
        row.text(podcast.locked?.owner)
        try row.json(podcast.license)
        try row.list(podcast.location)
        try row.list(podcast.value)
        try row.list(podcast.trailers)
        try row.list(podcast.podroll)
        try row.json(podcast.updateFrequency)
        row.flag(podcast.podping)
        try row.json(podcast.publisher)
        try row.list(podcast.txts)
        try row.list(podcast.images)
        try row.list(podcast.blocks)
        try row.list(podcast.socialInteractions)
        try row.list(podcast.chat)
        try row.list(podcast.remoteItems)
        try row.list(podcast.liveItems)
        row.time(podcast.publishedAt)
        row.time(podcast.lastBuildAt)
        row.int(podcast.ttlMinutes)
        try row.list(podcast.skipHours)
        try row.list(podcast.skipDays)
        row.int(podcast.updatePeriodSeconds)
        try row.json(podcast.cloud)
        row.text(podcast.selfURL)
        try row.list(podcast.hubURLs)
        row.text(podcast.nextPageURL)
        row.text(podcast.previousArchiveURL)
        row.flag(podcast.archiveComplete)
        try row.json(podcast.extensions.isEmpty ? nil : podcast.extensions)
    }

    /// Reads ``podcastColumns``; the lists with tables of their own stay empty.
    static func podcast(from row: inout RowReader) throws(PersistenceError) -> Podcast {
        var podcast = Podcast()
        podcast.id = row.text()
        podcast.title = row.text()
        podcast.link = row.text()
        podcast.description = row.text()
        podcast.subtitle = row.text()
        podcast.summary = row.text()
        podcast.language = row.text()
        podcast.copyright = row.text()
        podcast.generator = row.text()
        podcast.author = row.text()
        podcast.authorEmail = row.text()
        podcast.owner = Mailbox(name: row.text(), email: row.text()).ifAny
        podcast.artworkURL = row.text()
        podcast.keywords = row.list()
        podcast.type = try row.word()
        podcast.explicit = row.flag()
        podcast.complete = row.requiredFlag()
        podcast.block = row.requiredFlag()
        podcast.newFeedURL = row.text()
        podcast.guid = row.text()
        podcast.medium = row.text()
        podcast.locked = FeedLock(value: row.flag(), owner: row.text()).ifAny
        podcast.license = row.jsonIfReadable()
        podcast.location = row.list()
        podcast.value = row.list()
        podcast.trailers = row.list()
        podcast.podroll = row.list()
        podcast.updateFrequency = row.jsonIfReadable()
        podcast.podping = row.flag()
        podcast.publisher = row.jsonIfReadable()
        podcast.txts = row.list()
        podcast.images = row.list()
        podcast.blocks = row.list()
        podcast.socialInteractions = row.list()
        podcast.chat = row.list()
        podcast.remoteItems = row.list()
        podcast.liveItems = row.list()
        podcast.publishedAt = row.time()
        podcast.lastBuildAt = row.time()
        podcast.ttlMinutes = row.int()
        podcast.skipHours = row.list()
        podcast.skipDays = row.list()
        podcast.updatePeriodSeconds = row.int()
        podcast.cloud = row.jsonIfReadable()
        podcast.selfURL = row.text()
        podcast.hubURLs = row.list()
        podcast.nextPageURL = row.text()
        podcast.previousArchiveURL = row.text()
        podcast.archiveComplete = row.requiredFlag()
        podcast.extensions = row.jsonIfReadable() ?? [:]
        return podcast
    }
}

// A structure whose fields are all absent is stored as NULL columns, and so is read as nil.

extension Mailbox {
    var ifAny: Mailbox? { name == nil && email == nil ? nil : self }
}

extension FeedLock {
    var ifAny: FeedLock? { value == nil && owner == nil ? nil : self }
}
