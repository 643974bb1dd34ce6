/// One item of a feed, as published: an RSS item, an Atom entry, a JSON item.
///
/// Each source of a text has its own field, so that the importing layer can
/// choose; absent and empty are both nil.
package struct ParsedItem: Sendable, Equatable {
    // MARK: - Identity

    /// The guid, Atom id, rdf:about or JSON id, trimmed and otherwise exact.
    package var guid: String?
    /// Whether the guid claims to be a link: RSS guids do unless they say no.
    package var guidIsPermaLink = false
    /// The page of the item.
    package var link: String?
    /// The feedburner:origLink: the page before FeedBurner replaced it.
    package var originalLink: String?
    /// The line of the document where the item begins, if it is XML.
    package var line: Int?

    // MARK: - Texts

    /// The title element of the format itself, without markup.
    package var title: String?
    /// The itunes:title, which has no show name or number in it.
    package var itunesTitle: String?
    /// The RSS description.
    package var description: String? {
        get { descriptionText?.string }
        set { descriptionText = newValue.map(ParsedText.memory) }
    }
    /// The itunes:summary.
    package var summary: String? {
        get { summaryText?.string }
        set { summaryText = newValue.map(ParsedText.memory) }
    }
    /// The itunes:subtitle.
    package var subtitle: String?
    /// The content:encoded, Atom content or JSON content.
    package var content: String? {
        get { contentText?.string }
        set { contentText = newValue.map(ParsedText.memory) }
    }
    /// What `content` is written in, where the format says it.
    package var contentType: ParsedTextType = .unspecified
    /// Texts from namespaces that few feeds use.
    package var otherTexts: ParsedOtherTexts {
        _read { yield otherTextsBox.value }
        _modify { yield &otherTextsBox.value }
    }

    /// Where `description` is.
    package var descriptionText: ParsedText?
    /// Where `summary` is.
    package var summaryText: ParsedText?
    /// Where `content` is.
    package var contentText: ParsedText?

    // MARK: - People

    /// The itunes:author.
    package var itunesAuthor: String?
    /// The authors of the format itself: RSS author, Atom and JSON authors.
    package var authors: [ParsedContact] = []
    /// The dc:creator elements.
    package var creators: [String] = []
    /// The Atom contributors.
    package var contributors: [ParsedContact] = []

    // MARK: - Times

    /// The publication time: pubDate, else dc:date, else Atom published, else Atom
    /// updated.
    ///
    /// Nil when nothing could be read: never "now".
    package var publishedAt: Int64?
    /// The text `publishedAt` was read from, or the first that failed.
    package var publishedRaw: String?
    /// The time of the last change the publisher claims.
    package var updatedAt: Int64?
    /// The text `updatedAt` was read from.
    package var updatedRaw: String?
    /// The length of the episode in whole seconds.
    package var durationSeconds: Int?
    /// The text of itunes:duration.
    package var durationRaw: String?

    // MARK: - Media

    /// The enclosures in document order, one for each URL.
    ///
    /// When an item has none they come from media:content or a default alternate
    /// enclosure.
    package var enclosures: [ParsedEnclosure] = []
    /// The media:content elements, alone or in groups.
    package var mediaContents: [ParsedMediaContent] = []
    /// The best picture of the item by feed formats C3.
    package var artworkURL: String?
    /// Inline Podlove chapters, in order of their start.
    package var chapters: [ParsedChapter] = []

    // MARK: - iTunes values

    /// The itunes:season number.
    package var itunesSeason: Int?
    /// The itunes:episode number.
    package var itunesEpisode: Int?
    /// The itunes:episodeType: full, trailer or bonus.
    package var episodeType: String?
    /// The itunes:explicit as a flag, nil when absent or not understood.
    package var explicit: Bool?
    /// The text of itunes:explicit.
    package var explicitRaw: String?
    /// Whether itunes:block asks directories to hide the item.
    package var block = false
    /// The itunes:order of old feeds.
    package var order: Int?
    /// Whether itunes:isClosedCaptioned says yes.
    package var isClosedCaptioned = false

    // MARK: - Other

    /// The itunes:keywords, media:keywords and JSON tags.
    package var keywords: [String] = []
    /// The categories of the item.
    package var categories: [ParsedCategory] = []
    /// The page with comments about the item.
    package var commentsURL: String?
    /// The feed the item was taken from.
    package var source: ParsedSource? {
        get { sourceBox.isSet ? sourceBox.value : nil }
        set { sourceBox = newValue.map(CopyOnWriteBox.init) ?? CopyOnWriteBox() }
    }
    /// The links of the item that are neither its page nor an enclosure.
    package var links: [ParsedLink] = []
    /// The language of the item: dc:language, xml:lang or JSON language.
    package var language: String?
    /// The rights of the item: dc:rights, Atom rights, media:copyright.
    package var rights: String?
    /// The Podcasting 2.0 tags.
    package var podcast: ParsedPodcastTags {
        _read { yield podcastTagsBox.value }
        _modify { yield &podcastTagsBox.value }
    }
    /// Every element that nothing else read.
    package var extensions: [ParsedExtension] = []

    // A feed has up to thousands of items, and most have few of these.
    private var otherTextsBox = CopyOnWriteBox<ParsedOtherTexts>()
    private var sourceBox = CopyOnWriteBox<ParsedSource>()
    private var podcastTagsBox = CopyOnWriteBox<ParsedPodcastTags>()

    /// Makes an empty value, to be filled field by field.
    package init() {}

    /// What the warning about an item without anything in it says.
    static let emptyWarning = "an item with nothing in it was left out"

    /// Whether the item says nothing at all, wherever it stands.
    var isEmpty: Bool {
        // Nearly every item is told by the first of these.
        guard guid == nil, title == nil, link == nil, enclosures.isEmpty else { return false }
        var empty = ParsedItem()
        empty.line = line
        // What a text that is not there is written in says nothing.
        if contentText == nil { empty.contentType = contentType }
        if hasOtherTexts, let base = otherTexts.base { empty.otherTexts.base = base }
        return self == empty
    }

    /// Whether one of `otherTexts` may be there.
    package var hasOtherTexts: Bool { otherTextsBox.isSet }

    /// Whether one of the tags in `podcast` may be there.
    package var hasPodcastTags: Bool { podcastTagsBox.isSet }

    /// The enclosure to play: the first audio or video, never a picture.
    package var primaryEnclosure: ParsedEnclosure? {
        enclosures.first(where: \.isPlayable) ?? enclosures.first { !$0.isImage }
    }

    /// How long the enclosure to play is, or else another one that can be played.
    package var fileDuration: Int? {
        primaryEnclosure?.durationSeconds
            ?? enclosures.first { $0.isPlayable && $0.durationSeconds != nil }?.durationSeconds
    }
}
