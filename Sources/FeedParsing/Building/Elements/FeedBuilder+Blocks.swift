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
        let end = Int(xmlByteConsumed(parser))
        let costs = costsSoFar
        readItems.append(
            ReadBlockItem(
                startTagEnd: itemStartEnd,
                end: end,
                warningCount: warnings.countOfItems,
                costs: costs - costsBeforeItem
            )
        )
        costsBeforeItem = costs
    }

    /// What was taken of the limits so far, of the allowance and of extension trees.
    var costsSoFar: ItemCosts { ItemCosts(allowance: allowance.used, extensions: extensionCount) }

    /// Whether no element is open but the root and, at most, the channel in it.
    var isBetweenElements: Bool {
        guard stop == nil, sawChannel, let last = frames.last, frames.count <= Self.outerElements else { return false }
        return last.mode == .container && (last.scope == .channel || last.scope == .root) && !isInItem
            && liveItem == nil && extensionNodes.isEmpty && text.count == 0
    }

    var hasITunesImage: Bool { channelChoices.artwork == ArtworkRank.itunes }

    /// Whether the tags that a podcast must have are asked of the document, if it is one (feed formats M).
    var isRSS: Bool { root.kind == .rss || root.kind == .channel }

    /// Whether the channel is a podcast's whatever the items are, or that does not matter.
    var isPodcastWithoutItems: Bool { !isRSS || RequiredTags.isPodcast(channel, hasITunesImage) }

    /// Whether there is something to play in any item.
    var itemsArePlayable: Bool {
        leftOutItems?.arePlayable ?? items.contains { item in item.enclosures.contains(where: \.isPlayable) }
    }

    /// Whether an item that was read lacks a tag that it must have.
    func lacksTag(_ index: Int) -> Bool { isRSS && !MissingItemTags(in: items, index..<index + 1).isEmpty }

    /// The line where libxml2 has paused, with the white space that it has been given and has not consumed.
    private var lineAtPause: Int {
        guard let parser, let line else { return 0 }
        return line + XMLPushParser.pendingBytes(parser).count(where: { $0 == 0x0A })
    }

    /// Whether an item that was read is matched by more than its guid: then all have to be read, and nothing is gained by
    /// knowing some.
    var itemsLackGUIDs: Bool { isRSS && MissingItemTags(in: items).lackGUIDs }

    /// Begins to note what the items tell of the feed.
    mutating func beginItems() {
        itemsLine = lineAtPause
        readItems = []
        costsBeforeItem = costsSoFar
        warnings.beginItems(at: itemsLine)
    }

    /// What they have told, when the document has ended.
    ///
    /// - Parameter itemWarnings: The warnings that single items have given rise to.
    /// - Returns: What they have told, those included that were left out one by one: these lack nothing.
    func findings(_ itemWarnings: ItemWarnings) -> ItemFindings {
        var findings = ItemFindings()
        findings.warnings = itemWarnings
        findings.arePlayable = itemsArePlayable ? true : leftOutItemCount == 0 ? false : nil
        guard isRSS else { return findings }
        let missing = missingItemTags
        if !missing.isEmpty { findings.missing = missing.moved(by: -warnings.firstLine - itemsLine) }
        return findings
    }

    /// What all items lack of the tags that they must have.
    var missingItemTags: MissingItemTags { MissingItemTags(in: items).adding(complete: leftOutItemCount) }

    /// Tells what items that are left out here have told when they were read.
    mutating func leaveOut(_ findings: ItemFindings) {
        itemsLine = lineAtPause
        findings.warnings.add(to: &warnings, firstLine: itemsLine)
        leftOutItems = findings
        leftOutItems?.missing = findings.missing.moved(by: itemsLine)
    }
}
