/// Elements of the format that a feed is not written in: those of Atom in RSS, with no prefix of their own, and those
/// of RSS in Atom (feed formats B9, K).
///
/// Each format hands on the names that it has no meaning for. They stand in for what the feed lacks: its own elements
/// win by their rank, or take the place of the others, wherever they stand. In RSS the duration of iTunes and the
/// thumbnail of Media RSS may lack their prefixes, too.
enum OtherFormat {
    /// Reads an element of Atom that stands in RSS.
    static func beginInRSS(
        _ name: LocalName,
        in scope: Scope,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        if name == .entry, scope == .channel { return RSSNamespace.beginItem(attributes, &builder) }
        switch name {
        case .duration where scope == .item: return .text
        case .thumbnail where scope == .item: return MediaNamespace.begin(name, in: scope, attributes, &builder)
        case .abstract where builder.root.kind == .channel: return .markup
        default: break
        }
        return isOfAtom(name) ? AtomNamespace.begin(name, in: scope, attributes, &builder) : .unread
    }

    /// Takes the text of an element of Atom that stands in RSS.
    static func endInRSS(_ name: LocalName, in scope: Scope, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch name {
        case .duration where scope == .item: return endDuration(field, &builder)
        case .thumbnail where scope == .item: return MediaNamespace.end(name, in: scope, field, &builder)
        case .abstract: return ChannelDefinition.endAbstract(in: scope, field, &builder)
        default: break
        }
        if isOfAtom(name) { AtomNamespace.end(name, in: scope, field, &builder) }
    }

    /// Takes a duration without a prefix where neither iTunes nor Media RSS says one; it is kept, too.
    private static func endDuration(_ field: FieldText, _ builder: inout FeedBuilder) {
        if builder.choices.otherDuration == nil {
            builder.choices.otherDuration = EpisodeDuration.known(field.bytes)?.seconds
        }
        field.leave()
    }

    /// Reads an element of RSS that stands in Atom.
    static func beginInAtom(
        _ name: LocalName,
        in scope: Scope,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) -> ElementRole {
        guard builder.root.kind == .atom else { return .unread }
        if name == .item, scope == .channel { return RSSNamespace.beginItem(attributes, &builder) }
        return isOfRSS(name) ? RSSNamespace.begin(name, in: scope, attributes, &builder) : .unread
    }

    /// Takes the text of an element of RSS that stands in Atom.
    static func endInAtom(_ name: LocalName, in scope: Scope, _ field: FieldText, _ builder: inout FeedBuilder) {
        if builder.root.kind == .atom, isOfRSS(name) { RSSNamespace.end(name, in: scope, field, &builder) }
    }

    /// Whether RSS has no element of this name, and Atom has.
    private static func isOfAtom(_ name: LocalName) -> Bool {
        switch name {
        case .id, .updated, .modified, .published, .issued, .created, .summary, .content, .subtitle, .tagline, .icon,
            .logo, .rights, .copyright, .contributor:
            true
        default: false
        }
    }

    /// Whether RSS has an element of this name, and Atom has none or another.
    private static func isOfRSS(_ name: LocalName) -> Bool {
        switch name {
        case .description, .pubdate, .guid, .enclosure, .comments, .category, .language, .managingeditor, .webmaster,
            .docs, .rating, .lastbuilddate, .ttl, .skiphours, .skipdays, .cloud, .image, .source:
            true
        default: false
        }
    }
}
