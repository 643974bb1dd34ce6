/// What the parser does with an element and what its children mean.
enum ElementRole: Equatable {
    /// Collect the text; markup inside is dropped, its text is kept.
    case text
    /// Collect the text, and write markup inside back as markup.
    case markup
    /// Children have a meaning, given by the scope.
    case container(Scope)
    /// Nothing reads it: keep it as a tree among the extensions.
    case unread
    /// Read by its attributes; what is inside is kept among the extensions.
    case skipped
}

/// The places whose direct children mean something.
///
/// Only direct children of an element count: the title of an image, or of a
/// `<s:variant>` inside an item, is not the title of the channel or item.
enum Scope: UInt8 {
    /// Outside the root element.
    case document
    /// Inside rss, rdf:RDF or redirect.
    case root
    case channel
    case item
    /// Inside the RSS image.
    case channelImage
    /// Inside the image of an item.
    case itemImage
    /// Inside an enclosure that has no address among its attributes.
    case enclosure
    /// Inside the RSS source or the Atom source of an item.
    case source
    case skipHours
    case skipDays
    /// Inside itunes:owner.
    case owner
    /// Inside an itunes:image that is written as the image of RSS.
    case itunesImage
    /// Inside itunes:category or googleplay:category.
    case category
    /// Inside an Atom author or contributor.
    case person
    /// Inside content:items, at any depth.
    case contentItems
    /// Inside psc:chapters.
    case chapters
    case mediaGroup
    case mediaContent
    case alternateEnclosure
    case value
    case valueTimeSplit
    case podroll
    case publisher
}

extension Scope {
    /// Whether what is in it may be written as text, instead of in elements or attributes.
    var mayBeText: Bool {
        switch self {
        case .owner, .person, .category, .enclosure, .channelImage, .itemImage, .skipHours, .skipDays, .mediaContent,
            .alternateEnclosure:
            true
        default: false
        }
    }

    /// The element that what stands in this scope is kept in; nil where the
    /// item or channel itself is.
    var surrounding: (name: String, namespace: XMLNamespace)? {
        switch self {
        case .document, .root, .channel, .item, .mediaGroup, .mediaContent, .category, .person: nil
        case .channelImage, .itemImage: ("image", .rss)
        case .enclosure: ("enclosure", .rss)
        case .source: ("source", .atom)
        case .skipHours: ("skipHours", .rss)
        case .skipDays: ("skipDays", .rss)
        case .owner: ("owner", .itunes)
        case .itunesImage: ("image", .itunes)
        case .contentItems: ("items", .content)
        case .chapters: ("chapters", .podloveChapters)
        case .alternateEnclosure: ("alternateEnclosure", .podcast)
        case .value: ("value", .podcast)
        case .valueTimeSplit: ("valueTimeSplit", .podcast)
        case .podroll: ("podroll", .podcast)
        case .publisher: ("publisher", .podcast)
        }
    }
}

/// One open element.
struct ElementFrame {
    enum Mode: UInt8 {
        case container
        case text
        case markup
        /// An element inside collected markup, or inside a plain text.
        case inline
        case extensionNode
        case skipped
    }

    var name: XMLName
    var mode: Mode
    /// What its children mean, for containers; what the element itself is
    /// inside of, for everything else.
    var scope: Scope
    /// Whether the element carries an xml:base or an xml:lang of its own.
    var hasBase = false
    /// Whether its tags are left out of the markup that it stands in.
    var isLeftOut = false
    /// Whether its tags are written along, although the text that it stands in is no markup.
    var isWritten = false
    /// Where its text begins in the text buffer.
    var textStart: Int
}
