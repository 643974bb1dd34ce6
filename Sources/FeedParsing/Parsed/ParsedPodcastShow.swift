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

    /// Makes a value of its fields.
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
    package var `protocol`: String?
    /// The address of the root post.
    package var uri: String?
    /// The account that posted it.
    package var accountID: String?
    /// The page of that account.
    package var accountURL: String?
    /// The priority; lower comes first.
    package var priority: Int?

    /// Makes a value of its fields.
    package init(
        `protocol`: String?,
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

    /// Makes a value of its fields.
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

    /// Makes a value of its fields.
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

    /// Makes a value of its fields.
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

    /// Makes a value of its fields.
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
    /// The start of the recurrence.
    package var startAt: Int64?
    /// The recurrence rule of RFC 5545.
    package var rule: String?

    /// Makes a value of its fields.
    package init(
        text: String? = nil,
        isComplete: Bool? = nil,
        start: String? = nil,
        startAt: Int64? = nil,
        rule: String? = nil
    ) {
        self.text = text
        self.isComplete = isComplete
        self.start = start
        self.startAt = startAt
        self.rule = rule
    }
}

/// A podcast:block.
package struct ParsedBlock: Sendable, Equatable {
    /// The service that is meant; nil means all of them.
    package var id: String?
    /// Whether the service must not show the feed.
    package var isBlocked: Bool

    /// Makes a value of its fields.
    package init(id: String? = nil, isBlocked: Bool) {
        self.id = id
        self.isBlocked = isBlocked
    }
}
