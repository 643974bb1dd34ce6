/// Where the same content can be watched or heard elsewhere (podcast:contentLink).
package struct ContentLink: Hashable, Sendable, Codable {
    package var href: String
    package var text: String?

    package init(href: String, text: String? = nil) {
        self.href = href
        self.text = text
    }
}
