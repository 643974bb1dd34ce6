import PodcastModel
import TestSupport

/// A publisher who does to a feed what publishers do, and knows which item is
/// which episode.
struct Publisher {
    struct Work {
        let number: Int
        var guid: String?
        var title: String
        var date: Timestamp
        var host: String
        var path: String
        var text = "Notes"
        var isRetracted = false
        /// As they were when a document last listed the episode.
        var seen: Seen?
        var isAnnounced = false
        /// Whether it was away since a document last listed it.
        var wasRetracted = false
    }

    /// What an importer could recognise an episode by.
    struct Seen {
        var guid: String?
        var title: String
        var path: String
        var date: Timestamp
    }

    /// How the publisher's software treats guids.
    enum Habit: CaseIterable {
        case guids, noGuids, oneGuidForAll, pairsOfGuids
        /// Every few episodes a guid comes again.
        case recurringGuids

        /// Whether a few episodes have a guid in common.
        var sharesGuids: Bool { self == .pairsOfGuids || self == .recurringGuids }
    }

    let habit: Habit
    private(set) var works: [Work] = []
    private(set) var now: Timestamp
    private(set) var log: [String] = []
    var generator: SeededGenerator
    /// Whether a document has spoilt the guids for good: importers read the feed without them.
    private(set) var guidsAreLost = false
    /// Whether the last document had no items.
    private(set) var hasListedNothing = true
    private var windowSize: Int
    private var order = 0
    private var token = 0
    private var prefix = ""
    private let sameTitle: Bool
    /// Whether there is one every few hours.
    private let isHourly: Bool
    /// Whether a program sends the files, and the query says which.
    private let hasQueries: Bool
    /// Whether all episodes have one address, at which the newest is.
    let hasOneFile: Bool
    /// Whether the episodes are pages without files.
    private let hasPages: Bool

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        habit = generator.chance(55) ? .guids : Habit.allCases.randomElement(using: &generator) ?? .guids
        sameTitle = generator.chance(25)
        hasOneFile = [.guids, .noGuids].contains(habit) && generator.chance(15)
        hasPages = habit.sharesGuids && generator.chance(40)
        isHourly = sameTitle && generator.chance(40)
        hasQueries = !hasOneFile && generator.chance(15)
        windowSize = Int.random(in: 4...40, using: &generator)
        now = .day(400)
        self.generator = generator
        for _ in 0..<Int.random(in: 3...20, using: &self.generator) { publish() }
    }

    /// One document: the items and which work each of them is.
    mutating func document() -> (items: [Episode], works: [Int], isComplete: Bool) {
        var listed = listedNumbers
        if habit.sharesGuids { listed = withoutUnknownHalves(listed) }
        var isComplete = true
        if !habit.sharesGuids, generator.chance(8), listed.count > 3 {
            isComplete = false
            listed = Array(listed.prefix(Int.random(in: 2..<listed.count, using: &generator)))
            log.append("the document breaks off after \(listed.count) items")
        }
        switch order {
        case 1:
            listed.reverse()
            log.append("lists the oldest first")
        case 2:
            listed.shuffle(using: &generator)
            log.append("lists in any order")
        default: break
        }
        if works.count(where: { !$0.isRetracted }) > windowSize { log.append("lists the newest \(windowSize)") }
        if habit == .guids, !guidsAreLost, generator.chance(8), let twice = listed.randomElement(using: &generator) {
            log.append("item \(twice) is in the document twice")
            listed.insert(twice, at: Int.random(in: 0...listed.count, using: &generator))
        }
        for number in listed { markSeen(number) }
        hasListedNothing = listed.isEmpty
        return (listed.map { item(works[$0]) }, listed, isComplete)
    }

    /// Of two episodes with one guid that were never listed together nobody
    /// could tell that they are two; once two were, a third may come alone.
    private func withoutUnknownHalves(_ listed: [Int]) -> [Int] {
        listed.filter { number in
            let guid = works[number].guid
            return listed.contains { $0 != number && works[$0].guid == guid }
                || works.count { $0.guid == guid && $0.seen != nil } > 1
        }
    }

    /// Lets some time pass in which a few things happen.
    mutating func live() {
        now = now.adding(seconds: Int64.random(in: 3600...4 * 86_400, using: &generator))
        for _ in 0..<Int.random(in: 0...4, using: &generator) { act() }
    }

    mutating func markAnnounced(_ number: Int) { works[number].isAnnounced = true }

    /// Notes that a document lists the work as it is, or with another date.
    mutating func markSeen(_ number: Int, dated date: Timestamp? = nil) {
        let work = works[number]
        works[number].wasRetracted = false
        works[number].seen = Seen(guid: work.guid, title: work.title, path: work.path, date: date ?? work.date)
    }

    /// What has happened since this was last asked.
    mutating func takeLog() -> [String] {
        defer { log = [] }
        return log
    }

    mutating func note(_ text: String) { log.append(text) }

    mutating func loseGuids() { guidsAreLost = true }

    /// The works that a document lists now, from new to old.
    var listedNumbers: [Int] {
        works.filter { !$0.isRetracted }.sorted { $0.number > $1.number }.prefix(windowSize).map(\.number)
    }
}

