internal import CLibXML2

extension FeedBuilder {
    /// How deep items may stand in items before the document counts as damaged.
    private static let maximumOuterItems = 8

    /// Opens an item.
    ///
    /// One that is open already waits until this one has ended: feeds with an empty
    /// `<item/>` inside every item exist.
    ///
    /// - Returns: false where reading has ended instead; nothing more is to be taken of this one then.
    mutating func beginItem() -> Bool {
        if isInItem {
            // So many of them were never closed: the cleaner closes them.
            if outerItems.count == Self.maximumOuterItems {
                stopForCleaning()
                return false
            }
            outerItems.append(OuterItem(item: item, choices: choices, index: itemIndex))
            item = ParsedItem()
            choices = FieldChoices()
        }
        if items.count >= configuration.maximumItems {
            stopAtItemLimit()
            return false
        }
        guard allowance.take(Allowance.Weight.item) else {
            stopAtLimit(Allowance.itemWarning)
            return false
        }
        item.line = line.map { $0 + warnings.firstLine }
        itemIndex = items.count
        isInItem = true
        return true
    }

    /// Closes the open item and keeps it, in the order of the start tags.
    mutating func finishItem() {
        guard isInItem else { return }
        applyFallbacks()
        let outer = outerItems.popLast()
        if let live = liveItem, outer == nil {
            liveItem = nil
            finishLiveItem(live)
        } else if item.isEmpty {
            // Feeds with an empty one inside every item exist, and lack nothing.
            leaveOutItem(warns: outer == nil)
        } else {
            // An item around others began before them, and may end after the last that is allowed.
            if items.count >= configuration.maximumItems { return stopAtItemLimit() }
            // Moved out and not copied: an item has sixty fields to retain.
            var finished = ParsedItem()
            swap(&finished, &item)
            if let textFile { finished.moveTexts(to: textFile) }
            if itemIndex == items.count {
                reserveItems()
                items.append(consume finished)
            } else {
                items.insert(consume finished, at: itemIndex)
            }
        }
        if let outer { item = outer.item }
        choices = outer?.choices ?? FieldChoices()
        itemIndex = outer?.index ?? items.count
        isInItem = outer != nil
    }

    /// Keeps the open item as one that is live, if anything is said of it.
    private mutating func finishLiveItem(_ live: consuming ParsedLiveItem) {
        if live.hasNoAttributes, item.isEmpty { return leaveOutItem(warns: true) }
        swap(&live.item, &item)
        guard hasRoom(channel.podcastChannel.liveItems.count, Allowance.Weight.liveItem) else { return }
        channel.podcastChannel.liveItems.append(live)
    }

    /// Leaves the open item out, which is no episode: a template was filled in with nothing (feed formats C1).
    private mutating func leaveOutItem(warns: Bool) {
        if warns {
            warnings.add(.invalidValue, line: item.line.map { $0 - warnings.firstLine }, ParsedItem.emptyWarning)
        }
        allowance.giveBack(Allowance.Weight.item)
        item = ParsedItem()
    }

    private mutating func stopAtItemLimit() {
        stopAtLimit("the feed has more than \(configuration.maximumItems) items")
    }

    /// Makes room for as many items as there will be if they go on like this.
    ///
    /// An array that doubles time and again has moved each item twice in the end, through fresh memory.
    private mutating func reserveItems() {
        guard items.count == items.capacity else { return }
        var expected = max(8, items.count * 2)
        if items.count >= 8, let parser {
            let read = max(1, Int(xmlByteConsumed(parser)))
            expected = items.count * max(documentBytes, read) / read + items.count / 8
        }
        items.reserveCapacity(min(expected, configuration.maximumItems))
    }

    /// Drops an item that the end of the document cut off: what it lacks says
    /// nothing.
    mutating func dropOpenItem() {
        guard isInItem else { return }
        isInItem = false
        outerItems = []
        liveItem = nil
        item = ParsedItem()
        choices = FieldChoices()
    }
}
