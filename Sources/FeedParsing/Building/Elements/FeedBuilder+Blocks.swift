internal import CLibXML2

/// What is asked of a builder to tell whether the items of a document are a block (``ItemBlock``).
extension FeedBuilder {
    /// How many of the elements around items have their start tags noted: the root and the channel.
    static let outerElements = 2

    /// Notes where the start tag that is being handled ends, before its bracket.
    mutating func noteStartTag() {
        guard let parser else { return }
        outerTagEnds.removeLast(outerTagEnds.count - min(frames.count, outerTagEnds.count))
        outerTagEnds.append(Int(xmlByteConsumed(parser)))
    }

    /// Notes where the start tag of an item that is being handled ends, before its bracket.
    mutating func noteItemStart() {
        guard let parser else { return }
        itemStartEnd = Int(xmlByteConsumed(parser))
    }

    /// Notes where the element that stood among the items has ended.
    mutating func noteItemEnd() {
        guard let parser else { return }
        itemTags.append((itemStartEnd, Int(xmlByteConsumed(parser))))
    }

    /// Whether no element is open but the root and, at most, the channel in it.
    var isBetweenElements: Bool {
        guard stop == nil, sawChannel, let last = frames.last, frames.count <= Self.outerElements else { return false }
        return last.mode == .container && (last.scope == .channel || last.scope == .root) && !isInItem
            && liveItem == nil && extensionNodes.isEmpty && text.count == 0
    }

    var hasITunesImage: Bool { channelChoices.artwork == ArtworkRank.itunes }

    /// Whether the tags that a podcast must have are asked of the channel whatever the items are, or are not asked at
    /// all (feed formats M).
    var isPodcastWithoutItems: Bool {
        guard root.kind == .rss || root.kind == .channel else { return true }
        return RequiredTags.isPodcast(channel, [], hasITunesImage)
    }

    /// Whether no item gives rise to a warning about tags.
    var itemsLackNothing: Bool {
        guard root.kind == .rss || root.kind == .channel else { return true }
        return RequiredTags.missing(in: items).isEmpty
    }
}
