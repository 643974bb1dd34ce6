/// A publisher who adds an episode to most documents, drops the oldest, and now and then does what makes a matcher
/// think: gives known episodes other guids, puts new ones where old ones were, has two of one file.
struct LivelyPublisher {
    private struct Item {
        var guid: String?
        var title: String
        var day: Int
        var file: String
        var notes = "Notes"
        var length = "length=\"1000000\""
        var time = "06:00:00 GMT"
    }

    private var random: RandomPublisher
    private var items: [Item] = []
    private var next = 0
    private var build = 0

    private let isCareless: Bool

    /// - Parameters:
    ///   - seed: What it does.
    ///   - isCareless: Whether some of its items lack what they should have.
    init(seed: UInt64, isCareless: Bool = false) {
        random = RandomPublisher(seed: seed)
        self.isCareless = isCareless
        for _ in 0..<8 { add() }
    }

    /// The next document.
    mutating func document() -> String {
        build += 1
        if below(3) > 0 {
            add()
            if items.count > 9 { items.removeLast() }
        }
        if below(3) == 0 { misbehave() }
        let texts = items.map { item in
            """
            <item><title>\(item.title)</title>\(item.guid.map { "<guid isPermaLink=\"false\">\($0)</guid>" } ?? "")
            <pubDate>\(item.day < 10 ? "0" : "")\(item.day) Oct 2026 \(item.time)</pubDate>
            <description>\(item.notes)</description>
            <enclosure url="https://media.example/\(item.file).mp3" \(item.length) type="audio/mpeg"/></item>
            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
            <title>Show</title><link>https://show.example/</link><description>d</description><itunes:author>A</itunes:author>
            <lastBuildDate>\(build < 10 ? "0" : "")\(build) Nov 2026 06:00:00 GMT</lastBuildDate>
            \(texts.joined(separator: "\n"))
            </channel></rss>
            """
    }

    private mutating func add() {
        next += 1
        var item = Item(guid: "g\(next)", title: "Episode \(next)", day: min(28, 1 + next), file: "f\(next)")
        // One of several gives rise to a warning, if the publisher is careless.
        if isCareless {
            if below(3) == 0 { item.length = "" }
            if below(6) == 0 { item.time = "in the morning" }
        }
        items.insert(item, at: 0)
    }

    private mutating func misbehave() {
        guard !items.isEmpty else { return }
        let (index, other) = (below(items.count), below(items.count))
        next += 1
        switch below(12) {
        case 0: items[index].title += "!"
        case 1: items[index].notes += " and more"
        case 2: items[index].guid = "new\(next)"
        case 3: items.remove(at: index)
        case 4: items.swapAt(index, other)
        case 5: items[index].file = items[other].file
        case 6: items[index].guid = items[other].guid
        case 7: items.append(items[index])
        case 8: items[index].guid = [nil, "null"][below(2)]
        case 9: items[index].day = 1 + below(28)
        case 10: for place in items.indices { items[place].guid = "m\(next)-\(place)" }
        default:
            items.insert(
                Item(guid: "t\(next)", title: items[index].title, day: items[index].day, file: items[index].file),
                at: other
            )
        }
    }

    private mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
}
