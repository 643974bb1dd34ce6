/// An element that nothing else read, with all that is in it.
package struct ParsedExtension: Sendable, Equatable {
    /// An attribute as written; the name has its prefix if it has one.
    package struct Attribute: Sendable, Equatable {
        /// The name.
        package var name: String
        /// The value.
        package var value: String

        /// Makes a value of its fields.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The namespace URI, that of a known namespace in its usual spelling; or the
    /// prefix when the prefix is not declared, or an empty text for elements
    /// without a namespace.
    package var namespace: String
    /// The local name.
    package var name: String
    /// The text of the element, trimmed.
    package var value: String?
    /// The attributes in document order.
    package var attributes: [Attribute] = []
    /// The child elements in document order.
    package var children: [ParsedExtension] = []

    /// Makes a value of its fields.
    package init(
        namespace: String,
        name: String,
        value: String? = nil,
        attributes: [Attribute] = [],
        children: [ParsedExtension] = []
    ) {
        self.namespace = namespace
        self.name = name
        self.value = value
        self.attributes = attributes
        self.children = children
    }

    /// Whether this element says nothing but by its attributes, and nothing that another one with its name does not
    /// say.
    func isTold(by other: ParsedExtension) -> Bool {
        name == other.name && namespace == other.namespace && value == nil && children.isEmpty
            && !attributes.isEmpty && attributes.allSatisfy { other.attributes.contains($0) }
    }
}
