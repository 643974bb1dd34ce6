/// Elements that stand where they should not, or in a namespace that is not theirs.
extension FeedBuilder {
    /// Whether an element is the author of an item or channel in RSS.
    @inline(__always)
    func isMailbox(_ frame: ElementFrame) -> Bool {
        (frame.scope == .item || frame.scope == .channel) && frame.name == XMLName(namespace: .rss, local: .author)
    }

    /// Whether an element is the source of an item in RSS.
    @inline(__always)
    func isSource(_ frame: ElementFrame) -> Bool {
        frame.scope == .item && frame.name == XMLName(namespace: .rss, local: .source)
    }

    /// Whether an element is the picture of an item or channel in iTunes.
    @inline(__always)
    func isITunesImage(_ frame: ElementFrame) -> Bool {
        (frame.scope == .item || frame.scope == .channel) && frame.name == XMLName(namespace: .itunes, local: .image)
    }

    /// Whether an item that stands here is one although no item should: a
    /// missing end tag must not swallow the rest of the feed (feed formats F8).
    ///
    /// Unread elements of an item may have items of their own, such as the
    /// tracks of a list.
    @inline(__always)
    func mayBeItem(in scope: Scope, _ mode: ElementFrame.Mode) -> Bool {
        switch mode {
        case .container: ![.document, .root, .channel, .item].contains(scope)
        case .extensionNode: !isInItem
        case .text, .markup, .inline, .skipped: true
        }
    }

    /// Whether the name of an element is that of an item.
    @inline(__always)
    func isItem(_ name: XMLName) -> Bool {
        switch name.local {
        case .item: name.namespace == .rss && root.kind != .atom
        case .entry: name.namespace == .atom && root.kind == .atom
        default: false
        }
    }

    /// Whether an element stands where items do and has their name, but a
    /// namespace of its own: `<item xmlns="http://www.w3.org/1999/xhtml">`.
    @inline(__always)
    func isStrangeItem(_ name: XMLName) -> Bool {
        guard name.local == (root.kind == .atom ? .entry : .item), !isItem(name), let parent = frames.last else {
            return false
        }
        return parent.mode == .container && (parent.scope == .root || parent.scope == .channel)
    }

    /// Takes the namespace that a channel has by default, or a prefix that means nothing, for that of the feed.
    @inline(never)
    mutating func openChannel(_ name: XMLName, _ tag: XMLStartTag) -> XMLName {
        if let prefix = tag.prefix {
            guard root.kind == .rss, name.namespace == .unknown else { return name }
            names.setRoot(prefix: prefix, uri: tag.uri)
        } else {
            guard root.kind == .rss || root.kind == .rdf, let uri = tag.uri, names.adopt(uri: uri) else { return name }
        }
        return XMLName(namespace: .rss, local: name.local)
    }

    /// Takes the namespace that an item has by default for that of the feed; of
    /// too many it is at least said that the item was not read.
    @inline(never)
    mutating func adopt(_ name: XMLName, uri: XMLNameCache.Interned) -> XMLName {
        guard names.adopt(uri: uri) else {
            mayHaveCut = true
            warn(.notWellFormed, "an item in one namespace too many was not read")
            return name
        }
        return XMLName(namespace: root.kind == .atom ? .atom : .rss, local: name.local)
    }
}
