/// The licence of a podcast or episode (podcast:license).
package struct License: Hashable, Sendable, Codable {
    /// An SPDX-like slug, or a name.
    package var identifier: String?
    package var url: String?

    package init(identifier: String? = nil, url: String? = nil) {
        self.identifier = identifier
        self.url = url
    }
}
