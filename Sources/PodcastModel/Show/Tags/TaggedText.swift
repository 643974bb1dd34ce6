/// Free text with a purpose (podcast:txt).
package struct TaggedText: Hashable, Sendable, Codable {
    package var text: String
    package var purpose: String?

    package init(text: String, purpose: String? = nil) {
        self.text = text
        self.purpose = purpose
    }
}
