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

    package init() {}
}

/// A podcast:value block.
package struct ParsedValue: Sendable, Equatable {
    /// The layer that carries payments, such as lightning.
    package var type: String?
    /// The method, such as keysend.
    package var method: String?
    /// The suggested amount, as written.
    package var suggested: String?
    /// Who is paid.
    package var recipients: [ParsedValueRecipient] = []
    /// Who is paid instead during parts of the episode.
    package var timeSplits: [ParsedValueTimeSplit] = []

    package init() {}
}

/// A podcast:valueRecipient.
package struct ParsedValueRecipient: Sendable, Equatable {
    /// The name.
    package var name: String?
    /// The kind of address.
    package var type: String?
    /// The address.
    package var address: String?
    /// The share.
    package var split: Double?
    /// The key of a custom record.
    package var customKey: String?
    /// The value of a custom record.
    package var customValue: String?
    /// Whether the share is a fee taken off the top.
    package var isFee = false

    package init() {}
}

/// A podcast:valueTimeSplit.
package struct ParsedValueTimeSplit: Sendable, Equatable {
    /// The start in seconds.
    package var startSeconds: Double?
    /// The length in seconds.
    package var durationSeconds: Double?
    /// The start in the remote item, in seconds.
    package var remoteStartSeconds: Double = 0
    /// The share for the remote item, 0 to 100.
    package var remotePercentage: Double = 100
    /// The item that is played.
    package var remoteItem: ParsedRemoteItem?
    /// Who is paid, when no remote item says so.
    package var recipients: [ParsedValueRecipient] = []

    package init() {}
}

/// A podcast:remoteItem.
package struct ParsedRemoteItem: Sendable, Equatable {
    /// The podcast:guid of the other feed.
    package var feedGUID: String?
    /// The address of the other feed.
    package var feedURL: String?
    /// The guid of an item in it.
    package var itemGUID: String?
    /// The medium of the other feed.
    package var medium: String?
    /// The title.
    package var title: String?

    package init() {}
}

/// A podcast:image, or one picture of podcast:images.
package struct ParsedPodcastImage: Sendable, Equatable {
    /// The address.
    package var url: String
    /// A description for people who do not see it.
    package var alt: String?
    /// The aspect ratio as written, such as "1/1".
    package var aspectRatio: String?
    /// The width in pixels.
    package var width: Int?
    /// The height in pixels.
    package var height: Int?
    /// The media type.
    package var type: String?
    /// What the picture is for; empty means artwork.
    package var purposes: [String] = []

    package init(
        url: String,
        alt: String? = nil,
        aspectRatio: String? = nil,
        width: Int? = nil,
        height: Int? = nil,
        type: String? = nil,
        purposes: [String] = []
    ) {
        self.url = url
        self.alt = alt
        self.aspectRatio = aspectRatio
        self.width = width
        self.height = height
        self.type = type
        self.purposes = purposes
    }
}

/// A podcast:socialInteract.
package struct ParsedSocialInteraction: Sendable, Equatable {
    /// The protocol, lower case; "disabled" forbids comments.
    package var `protocol`: String
    /// The address of the root post.
    package var uri: String?
    /// The account that posted it.
    package var accountID: String?
    /// The page of that account.
    package var accountURL: String?
    /// The priority; lower comes first.
    package var priority: Int?

    package init(
        `protocol`: String,
        uri: String? = nil,
        accountID: String? = nil,
        accountURL: String? = nil,
        priority: Int? = nil
    ) {
        self.protocol = `protocol`
        self.uri = uri
        self.accountID = accountID
        self.accountURL = accountURL
        self.priority = priority
    }
}

/// A text with an address: podcast:funding or podcast:contentLink.
package struct ParsedReference: Sendable, Equatable {
    /// The address.
    package var url: String
    /// The text for people.
    package var text: String?

    package init(url: String, text: String? = nil) {
        self.url = url
        self.text = text
    }
}

/// A podcast:txt.
package struct ParsedTxt: Sendable, Equatable {
    /// The text.
    package var text: String
    /// What the text is for.
    package var purpose: String?

    package init(text: String, purpose: String? = nil) {
        self.text = text
        self.purpose = purpose
    }
}

/// A podcast:chat.
package struct ParsedChat: Sendable, Equatable {
    /// The server.
    package var server: String?
    /// The protocol.
    package var `protocol`: String?
    /// The account of the show.
    package var accountID: String?
    /// The room.
    package var space: String?

    package init(server: String? = nil, `protocol`: String? = nil, accountID: String? = nil, space: String? = nil) {
        self.server = server
        self.protocol = `protocol`
        self.accountID = accountID
        self.space = space
    }
}

/// A podcast:trailer.
package struct ParsedTrailer: Sendable, Equatable {
    /// The address of the file.
    package var url: String
    /// The title.
    package var title: String?
    /// The publication time.
    package var publishedAt: Int64?
    /// The publication time as written.
    package var publishedRaw: String?
    /// The length in bytes.
    package var length: Int64?
    /// The media type.
    package var type: String?
    /// The season the trailer is for.
    package var season: Int?

    package init(
        url: String,
        title: String? = nil,
        publishedAt: Int64? = nil,
        publishedRaw: String? = nil,
        length: Int64? = nil,
        type: String? = nil,
        season: Int? = nil
    ) {
        self.url = url
        self.title = title
        self.publishedAt = publishedAt
        self.publishedRaw = publishedRaw
        self.length = length
        self.type = type
        self.season = season
    }
}

/// A podcast:updateFrequency.
package struct ParsedUpdateFrequency: Sendable, Equatable {
    /// The text for people.
    package var text: String?
    /// Whether the show is complete.
    package var isComplete: Bool?
    /// The start of the recurrence, as written.
    package var start: String?
    /// The recurrence rule of RFC 5545.
    package var rule: String?

    package init(text: String? = nil, isComplete: Bool? = nil, start: String? = nil, rule: String? = nil) {
        self.text = text
        self.isComplete = isComplete
        self.start = start
        self.rule = rule
    }
}

/// A podcast:block.
package struct ParsedBlock: Sendable, Equatable {
    /// The service that is meant; nil means all of them.
    package var id: String?
    /// Whether the service must not show the feed.
    package var isBlocked: Bool

    package init(id: String? = nil, isBlocked: Bool) {
        self.id = id
        self.isBlocked = isBlocked
    }
}
