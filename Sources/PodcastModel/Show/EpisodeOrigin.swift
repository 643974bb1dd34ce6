/// The feed an item was taken from (RSS source, Atom source).
package struct EpisodeOrigin: Hashable, Sendable, Codable {
    package var title: String?
    package var url: String?

    package init(title: String? = nil, url: String? = nil) {
        self.title = title
        self.url = url
    }
}
