/// A podcast:transcript.
package struct ParsedTranscript: Sendable, Equatable {
    /// The address of the transcript.
    package var url: String
    /// The media type.
    package var type: String?
    /// The language.
    package var language: String?
    /// The relation: "captions" or nil.
    package var rel: String?

    /// Makes a value of its fields.
    package init(url: String, type: String? = nil, language: String? = nil, rel: String? = nil) {
        self.url = url
        self.type = type
        self.language = language
        self.rel = rel
    }
}

/// A podcast:soundbite.
package struct ParsedSoundbite: Sendable, Equatable {
    /// The start in seconds.
    package var startSeconds: Double
    /// The length in seconds.
    package var durationSeconds: Double
    /// The title.
    package var title: String?

    /// Makes a value of its fields.
    package init(startSeconds: Double, durationSeconds: Double, title: String? = nil) {
        self.startSeconds = startSeconds
        self.durationSeconds = durationSeconds
        self.title = title
    }
}

/// A podcast:person.
package struct ParsedPerson: Sendable, Equatable {
    /// The name.
    package var name: String
    /// The role, lower case; "host" when the feed gives none.
    package var role: String
    /// The group of roles, lower case; "cast" when the feed gives none.
    package var group: String
    /// A picture.
    package var imageURL: String?
    /// A page.
    package var href: String?

    /// Makes a value of its fields.
    package init(name: String, role: String, group: String, imageURL: String? = nil, href: String? = nil) {
        self.name = name
        self.role = role
        self.group = group
        self.imageURL = imageURL
        self.href = href
    }
}

/// A podcast:location.
package struct ParsedLocation: Sendable, Equatable {
    /// The name for people.
    package var name: String?
    /// What the place is to the show: subject or creator.
    package var rel: String?
    /// The geo URI.
    package var geo: String?
    /// The OpenStreetMap identifier.
    package var osm: String?
    /// The country code.
    package var country: String?

    /// Makes a value of its fields.
    package init(
        name: String? = nil,
        rel: String? = nil,
        geo: String? = nil,
        osm: String? = nil,
        country: String? = nil
    ) {
        self.name = name
        self.rel = rel
        self.geo = geo
        self.osm = osm
        self.country = country
    }
}

/// A podcast:license.
package struct ParsedLicense: Sendable, Equatable {
    /// The identifier or name.
    package var name: String?
    /// The address of a custom licence.
    package var url: String?

    /// Makes a value of its fields.
    package init(name: String? = nil, url: String? = nil) {
        self.name = name
        self.url = url
    }
}

/// A podcast:alternateEnclosure.
package struct ParsedAlternateEnclosure: Sendable, Equatable {
    /// One place to get the file from.
    package struct Source: Sendable, Equatable {
        /// The address, of any scheme.
        package var uri: String
        /// The media type of this source.
        package var contentType: String?

        /// Makes a value of its fields.
        package init(uri: String, contentType: String? = nil) {
            self.uri = uri
            self.contentType = contentType
        }
    }

    /// The media type.
    package var type: String?
    /// The length in bytes.
    package var length: Int64?
    /// The bit rate in bits a second.
    package var bitrate: Double?
    /// The height in pixels.
    package var height: Int?
    /// The language.
    package var language: String?
    /// The title.
    package var title: String?
    /// The relation between versions.
    package var rel: String?
    /// The codecs by RFC 6381.
    package var codecs: String?
    /// Whether this is the same file as the enclosure.
    package var isDefault = false
    /// The places to get the file from.
    package var sources: [Source] = []
    /// The kind of integrity check: sri or pgp-signature.
    package var integrityType: String?
    /// The value of the integrity check.
    package var integrityValue: String?

    /// Makes an empty value, to be filled field by field.
    package init() {}
}
