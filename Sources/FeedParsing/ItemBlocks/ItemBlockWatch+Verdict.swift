/// What holds when the document has ended.
extension ItemBlockWatch {
    /// Whether the document was read without its items, and what was read does not hold: everything has to be read.
    mutating func mustReadAll(_ outcome: XMLPushParser.Outcome, _ builder: borrowing FeedBuilder) -> Bool {
        let isSound: Bool
        switch state {
        case .leftOut(let standing):
            isSound =
                builder.items.isEmpty && builder.sawChannel && holds(standing, outcome, builder)
                && ItemBlockStanding.isWithinShare(builder)
                && (builder.isPodcastWithoutItems || builder.leftOutItems?.arePlayable != nil)
        case .read(let standing, let itemCount, _, _):
            isSound = leftOutCount == 0 || standsForItself(standing, itemCount: itemCount, outcome, builder)
        case .before, .inside, .noBlock:
            isSound = leftOutCount == 0
        case .unsound:
            isSound = false
        }
        guard !isSound else { return false }
        (mustRead, state, items) = (true, .before, nil)
        return true
    }

    /// What there is to say of the items when the document has ended; nil if they were no block.
    func block(_ outcome: XMLPushParser.Outcome, _ builder: borrowing FeedBuilder) -> ParsedItemBlock? {
        guard let digest else { return nil }
        switch state {
        case .leftOut:
            return ParsedItemBlock(digest: recognition.known ?? digest, isLeftOut: true)
        case .read(let standing, let itemCount, var costs, let warnings):
            guard standsForItself(standing, itemCount: itemCount, outcome, builder) else { return nil }
            costs.names += builder.names.learnedCount
            let findings = builder.findings(warnings)
            let number = findings.isEmpty ? digest : ~digest
            guard builder.isPodcastWithoutItems, !builder.itemsLackGUIDs, let items,
                let all = findings.isEmpty ? items.all(builder) : items.allMarked(builder)
            else {
                return ParsedItemBlock(digest: number, isLeftOut: false, findings: findings)
            }
            return ParsedItemBlock(
                digest: number,
                isLeftOut: false,
                findings: findings,
                items: all,
                surroundings: items.surroundings,
                costs: costs - BlockItems.costsOfWarnings(among: all, builder)
            )
        case .before, .inside, .noBlock, .unsound:
            return nil
        }
    }

    /// Whether the items that were read, and those that were left out beside them, stand for themselves.
    private func standsForItself(
        _ standing: ItemBlockStanding,
        itemCount: Int,
        _ outcome: XMLPushParser.Outcome,
        _ builder: borrowing FeedBuilder
    ) -> Bool {
        guard builder.items.count == itemCount, holds(standing, outcome, builder),
            builder.names.undeclaredPrefixes.isEmpty
        else { return false }
        guard leftOutCount > 0, let items else { return true }
        return items.all(builder) != nil && builder.isPodcastWithoutItems && !builder.itemsLackGUIDs
            && ItemBlockStanding.hasRoom(
                for: items.knownCosts,
                count: leftOutCount,
                sourceBytes: sourceBytes,
                in: builder
            )
    }

    /// What has to hold of a document as a whole for its items to stand for themselves.
    private func holds(
        _ standing: ItemBlockStanding,
        _ outcome: XMLPushParser.Outcome,
        _ builder: borrowing FeedBuilder
    ) -> Bool {
        (outcome == .complete || outcome == .trailingJunk)
            // Items may be recognised by not being on the page of the show.
            && builder.channel.link == standing.link
            // Of that there is a warning once.
            && !builder.parts.lasting.textWasCut
            && builder.names.learnedCount * 2 <= builder.configuration.maximumNames
    }
}
