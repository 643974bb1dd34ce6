/// A media file attached to an item.
package struct ParsedEnclosure: Sendable, Equatable {
    /// Where an enclosure was written.
    package enum Origin: String, Sendable {
        /// An RSS enclosure.
        case enclosure
        /// An Atom link with rel="enclosure".
        case atomLink
        /// A media:content, because no enclosure can be played.
        case mediaContent
        /// A podcast:alternateEnclosure, the default first, because nothing else can be played.
        case alternateEnclosure
        /// A JSON Feed attachment.
        case attachment
    }

    /// The address of the file.
    package var url: String
    /// The length in bytes; nil when absent, zero or not a number.
    package var length: Int64?
    /// The media type, as published or guessed from the URL.
    package var type: String
    /// Whether the type was missing or useless and was guessed.
    package var typeIsGuessed: Bool
    /// Where the enclosure was written.
    package var origin: Origin = .enclosure
    /// The title, which Atom links and JSON attachments may have.
    package var title: String?
    /// The duration in seconds, which JSON attachments may have.
    package var durationSeconds: Int?

    /// Makes a value of its fields.
    package init(
        url: String,
        length: Int64? = nil,
        type: String,
        typeIsGuessed: Bool,
        origin: Origin = .enclosure,
        title: String? = nil,
        durationSeconds: Int? = nil
    ) {
        self.url = url
        self.length = length
        self.type = type
        self.typeIsGuessed = typeIsGuessed
        self.origin = origin
        self.title = title
        self.durationSeconds = durationSeconds
    }

    /// Takes what was not said of the file from what is said of it elsewhere: nothing that is known is replaced.
    mutating func fill(from other: ParsedEnclosure) {
        length = length ?? other.length
        title = title ?? other.title
        durationSeconds = durationSeconds ?? other.durationSeconds
        guard typeIsGuessed, !other.typeIsGuessed else { return }
        type = other.type
        typeIsGuessed = false
    }

    /// Whether the type is an image type.
    var isImage: Bool { type.hasPrefix("image/") }
    /// Whether this is audio or video.
    var isPlayable: Bool { MediaType.isPlayed(type) }
}

/// A media:content of Media RSS.
package struct ParsedMediaContent: Sendable, Equatable {
    /// The address of the file.
    package var url: String?
    /// The length in bytes.
    package var fileSize: Int64?
    /// The media type as published.
    package var type: String?
    /// The kind of medium: audio, video, image, document or executable.
    package var medium: String?
    /// Whether this is the default of its group.
    package var isDefault = false
    /// The kind of version: sample, full or nonstop.
    package var expression: String?
    /// The bit rate in kilobits a second.
    package var bitrate: Double?
    /// The frame rate in frames a second.
    package var framerate: Double?
    /// The sampling rate in kilohertz.
    package var samplingrate: Double?
    /// The number of audio channels.
    package var channels: Int?
    /// The duration in whole seconds.
    package var durationSeconds: Int?
    /// The width in pixels.
    package var width: Int?
    /// The height in pixels.
    package var height: Int?
    /// The language.
    package var language: String?
    /// The media:title of this content, or of the group around it.
    package var title: String?
    /// The media:description of this content, or of the group around it.
    package var description: String?
    /// The media:thumbnail of this content, or of the group around it.
    package var thumbnailURL: String?

    /// Makes an empty value, to be filled field by field.
    package init() {}
}

/// A chapter, written inside the feed or in a file of its own.
package struct ParsedChapter: Sendable, Equatable {
    /// The start in seconds.
    package var startSeconds: Double
    /// The title.
    package var title: String?
    /// A page about the chapter.
    package var href: String?
    /// A picture for the chapter.
    package var imageURL: String?
    /// The end in seconds, which only files have.
    package var endSeconds: Double?
    /// Whether the chapter belongs in the table of contents; files may say no.
    package var isListed = true
    /// The place of the chapter, which only files have.
    package var location: ParsedLocation?

    /// Makes a value of its fields.
    package init(startSeconds: Double, title: String? = nil, href: String? = nil, imageURL: String? = nil) {
        self.startSeconds = startSeconds
        self.title = title
        self.href = href
        self.imageURL = imageURL
    }
}
