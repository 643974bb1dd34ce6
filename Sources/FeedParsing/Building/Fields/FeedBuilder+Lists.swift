/// Lists of items and channels: what may be added to them, and how often.
extension FeedBuilder {
    /// Whether a list may grow by an entry, whose weight is taken.
    mutating func hasRoom(_ count: Int, _ weight: Int = Allowance.Weight.entry) -> Bool {
        count < configuration.maximumListEntries && weigh(weight)
    }

    /// Whether a list without repetitions may grow by an entry, whose weight is
    /// taken.
    mutating func hasRoomForDistinct(_ count: Int, _ weight: Int = Allowance.Weight.entry) -> Bool {
        count < configuration.maximumDistinctEntries && weigh(weight)
    }

    /// Whether one of the first entries of a list is the same as another one, which says nothing then.
    func isListed<Entry: Equatable>(_ entry: Entry, in list: [Entry]) -> Bool {
        list.prefix(configuration.maximumDistinctEntries).contains(entry)
    }

    /// Adds the open category under the name that is its text.
    mutating func endCategory(_ field: FieldText) {
        guard let text = field.line else { return }
        parts.category.text = text
        addCategory(parts.category)
    }

    /// Adds a category to the open item or the channel, once; its names may have been escaped twice.
    mutating func addCategory(_ written: ParsedCategory) {
        var category = written
        category.text = CategoryPath.decoded(written.text)
        category.label = written.label.map(CategoryPath.decoded)
        if isInItem {
            guard !item.categories.contains(category),
                hasRoomForDistinct(item.categories.count, Allowance.Weight.word)
            else { return }
            item.categories.append(category)
        } else {
            guard !channel.categories.contains(category),
                hasRoomForDistinct(channel.categories.count, Allowance.Weight.word)
            else { return }
            channel.categories.append(category)
        }
    }

    /// Adds an author to the open item or the channel.
    mutating func addAuthor(_ author: ParsedContact) {
        if isInItem {
            guard hasRoom(item.authors.count) else { return }
            item.authors.append(author)
        } else {
            guard hasRoom(channel.authors.count) else { return }
            channel.authors.append(author)
        }
    }

    /// Takes what stands in an image itself for its address; anything else it is no image of, and is kept.
    mutating func endImage(_ frame: ElementFrame) {
        let field = FieldText(text.bytes(from: frame.textStart))
        if let url = wholeAddress(field) {
            RSSNamespace.take(image: url, in: frame.scope, &self)
        } else {
            keep("image", field.string, in: .rss)
        }
        text.truncate(to: frame.textStart)
    }

    /// Adds keywords to the open item or the channel.
    mutating func addKeywords(_ bytes: Bytes) {
        let known = isInItem ? item.keywords : channel.keywords
        let room = max(0, configuration.maximumDistinctEntries - known.count)
        guard room > 0, weigh(Allowance.Weight.word) else { return }
        if !parts.keywordText.isSame(as: bytes) { parts.keywords = KeywordList.parse(bytes) }
        var keywords = parts.keywords
        if !known.isEmpty { keywords = known + keywords.prefix(room).filter { !known.contains($0) } }
        if keywords.count > configuration.maximumDistinctEntries {
            keywords = Array(keywords.prefix(configuration.maximumDistinctEntries))
        }
        if isInItem {
            item.keywords = keywords
        } else {
            channel.keywords = keywords
        }
    }

    /// Adds an enclosure to the open item, once for each URL: those of the format itself come first.
    mutating func addEnclosure(_ enclosure: ParsedEnclosure) {
        for index in item.enclosures.indices where item.enclosures[index].url == enclosure.url {
            return addRepetition(enclosure, of: index)
        }
        guard hasRoomForDistinct(item.enclosures.count) else { return }
        let own = root.kind == .atom ? ParsedEnclosure.Origin.atomLink : .enclosure
        if enclosure.origin == own, let other = item.enclosures.firstIndex(where: { $0.origin != own }) {
            item.enclosures.insert(enclosure, at: other)
        } else {
            item.enclosures.append(enclosure)
        }
    }

    /// Takes of an enclosure whose file is listed what was not said of it before, and keeps what was said otherwise.
    private mutating func addRepetition(_ enclosure: ParsedEnclosure, of index: Int) {
        item.enclosures[index].fill(from: enclosure)
        let known = item.enclosures[index]
        let length = enclosure.length == known.length ? nil : enclosure.length
        let type = enclosure.typeIsGuessed || enclosure.type == known.type ? nil : enclosure.type
        // Of anything else the element is kept as a whole.
        guard enclosure.origin == .enclosure, length != nil || type != nil else { return }
        keep("enclosure", nil, [("url", known.url), ("length", length.map(String.init)), ("type", type)], in: .rss)
    }

    /// Makes an enclosure of a URL and what is said about it.
    static func enclosure(
        url: String,
        length: Bytes?,
        type: Bytes?,
        origin: ParsedEnclosure.Origin
    ) -> ParsedEnclosure {
        var address = url
        let media = address.withUTF8 { MediaType(type, url: $0) }
        return ParsedEnclosure(
            url: url,
            length: length.flatMap(EnclosureLength.parse),
            type: media.text,
            typeIsGuessed: media.isGuessed,
            origin: origin
        )
    }

    /// Adds an enclosure that says in elements or in its text where the file is: `<enclosure><url>…</url></enclosure>`.
    mutating func endEnclosure(_ frame: ElementFrame) {
        let field = FieldText(text.bytes(from: frame.textStart))
        var (length, type) = (parts.enclosure.length ?? "", parts.enclosure.type ?? "")
        if let url = parts.enclosure.url ?? wholeAddress(field) {
            let enclosure = length.withUTF8 { length in
                type.withUTF8 { Self.enclosure(url: url, length: length, type: $0, origin: .enclosure) }
            }
            addEnclosure(enclosure)
        } else {
            warn(.missingURL, "an enclosure has no URL and was left out")
            let said = [("length", parts.enclosure.length), ("type", parts.enclosure.type)]
            keep("enclosure", field.string, said, in: .rss)
        }
        text.truncate(to: frame.textStart)
    }
}
