/// Show notes in full: content:encoded and content:items of the RSS content module (feed formats B10), and elements of
/// XHTML that stand in an item themselves.
enum ContentNamespace {
    static func begin(
        _ name: LocalName,
        in scope: Scope,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch (scope, name) {
        case (.item, .encoded): .markup
        case (.item, .items), (.contentItems, .bag), (.contentItems, .li), (.contentItems, .item):
            .container(.contentItems)
        case (.contentItems, .value): beginValue(attributes, &builder)
        default: .unread
        }
    }

    static func end(_ name: LocalName, in scope: Scope, _ field: FieldText, _ builder: inout FeedBuilder) {
        builder.chooseContent(field, name == .encoded ? .encoded : .contentItem)
    }

    /// Opens the notes of a content:item, which may be markup in its place.
    private static func beginValue(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        builder.parts.isXHTML = builder.word(attributes[.parsetype]) == "literal"
        return .markup
    }

    /// Whether all that stands in an element of XHTML is content, and no division around it is Atom's.
    static func isWholeXHTML(_ name: LocalName) -> Bool {
        name == .body || name == .div || name == .value
    }

    /// Whether XHTML has no element of this name, and feeds have: the namespace is that of what is in it.
    static func isField(_ name: LocalName) -> Bool {
        name == .description || name == .content || name == .summary
    }

    /// Opens `<xhtml:body>`, or a division, in an item.
    static func beginXHTML(_ name: LocalName, in scope: Scope, _ builder: inout FeedBuilder) -> ElementRole {
        guard scope == .item, name == .body || name == .div else { return .unread }
        builder.parts.isXHTML = true
        return .markup
    }
}

/// Which element the content of an item is from, the best first.
enum ContentSource: UInt8 {
    case encoded
    case atom
    case body
    case contentItem
    case fullItem

    /// The name and namespace of the element.
    var element: (name: String, namespace: XMLNamespace) {
        switch self {
        case .encoded: ("encoded", .content)
        case .atom: ("content", .atom)
        case .body: ("body", .xhtml)
        case .contentItem: ("value", .rdf)
        case .fullItem: ("fullitem", .rss)
        }
    }
}
