/// The media file attached to an episode.
package struct Enclosure: Hashable, Sendable, Codable {
    /// The address as published, made absolute; tracking prefixes and tokens included.
    package var url: String
    /// Size in bytes; nil when missing or nonsense.
    package var length: Int64?
    /// Media type in lower case, guessed where the feed's is missing or unusable.
    package var type: String?
    /// Whether `type` is podimport's guess, not the publisher's word.
    package var typeGuessed: Bool

    package init(url: String, length: Int64? = nil, type: String? = nil, typeGuessed: Bool = false) {
        self.url = url
        self.length = length
        self.type = type
        self.typeGuessed = typeGuessed
    }
}

/// Another form of an episode's media (podcast:alternateEnclosure).
package struct AlternateEnclosure: Hashable, Sendable, Codable {
    /// Where the file can be had.
    package struct Source: Hashable, Sendable, Codable {
        package var uri: String
        package var contentType: String?

        package init(uri: String, contentType: String? = nil) {
            self.uri = uri
            self.contentType = contentType
        }
    }

    /// How the file can be verified.
    package struct Integrity: Hashable, Sendable, Codable {
        package var type: String?
        package var value: String?

        package init(type: String? = nil, value: String? = nil) {
            self.type = type
            self.value = value
        }
    }

    package var type: String?
    /// Size in bytes.
    package var length: Int64?
    /// Bits a second.
    package var bitrate: Double?
    /// Picture height in pixels.
    package var height: Int?
    package var language: String?
    package var title: String?
    package var rel: String?
    package var codecs: String?
    package var isDefault: Bool
    package var sources: [Source]
    package var integrity: Integrity?

    package init(
        type: String? = nil,
        length: Int64? = nil,
        bitrate: Double? = nil,
        height: Int? = nil,
        language: String? = nil,
        title: String? = nil,
        rel: String? = nil,
        codecs: String? = nil,
        isDefault: Bool = false,
        sources: [Source] = [],
        integrity: Integrity? = nil
    ) {
        self.type = type
        self.length = length
        self.bitrate = bitrate
        self.height = height
        self.language = language
        self.title = title
        self.rel = rel
        self.codecs = codecs
        self.isDefault = isDefault
        self.sources = sources
        self.integrity = integrity
    }

    private enum CodingKeys: String, CodingKey {
        case type, length, bitrate, height, language, title, rel, codecs
        case isDefault = "default"
        case sources, integrity
    }
}
