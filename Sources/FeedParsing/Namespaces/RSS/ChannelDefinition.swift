/// The Channel Definition Format, from which RSS comes: a `<CHANNEL>` that is the root, and no rss around it, has pages
/// and dates among attributes, and describes in `<ABSTRACT>` (feed formats A1).
enum ChannelDefinition {
    /// Takes the page of a channel or item, and the date of an item.
    static func take(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) {
        guard builder.root.kind == .channel else { return }
        builder.chooseLink(builder.url(attributes[.href]), rank: 6)
        guard builder.isInItem, let date = attributes[.lastmod] else { return }
        builder.choosePublished(FieldText(date), rank: 5)
    }

    /// Takes the description of a channel or item that has no other.
    static func endAbstract(in scope: Scope, _ field: FieldText, _ builder: inout FeedBuilder) {
        switch scope {
        case .channel: if builder.channel.description == nil { builder.channel.description = field.notes }
        case .item: if builder.item.description == nil { builder.item.description = field.notes }
        default: break
        }
    }
}
