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

    // MARK: Start tags

    private static func beginInFeed(
        _ name: LocalName,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        switch name {
        case .entry:
            builder.beginItem()
            if let language = attributes.xml(.lang) { builder.chooseLanguage(language, rank: 2) }
            return .container(.item)
        case .id, .updated, .modified, .generator, .icon, .logo: return .text
        case .title, .subtitle, .tagline, .rights, .copyright: return beginText(attributes, &builder)
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
        if enclosure.isAudio || enclosure.isVideo {
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

    // MARK: Texts

    private static func endInFeed(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .id: if builder.channel.id == nil { builder.channel.id = field.string }
        case .title:
            guard builder.root.kind == .atom else {
                return builder.offerTitle(AtomTextConstruct.title(field, builder), field)
            }
            if builder.channel.title == nil { builder.channel.title = AtomTextConstruct.title(field, builder) }
        case .subtitle, .tagline:
            guard builder.channel.otherTexts.atomSummary == nil else { return }
            builder.channel.otherTexts.atomSummary = AtomTextConstruct.end(field, builder)
        case .updated, .modified:
            let isTaken = builder.chooseLastBuild(field, rank: 1)
            if !isTaken || builder.root.kind != .atom { field.leave() }
        case .link: endLinkText(field, &builder)
        case .generator: if builder.channel.generator == nil { builder.channel.generator = field.line }
        case .logo: builder.chooseArtwork(builder.url(field.bytes), rank: ArtworkRank.atomLogo)
        case .icon: builder.chooseArtwork(builder.url(field.bytes), rank: ArtworkRank.atomIcon)
        case .rights, .copyright: readRights(field, &builder)
        default: OtherFormat.endInAtom(name, in: .channel, field, &builder)
        }
    }

    /// Inside RSS these stand in for elements of the format, and are kept beside
    /// them.
    private static func readRights(_ field: FieldText, _ builder: inout FeedBuilder) {
        let isTaken = builder.chooseRights(AtomTextConstruct.title(field, builder), rank: 2)
        if !isTaken || builder.root.kind != .atom { field.leave() }
    }

    private static func readPublished(_ field: FieldText, rank: UInt8, _ builder: inout FeedBuilder) {
        let isTaken = builder.choosePublished(field, rank: rank)
        if !isTaken || builder.root.kind != .atom { field.leave() }
    }

    private static func endInEntry(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .id:
            let isOwn = builder.root.kind == .atom
            guard !builder.choices.hasGUID, isOwn || builder.item.guid == nil, let id = field.string else { return }
            if let guid = builder.item.guid { builder.keep("guid", guid, in: .rss) }
            builder.item.guid = id
            builder.item.guidIsPermaLink = false
            builder.choices.hasGUID = isOwn
            if !isOwn { field.leave() }
        case .title:
            guard builder.root.kind == .atom else {
                return builder.offerTitle(AtomTextConstruct.title(field, builder), field)
            }
            if builder.item.title == nil { builder.item.title = AtomTextConstruct.title(field, builder) }
        case .link: endLinkText(field, &builder)
        case .published, .issued: readPublished(field, rank: 2, &builder)
        case .created:
            builder.choosePublished(field, rank: 3)
            field.leave()
        case .updated, .modified:
            let isUpdate = builder.chooseUpdated(field, rank: 0)
            builder.choosePublished(field, rank: 4, warns: false)
            if !isUpdate { field.leave() }
        case .summary:
            guard builder.item.otherTexts.atomSummary == nil else { return }
            guard let summary = AtomTextConstruct.end(field, builder) else { return }
            builder.item.otherTexts.atomSummary = summary
            if builder.root.kind == .atom, let description = builder.item.description {
                builder.keep("description", description, in: .rss)
                builder.item.description = nil
            }
        case .content:
            guard builder.choices.content > ContentSource.atom.rawValue else { return }
            guard let content = AtomTextConstruct.end(field, builder, mayBeFile: true) else { return }
            builder.chooseContent(content, .atom, builder.parts.textType)
        case .rights, .copyright: readRights(field, &builder)
        default: OtherFormat.endInAtom(name, in: .item, field, &builder)
        }
    }

    private static func endInPerson(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        let contact = builder.parts.contact
        switch name {
        case .name: if contact.name == nil { builder.parts.contact.name = field.person }
        case .email: if contact.email == nil { builder.parts.contact.email = MailboxText.address(field) }
        case .uri, .url, .homepage: if contact.url == nil { builder.parts.contact.url = builder.url(field.bytes) }
        default: break
        }
    }

    private static func endInSource(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        let source = builder.parts.source
        switch name {
        case .title: if source.title == nil { builder.parts.source.title = AtomTextConstruct.title(field, builder) }
        case .id, .guid: if source.id == nil { builder.parts.source.id = field.string }
        case .link, .url: if source.url == nil { builder.parts.source.url = builder.url(field.bytes) }
        default: break
        }
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
