/// Somebody who takes part in a podcast or an episode (podcast:person).
package struct Person: Hashable, Sendable, Codable {
    package var name: String
    /// Lower-case; `host` where the feed says nothing.
    package var role: String?
    /// Lower-case; `cast` where the feed says nothing.
    package var group: String?
    package var imageURL: String?
    package var href: String?

    package init(
        name: String,
        role: String? = nil,
        group: String? = nil,
        imageURL: String? = nil,
        href: String? = nil
    ) {
        self.name = name
        self.role = role
        self.group = group
        self.imageURL = imageURL
        self.href = href
    }
}

/// An author or contributor as Atom and JSON Feed name them.
package struct Contributor: Hashable, Sendable, Codable {
    package var name: String?
    package var email: String?
    package var uri: String?

    package init(name: String? = nil, email: String? = nil, uri: String? = nil) {
        self.name = name
        self.email = email
        self.uri = uri
    }
}
