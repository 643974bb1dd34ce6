/// Where listeners can give money (podcast:funding, or a payment link).
package struct Funding: Hashable, Sendable, Codable {
    package var url: String
    package var text: String?

    package init(url: String, text: String? = nil) {
        self.url = url
        self.text = text
    }
}
