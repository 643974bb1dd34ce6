/// Atom 1.0 and 0.3, as a format and inside RSS (feed formats B9, K).
enum AtomNamespace {
    static func begin(
        _ name: LocalName,
        in scope: Scope,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch scope {
        case .channel: return beginInFeed(name, attributes, &builder)
        case .item: return beginInEntry(name, attributes, &builder)
        case .root: return name == .link ? beginLink(attributes, &builder) : .unread
        case .person: return partsOfPersons.contains(name) ? .text : .unread
        case .source: return beginInSource(name, attributes, &builder)
        default: return .unread
        }
    }

    static func end(_ name: LocalName, in scope: Scope, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch scope {
        case .channel: endInFeed(name, field, &builder)
        case .item: endInEntry(name, field, &builder)
        case .person: endInPerson(name, field, &builder)
        case .source: endInSource(name, field, &builder)
        default: break
        }
    }

    static func endContainer(_ name: LocalName, in parent: Scope, _ builder: inout FeedBuilder) {
        switch name {
        case .source:
            let source = builder.parts.source
            if source != ParsedSource() { builder.item.source = source }
        case .author: addPerson(parent, \.authors, \.authors, &builder)
        case .contributor: addPerson(parent, \.contributors, \.contributors, &builder)
        default: break
        }
    }

    /// Whether an element says something of the person it stands in.
    static func isPersonPart(_ name: XMLName) -> Bool {
        (name.namespace == .atom || name.namespace == .rss) && partsOfPersons.contains(name.local)
    }

    /// Whether an element says something of the source it stands in.
    static func isSourcePart(_ name: XMLName) -> Bool {
        (name.namespace == .atom || name.namespace == .rss) && partsOfSources.contains(name.local)
    }

    private static let partsOfSources: [LocalName] = [.title, .link, .url, .id, .guid]
    private static let partsOfPersons: [LocalName] = [.name, .uri, .url, .homepage, .email]

    private static func beginInFeed(
        _ name: LocalName,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch name {
        case .entry:
            guard builder.beginItem() else { return .container(.item) }
            if let language = attributes.xml(.lang) { builder.chooseLanguage(language, rank: 2) }
            return .container(.item)
        case .id, .updated, .modified, .generator, .icon, .logo: return .text
        case .title, .subtitle, .tagline, .rights, .copyright: return beginText(attributes, &builder)
        case .published where builder.root.kind == .atom: return .text
        case .link: return beginAtomLink(attributes, &builder)
        case .author, .contributor:
            builder.parts.contact = ParsedContact()
            return .container(.person)
        case .category where builder.root.kind != .atom || isTerm(attributes): return readCategory(attributes, &builder)
        default: return OtherFormat.beginInAtom(name, in: .channel, attributes, &builder)
        }
    }

    private static func beginInEntry(
        _ name: LocalName,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch name {
        case .id, .updated, .modified, .published, .issued, .created: return .text
        case .title, .summary, .rights, .copyright: return beginText(attributes, &builder)
        case .content: return beginContent(attributes, &builder)
        case .link: return beginAtomLink(attributes, &builder)
        case .author, .contributor:
            builder.parts.contact = ParsedContact()
            return .container(.person)
        case .category where builder.root.kind != .atom || isTerm(attributes): return readCategory(attributes, &builder)
        case .source where builder.item.source == nil && (builder.root.kind != .atom || attributes[.url] == nil):
            builder.parts.source = ParsedSource()
            return .container(.source)
        default: return OtherFormat.beginInAtom(name, in: .item, attributes, &builder)
        }
    }

    private static func beginText(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        AtomTextConstruct.begin(attributes, &builder)
        return .markup
    }

    private static func beginContent(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        guard let address = builder.url(attributes[.src]) else { return beginText(attributes, &builder) }
        if builder.item.content != nil { return .unread }
        let enclosure = FeedBuilder.enclosure(
            url: address,
            length: nil,
            type: attributes[.type],
            origin: .atomLink
        )
        if enclosure.isPlayable {
            builder.addEnclosure(enclosure)
        } else {
            builder.chooseLink(address, rank: 5)
        }
        return .skipped
    }

    private static func isTerm(_ attributes: XMLAttributes) -> Bool {
        attributes[.term] != nil || attributes[.label] != nil
    }

    private static func readCategory(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        guard let term = builder.string(attributes[.term]) ?? builder.string(attributes[.label]) else {
            return .unread
        }
        builder.addCategory(
            ParsedCategory(
                text: term,
                domain: builder.string(attributes[.scheme]),
                label: builder.string(attributes[.label])
            )
        )
        return .skipped
    }

    private static func beginInSource(
        _ name: LocalName,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch name {
        case .title: return beginText(attributes, &builder)
        case .id, .guid, .url: return .text
        case .link: return linkSource(attributes, &builder)
        default: return .unread
        }
    }

    /// Reads a link of a source: that to the feed itself, else the first; others are kept.
    private static func linkSource(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        guard let address = builder.url(attributes[.href]) else { return .text }
        let known = builder.parts.source.url
        guard known == nil || builder.word(attributes[.rel]) == "self" else { return .unread }
        if let known, known != address { builder.keep("link", nil, [("href", known)], in: .atom) }
        builder.parts.source.url = address
        return .skipped
    }

    private static func addPerson(
        _ parent: Scope,
        _ itemPath: WritableKeyPath<ParsedItem, [ParsedContact]>,
        _ channelPath: WritableKeyPath<ParsedChannel, [ParsedContact]>,
        _ builder: inout FeedBuilder
    ) {
        let contact = builder.parts.contact
        guard !contact.isEmpty else { return }
        if parent == .item {
            guard builder.hasRoom(builder.item[keyPath: itemPath].count) else { return }
            builder.item[keyPath: itemPath].append(contact)
        } else {
            guard builder.hasRoom(builder.channel[keyPath: channelPath].count) else { return }
            builder.channel[keyPath: channelPath].append(contact)
        }
    }
}
