/// Whether a stream is to come, on air, or over (podcast:liveItem).
package enum LiveStatus: String, Hashable, Sendable, Codable, CaseIterable {
    case pending, live, ended
}

/// What a document says of a stream, as far as it is recognised and listed by it.
package struct LiveItemDescription: Hashable, Sendable {
    /// What the stream is recognised by within its podcast; a new one is a new stream.
    package let key: String
    package let guid: String?
    package let title: String
    package let status: LiveStatus
    package let startsAt: Timestamp?
    package let endsAt: Timestamp?
    /// The media address in canonical form, for finding the recording.
    package let canonicalEnclosure: String?

    package init(
        key: String,
        guid: String?,
        title: String,
        status: LiveStatus,
        startsAt: Timestamp?,
        endsAt: Timestamp?,
        canonicalEnclosure: String?
    ) {
        self.key = key
        self.guid = guid
        self.title = title
        self.status = status
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.canonicalEnclosure = canonicalEnclosure
    }
}

/// A stream as the store keeps it.
package struct StoredLiveItem: Hashable, Sendable {
    package let id: Int64
    package let description: LiveItemDescription
    package let firstSeenAt: Timestamp
    /// Since when no document has listed it; nil while one does.
    package let absentSince: Timestamp?
    /// The episode that is its recording, once there is one.
    package let episodeID: Int64?

    package init(
        id: Int64,
        description: LiveItemDescription,
        firstSeenAt: Timestamp,
        absentSince: Timestamp?,
        episodeID: Int64?
    ) {
        self.id = id
        self.description = description
        self.firstSeenAt = firstSeenAt
        self.absentSince = absentSince
        self.episodeID = episodeID
    }
}
