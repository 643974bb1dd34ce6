/// A person to write to: the owner of a podcast.
package struct Mailbox: Hashable, Sendable, Codable {
    package var name: String?
    package var email: String?

    package init(name: String? = nil, email: String? = nil) {
        self.name = name
        self.email = email
    }
}

/// Whether the podcast may be moved to another host (podcast:locked).
package struct FeedLock: Hashable, Sendable, Codable {
    package var value: Bool?
    /// The address to ask.
    package var owner: String?

    package init(value: Bool? = nil, owner: String? = nil) {
        self.value = value
        self.owner = owner
    }
}
