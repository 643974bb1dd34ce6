import TestSupport

/// A publisher who changes everything about a feed that can be changed, more often the date of the document than
/// anything else.
struct RandomPublisher {
    private var random: SeededGenerator
    private var items: [(guid: String, title: String, day: Int)]
    private var title = "Show"
    private var link = "https://show.example/"
    private var build = 0
    private var nextGUID = 0
    private var tail = ""
    private var base = ""

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        items = []
        for day in 1...6 { add(day: day) }
    }

    /// The next document.
    mutating func document() -> String {
        build += 1
        let count = items.count
        switch below(20) {
        case 0: add(day: 7 + below(20))
        case 1: edit()
        case 2: if !items.isEmpty { items.remove(at: below(count)) }
        case 3: shuffle()
        case 4: title = ["Show", "The Show", "Other"][below(3)]
        case 5: link = ["https://show.example/", "https://show.example/2"][below(2)]
        case 6: tail = ["", "<item><title>Late</title><guid>late</guid></item >", "<ttl>x</ttl>"][below(3)]
        case 7: base = ["", " xml:base=\"https://base.example/\""][below(2)]
        case 8: tail = ["", "<copyright>a & b</copyright>"][below(2)]
        case 9: if let last = items.last { items.append(last) }
        default: break
        }
        let items = items.map { item in
            """
            <item><title>\(item.title)</title><guid isPermaLink="false">\(item.guid)</guid><link>\(item.guid)</link>
            <pubDate>\(item.day < 10 ? "0" : "")\(item.day) Nov 2026 06:00:00 GMT</pubDate>
            <enclosure url="https://media.example/\(item.guid).mp3" length="1000000" type="audio/mpeg"/></item>
            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel\(base)>
            <title>\(title)</title><link>\(link)</link><description>d</description><itunes:author>A</itunes:author>
            <lastBuildDate>\(build < 10 ? "0" : "")\(build) Nov 2026 06:00:00 GMT</lastBuildDate>
            \(items.joined(separator: "\n"))\(tail)
            </channel></rss>
            """
    }

    private mutating func add(day: Int) {
        nextGUID += 1
        items.insert((guid: "g\(nextGUID)", title: "Episode \(nextGUID)", day: day), at: 0)
    }

    private mutating func edit() {
        guard !items.isEmpty else { return }
        let index = below(items.count)
        items[index].title += "!"
    }

    private mutating func shuffle() {
        var order = items
        order.shuffle(using: &self)
        items = order
    }

    private mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}

extension RandomPublisher: RandomNumberGenerator {
    mutating func next() -> UInt64 { random.next() }
}
