extension FeedBuilder {
    /// Settles what the root element means, and which namespace is the format's.
    mutating func openRoot(_ tag: XMLStartTag) -> XMLName {
        names.setRoot(uri: tag.prefix == nil ? tag.uri : nil, namespace: root.kind == .atom ? .atom : .rss)
        if let prefix = tag.prefix, root.kind != .rdf { names.setRoot(prefix: prefix, uri: tag.uri) }
        return names.element(tag.local, prefix: tag.prefix, uri: tag.uri)
    }

    /// Asks the namespace of an element what the element means where it stands.
    mutating func role(of name: XMLName, in scope: Scope, _ attributes: XMLAttributes) -> ElementRole {
        switch scope {
        case .document:
            return openDocument(attributes)
        case .root, .channel, .item:
            return roleInFeed(of: name, in: scope, attributes)
        case .channelImage, .itemImage, .enclosure, .skipHours, .skipDays:
            return RSSNamespace.begin(name.local, in: scope, attributes, &self)
        case .source, .person:
            return AtomNamespace.begin(name.local, in: scope, attributes, &self)
        case .owner, .category, .itunesImage:
            return ITunesNamespace.begin(name.local, in: scope, attributes, &self)
        case .contentItems:
            return ContentNamespace.begin(name.local, in: scope, attributes, &self)
        case .chapters:
            return PodloveChaptersNamespace.begin(name.local, in: scope, attributes, &self)
        case .mediaGroup, .mediaContent:
            return name.namespace == .media
                ? MediaNamespace.begin(name.local, in: scope, attributes, &self) : .unread
        case .alternateEnclosure, .value, .valueTimeSplit, .podroll, .publisher:
            // Some forget the prefix inside.
            return name.namespace == .podcast || name.namespace == .rss
                ? PodcastNamespace.begin(name.local, in: scope, attributes, &self) : .unread
        }
    }

    private mutating func roleInFeed(
        of name: XMLName,
        in scope: Scope,
        _ attributes: XMLAttributes
    ) -> ElementRole {
        switch name.namespace {
        case .rss: RSSNamespace.begin(name.local, in: scope, attributes, &self)
        case .atom: AtomNamespace.begin(name.local, in: scope, attributes, &self)
        case .itunes: ITunesNamespace.begin(name.local, in: scope, attributes, &self)
        case .content: ContentNamespace.begin(name.local, in: scope, attributes, &self)
        case .dublinCore, .dublinCoreTerms: DublinCoreNamespace.begin(name.local, in: scope, attributes, &self)
        case .podcast: PodcastNamespace.begin(name.local, in: scope, attributes, &self)
        case .media: MediaNamespace.begin(name.local, in: scope, attributes, &self)
        case .podloveChapters: PodloveChaptersNamespace.begin(name.local, in: scope, attributes, &self)
        case .googlePlay: GooglePlayNamespace.begin(name.local, in: scope, attributes, &self)
        case .syndication: SyndicationNamespace.begin(name.local, in: scope, attributes, &self)
        case .history: HistoryNamespace.begin(name.local, in: scope, attributes, &self)
        case .rawVoice: RawVoiceNamespace.begin(name.local, in: scope, attributes, &self)
        case .spotify: SpotifyNamespace.begin(name.local, in: scope, attributes, &self)
        case .feedburner: FeedburnerNamespace.begin(name.local, in: scope, attributes, &self)
        case .xhtml: ContentNamespace.beginXHTML(name.local, in: scope, &self)
        case .creativeCommons: CreativeCommonsNamespace.begin(name.local)
        case .rdf, .slash, .wellFormedWeb, .unknown: .unread
        }
    }