extension Publisher {
    /// What the publisher's software writes where it has no guid yet.
    static let junk = "null"

    private mutating func act() {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<25: publish()
        case 25..<35: order = Int.random(in: 0...2, using: &generator)
        case 35..<45:
            token += 1
            log.append("renews the tokens")
        case 45..<50:
            prefix =
                ["", "https://pdst.fm/e/", "https://dts.podtrac.com/redirect.mp3/chrt.fm/track/A1/"]
                .randomElement(using: &generator) ?? ""
        case 50..<58: change("text") { $0.text += " more" }
        case 58..<66: change("title") { $0.title += ", corrected" }
        case 66..<72 where !hasOneFile: change("path") { $0.path = "/re-cut" + $0.path }
        case 72..<80: reGuid()
        case 80..<86: retractOrReturn()
        case 86..<90: migrate()
        // Under one title and at one time nobody could tell two of a few hours' distance.
        case 90..<94 where !isHourly: change("date") { $0.date = $0.date.adding(seconds: 7200) }
        default: windowSize = max(3, windowSize + Int.random(in: -1...8, using: &generator))
        }
    }

    private mutating func publish() {
        let number = works.count
        now = now.adding(seconds: Int64.random(in: isHourly ? 1...5 : 20...80, using: &generator) * 3600)
        let guid: String? =
            switch habit {
            case .guids where !hasOneFile && generator.chance(6): Self.junk
            case .guids: "g\(number)-\(generator.next() % 10_000)"
            case .noGuids: nil
            case .oneGuidForAll: "podcast"
            case .pairsOfGuids: "pair-\(number / 2)"
            case .recurringGuids: "again-\(number % 3)"
            }
        let title = sameTitle ? "Daily News" : "Talk \(number)"
        let last = works.last(where: { _ in hasOneFile })
        works.append(
            Work(
                number: number,
                guid: guid,
                title: title,
                date: now,
                host: last?.host ?? "a.example",
                path: last?.path ?? "/e/\(number).mp3"
            )
        )
        log.append(guid == Self.junk ? "has no guid yet for \(number)" : "publishes \(number)")
    }

    /// Changes one episode, unless nobody could recognise it afterwards.
    private mutating func change(_ what: String, _ edit: (inout Work) -> Void) {
        guard let number = works.indices.randomElement(using: &generator) else { return }
        var changed = works[number]
        edit(&changed)
        guard isRecognisable(changed) else { return }
        works[number] = changed
        log.append("changes the \(what) of \(number)")
    }

    private mutating func reGuid() {
        guard habit == .guids else { return }
        let guid = "r\(generator.next() % 1_000_000)"
        change("guid") { $0.guid = guid }
    }

    private mutating func retractOrReturn() {
        guard let number = works.indices.randomElement(using: &generator) else { return }
        works[number].isRetracted.toggle()
        works[number].wasRetracted = true
        log.append((works[number].isRetracted ? "retracts " : "restores ") + "\(number)")
    }

    /// New host, and for feeds with guids new guids: all at once.
    private mutating func migrate() {
        let host = "host\(generator.next() % 100).example"
        for number in works.indices {
            var moved = works[number]
            moved.host = host
            moved.path = "/\(host)" + moved.path
            if habit == .guids { moved.guid = "m\(number)-\(host)" }
            guard isRecognisable(moved) else { continue }
            works[number] = moved
        }
        log.append("moves to \(host)")
    }

    /// What must hold of the changes since an episode was last listed.
    ///
    /// Guid, file and title changed together make another episode for anybody.
    func isRecognisable(_ work: Work, withGuids: Bool = true) -> Bool {
        guard let seen = work.seen else { return true }
        let sameDay = seen.date.epochSeconds / 86_400 == work.date.epochSeconds / 86_400
        let hasTitle = seen.title == work.title && seen.date == work.date && sameDay
        let hasFile = seen.path == work.path && !hasOneFile
        switch habit {
        case .guids where guidsAreLost || !withGuids:
            return (hasFile && seen.date == work.date) || hasTitle
        case .guids:
            return (seen.guid == work.guid && work.guid != Self.junk) || (hasFile && seen.date == work.date) || hasTitle
        case .noGuids, .oneGuidForAll: return (hasFile && seen.date == work.date) || hasTitle
        case .pairsOfGuids, .recurringGuids:
            if hasPages { return seen.date == work.date }
            return [hasFile, seen.title == work.title, seen.date == work.date].count { !$0 } <= 1
        }
    }

    func item(_ work: Work) -> Episode {
        let scheme = prefix.isEmpty ? "https://" : prefix
        let path = hasQueries ? "/download.mp3?file=\(work.path)&" : work.path + "?"
        var episode = Episode.item(
            guid: work.guid,
            title: work.title,
            enclosure: hasPages ? nil : "\(scheme)\(work.host)\(path)token=\(token)",
            date: work.date,
            duration: 1000 + work.number % 7,
            link: hasPages ? "https://show.example/\(work.number)" : nil,
            description: work.text
        )
        episode.publishedRaw = work.date.rfc3339
        return episode
    }
}
