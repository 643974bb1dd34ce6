/// What the texts of Atom elements mean.
extension AtomNamespace {
    static func endInFeed(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
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
        case .published: RSSNamespace.end(.pubdate, in: .channel, field, &builder)
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

    static func endInEntry(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
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

    static func endInPerson(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        let contact = builder.parts.contact
        switch name {
        case .name: if contact.name == nil { builder.parts.contact.name = field.person }
        case .email: if contact.email == nil { builder.parts.contact.email = MailboxText.address(field) }
        case .uri, .url, .homepage: if contact.url == nil { builder.parts.contact.url = builder.url(field.bytes) }
        default: break
        }
    }

    static func endInSource(_ name: LocalName, _ field: FieldText, _ builder: inout FeedBuilder) {
        let source = builder.parts.source
        switch name {
        case .title: if source.title == nil { builder.parts.source.title = AtomTextConstruct.title(field, builder) }
        case .id, .guid: if source.id == nil { builder.parts.source.id = field.string }
        case .link, .url: if source.url == nil { builder.parts.source.url = builder.url(field.bytes) }
        default: break
        }
    }
}
