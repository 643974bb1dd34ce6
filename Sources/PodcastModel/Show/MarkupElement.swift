/// An element of a feed that no field stands for, kept as it was written.
///
/// `extensions` of a podcast or episode hold every such element by the URI of
/// its namespace, so that nothing a publisher wrote is lost.
package struct MarkupElement: Hashable, Sendable, Codable {
    /// The local name, without prefix.
    package var name: String
    /// The text directly inside, trimmed; nil if there is none.
    package var value: String?
    /// Attributes by name (with prefix where the feed wrote one).
    package var attributes: [String: String]
    /// The elements inside, in document order.
    package var children: [MarkupElement]

    package init(
        name: String,
        value: String? = nil,
        attributes: [String: String] = [:],
        children: [MarkupElement] = []
    ) {
        self.name = name
        self.value = value
        self.attributes = attributes
        self.children = children
    }
}

/// Elements no field stands for, by namespace URI (empty for none).
package typealias Extensions = [String: [MarkupElement]]
