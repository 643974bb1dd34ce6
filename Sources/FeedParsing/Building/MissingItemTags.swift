/// What the items of a podcast in RSS lack of the tags that PSP-1 requires (feed formats M).
package struct MissingItemTags: Sendable, Hashable, Codable {
    /// How many items lack a tag, and the line of the first.
    private struct Count: Sendable, Hashable, Codable {
        var count = 0
        var line: Int?

        mutating func add(_ line: Int?) {
            if count == 0 { self.line = line }
            count += 1
        }
    }

    /// How many items there are, lacking or not.
    private var itemCount = 0
    private var title = Count()
    private var guid = Count()
    private var enclosure = Count()
    private var length = Count()
    private var type = Count()

    /// Nothing, of no items.
    init() {}

    /// Looks at items, or at some of them; their lines are counted as these are.
    init(in items: [ParsedItem], _ range: Range<Int>? = nil) {
        let range = range ?? items.indices
        itemCount = range.count
        // By index: a copy of every item would cost more than parsing it.
        for index in range {
            let line = items[index].line
            if items[index].title == nil { title.add(line) }
            if items[index].guid == nil { guid.add(line) }
            guard let own = items[index].enclosures.firstIndex(where: { $0.origin == .enclosure }) else {
                enclosure.add(line)
                continue
            }
            if items[index].enclosures[own].length == nil { length.add(line) }
            // A guessed one was missing, or said what the file cannot be.
            if items[index].enclosures[own].typeIsGuessed { type.add(line) }
        }
    }

    /// Whether any item has no guid.
    var lackGUIDs: Bool { guid.count > 0 }

    /// Whether no item lacks anything.
    var isEmpty: Bool { counts.allSatisfy { $0.count.count == 0 } }

    /// A warning for each tag that some item lacks.
    var warnings: [FeedWarning] {
        counts.compactMap { tag, count in
            guard count.count > 0 else { return nil }
            return FeedWarning(
                kind: .missingTag,
                line: count.line,
                detail: "\(count.count) of \(itemCount) items have no \(tag), which PSP-1 requires"
            )
        }
    }

    /// The same with more items, which lack nothing.
    func adding(complete count: Int) -> MissingItemTags {
        var all = self
        all.itemCount += count
        return all
    }

    /// The same of items that begin so many lines further down.
    func moved(by lines: Int) -> MissingItemTags {
        var moved = self
        for path in [\Self.title, \.guid, \.enclosure, \.length, \.type] as [WritableKeyPath<Self, Count>] {
            moved[keyPath: path].line = moved[keyPath: path].line.map { $0 + lines }
        }
        return moved
    }

    private var counts: [(tag: String, count: Count)] {
        [
            ("<title>", title), ("<guid>", guid), ("<enclosure>", enclosure), ("length on their <enclosure>", length),
            ("fitting type on their <enclosure>", type),
        ]
    }
}