    /// Hands the text of an element that ended to its namespace.
    mutating func endText(_ frame: ElementFrame, _ field: FieldText) {
        isInMarkup = false
        escapesText = false
        let name = frame.name.local
        switch frame.scope {
        case .channelImage, .itemImage, .enclosure, .skipHours, .skipDays:
            return RSSNamespace.end(name, in: frame.scope, field, &self)
        case .source, .person:
            return AtomNamespace.end(name, in: frame.scope, field, &self)
        case .owner, .itunesImage:
            return ITunesNamespace.end(name, in: frame.scope, field, &self)
        case .contentItems:
            return ContentNamespace.end(name, in: frame.scope, field, &self)
        default:
            break
        }
        switch frame.name.namespace {
        case .rss: RSSNamespace.end(name, in: frame.scope, field, &self)
        case .atom: AtomNamespace.end(name, in: frame.scope, field, &self)
        case .itunes: ITunesNamespace.end(name, in: frame.scope, field, &self)
        case .content: ContentNamespace.end(name, in: frame.scope, field, &self)
        case .dublinCore, .dublinCoreTerms: DublinCoreNamespace.end(name, in: frame.scope, field, &self)
        case .podcast: PodcastNamespace.end(name, in: frame.scope, field, &self)
        case .media: MediaNamespace.end(name, in: frame.scope, field, &self)
        case .googlePlay: GooglePlayNamespace.end(name, in: frame.scope, field, &self)
        case .syndication: SyndicationNamespace.end(name, in: frame.scope, field, &self)
        case .rawVoice: RawVoiceNamespace.end(name, in: frame.scope, field, &self)
        case .spotify: SpotifyNamespace.end(name, in: frame.scope, field, &self)
        case .feedburner: FeedburnerNamespace.end(name, in: frame.scope, field, &self)
        case .creativeCommons: CreativeCommonsNamespace.end(field, &self)
        case .xhtml: chooseContent(field, .body)
        default: break
        }
    }

    /// Finishes an element whose children were read.
    mutating func endContainer(_ frame: ElementFrame) {
        let parent = frames.last?.scope ?? .document
        switch frame.scope {
        case .item:
            finishItem()
        case .person:
            endMailboxText(frame)
            AtomNamespace.endContainer(frame.name.local, in: parent, &self)
        case .source:
            AtomNamespace.endContainer(frame.name.local, in: parent, &self)
        case .enclosure:
            if parent != .enclosure { endEnclosure(frame) }
        case .channelImage, .itemImage:
            endImage(frame)
        case .skipHours, .skipDays:
            RSSNamespace.endSchedule(in: frame.scope, FieldText(text.bytes(from: frame.textStart)), &self)
            text.truncate(to: frame.textStart)
        case .owner:
            endMailboxText(frame)
            ITunesNamespace.endOwner(&self)
        case .category:
            ITunesCategories.end(FieldText(text.bytes(from: frame.textStart)), &self)
            text.truncate(to: frame.textStart)
        case .mediaGroup:
            MediaNamespace.endGroup(&self)
        case .mediaContent:
            keepText(of: frame, named: "content")
        case .alternateEnclosure:
            keepText(of: frame, named: "alternateEnclosure")
            PodcastNamespace.endContainer(frame.scope, &self)
        case .value, .valueTimeSplit:
            PodcastNamespace.endContainer(frame.scope, &self)
        default:
            break
        }
    }

    /// Keeps what stands in an element itself that says all in its attributes.
    private mutating func keepText(of frame: ElementFrame, named name: String) {
        let field = FieldText(text.bytes(from: frame.textStart))
        if !field.isEmpty { keep(name, field.string, in: frame.name.namespace) }
        text.truncate(to: frame.textStart)
    }

    private mutating func openDocument(_ attributes: XMLAttributes) -> ElementRole {
        if let language = attributes.xml(.lang) { chooseChannelLanguage(language, rank: 3) }
        switch root.kind {
        case .rss:
            let version = attributes[.version].flatMap { FieldText($0).string }
            format = "rss \(version ?? "2.0")"
            return .container(.root)
        case .rdf:
            format = root.isEarlyRDF ? "rss 0.90" : "rss 1.0"
            return .container(.root)
        case .channel:
            format = "rss 2.0"
            sawChannel = true
            ChannelDefinition.take(attributes, &self)
            return .container(.channel)
        case .atom:
            let version = attributes[.version].flatMap { FieldText($0).string }
            format = root.isEarlyAtom || version == "0.3" ? "atom 0.3" : "atom 1.0"
            sawChannel = true
            return .container(.channel)
        }
    }
}
