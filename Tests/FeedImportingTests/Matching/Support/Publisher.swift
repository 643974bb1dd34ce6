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
        var isDated = true
        var isRetracted = false
        /// Whether the publisher has left it behind for good.
        var isGone = false
        /// As they were when a document last listed the episode.
        var seen: Seen?
        var isAnnounced = false
        /// Whether it was away since a document last listed it.
        var wasRetracted = false
        /// Under which of two generators it has been listed, and in which document last.
        var seenUnder: Set<Bool> = []
        var lastListed = -1
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
    /// Whether a listener deletes some: of those less is known, so that some changes make new ones of them.
    let hasListenerWhoDeletes: Bool
    var works: [Work] = []
    private(set) var now: Timestamp
    private(set) var log: [String] = []
    var generator: SeededGenerator
    /// Whether a document has spoilt the guids for good: importers read the feed without them.
    private(set) var guidsAreLost = false
    /// Whether the last document had no items.
    private(set) var hasListedNothing = true
    /// What changes all at once before the next document, if anything does.
    private(set) var plan: Upheaval?
    /// What changes with a move, and stays so.
    var style = Style()
    /// The second of two programs that write the feed by turns, if there are two.
    var otherGenerator: OtherGenerator?
    /// How many documents there were.
    private(set) var documentCount = 0
    /// Whether the next document shows what nobody could make out in a part of it.
    var isWholeNext = false
    var windowSize: Int
    private var order = 0
    private var token = 0
    private var prefix = ""
    let sameTitle: Bool
    /// Whether there is one every few hours.
    let isHourly: Bool
    /// Whether a program sends the files, and the query says which.
    let hasQueries: Bool
    /// Whether all episodes have one address, at which the newest is.
    let hasOneFile: Bool
    /// Whether the episodes are pages without files.
    let hasPages: Bool

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        habit = generator.chance(55) ? .guids : Habit.allCases.randomElement(using: &generator) ?? .guids
        sameTitle = generator.chance(25)
        hasOneFile = [.guids, .noGuids].contains(habit) && generator.chance(15)
        hasPages = habit.sharesGuids && generator.chance(40)
        isHourly = sameTitle && generator.chance(40)
        hasQueries = !hasOneFile && generator.chance(15)
        hasListenerWhoDeletes = [.guids, .noGuids].contains(habit) && generator.chance(65)
        windowSize = Int.random(in: 4...40, using: &generator)
        now = .day(400)
        self.generator = generator
        for _ in 0..<Int.random(in: 3...20, using: &self.generator) { publish() }
    }

    /// One document: the items and which work each of them is.
    mutating func document() -> (items: [Episode], works: [Int], isComplete: Bool) {
        takeTurns()
        var listed = listedNumbers
        if habit.sharesGuids { listed = withoutUnknownHalves(listed) }
        var isComplete = true
        if !habit.sharesGuids, generator.chance(8), listed.count > 3, !isWholeNext {
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
        isWholeNext = false
        for number in listed { markSeen(number) }
        documentCount += 1
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
        if let plan, undergo(plan) {
            // Of few items a new one is too many for four fifths to be known.
            if listedNumbers.count >= 5, generator.chance(30) {
                publish()
                // Nor would anybody know by then what a new one has pushed out of the document.
                windowSize += 1
            }
        } else {
            for _ in 0..<Int.random(in: 0...4, using: &generator) { act() }
        }
        // Often one soon after the other.
        let isSoon = plan != nil && generator.chance(40)
        plan = isSoon || generator.chance(8) ? Upheaval.allCases.randomElement(using: &generator) : nil
    }

    mutating func markAnnounced(_ number: Int) { works[number].isAnnounced = true }

    /// Notes that a document lists the work as it is, or with another date.
    mutating func markSeen(_ number: Int, dated date: Timestamp? = nil) {
        let work = works[number]
        works[number].wasRetracted = false
        works[number].seen = Seen(guid: work.guid, title: work.title, path: work.path, date: date ?? work.date)
        works[number].seenUnder.insert(otherGenerator?.isItsTurn == true)
        works[number].lastListed = documentCount
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
        works.filter { !$0.isRetracted && !$0.isGone }.sorted { $0.number > $1.number }.prefix(windowSize).map(\.number)
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

    mutating func publish() {
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
        works[number].isDated = !style.lacksDates
        log.append(guid == Self.junk ? "has no guid yet for \(number)" : "publishes \(number)")
    }

    /// Changes one episode, unless nobody could recognise it afterwards.
    private mutating func change(
        _ what: String,
        where mayBe: (Publisher) -> (Work) -> Bool = { _ in { _ in true } },
        _ edit: (inout Work) -> Void
    ) {
        guard let number = works.indices.randomElement(using: &generator), !works[number].isGone,
            mayBe(self)(works[number])
        else { return }
        var changed = works[number]
        edit(&changed)
        guard isRecognisable(changed) else { return }
        works[number] = changed
        log.append("changes the \(what) of \(number)")
    }

    private mutating func reGuid() {
        guard habit == .guids, !titlesTakeTurns else { return }
        let guid = "r\(generator.next() % 1_000_000)"
        change("guid", where: Publisher.isDeletedUnderAnyGuid) { $0.guid = guid }
    }

    private mutating func retractOrReturn() {
        guard let number = works.indices.randomElement(using: &generator), !works[number].isGone else { return }
        works[number].isRetracted.toggle()
        works[number].wasRetracted = true
        log.append((works[number].isRetracted ? "retracts " : "restores ") + "\(number)")
    }

    /// New host, and for feeds with guids new guids: all at once.
    private mutating func migrate() {
        guard !titlesTakeTurns else { return }
        let host = newHost()
        // One file for all is one for all that move: else it is that of one, until the next has it.
        guard !hasOneFile || works.allSatisfy({ isRecognisable($0.moved(to: host, habit)) }) else { return }
        for number in works.indices where isDeletedUnderAnyGuid(works[number]) {
            let moved = works[number].moved(to: host, habit)
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
        // Without a date a title says nothing, nor do two of them under two names that one show has.
        let hasTitle = seen.title == work.title && seen.date == work.date && work.isDated
        let hasFile =
            seen.path == work.path && !hasOneFile && otherGenerator?.hasOwnFiles != true
            && (work.isDated || seen.title == work.title)
        if otherGenerator != nil { return (hasFile && seen.date == work.date) || hasTitle }
        switch habit {
        case .guids where guidsAreLost || !withGuids:
            return (hasFile && seen.date == work.date) || hasTitle
        case .guids:
            return (hasItsGuid(work, seen) && work.guid != Self.junk) || (hasFile && seen.date == work.date) || hasTitle
        case .noGuids, .oneGuidForAll: return (hasFile && seen.date == work.date) || hasTitle
        case .pairsOfGuids, .recurringGuids:
            if hasPages { return seen.date == work.date }
            return [hasFile, seen.title == work.title, seen.date == work.date].count { !$0 } <= 1
        }
    }

    /// Whether the guid tells an episode: of one that may be deleted, if one of file, title and time does so as well.
    private func hasItsGuid(_ work: Work, _ seen: Seen) -> Bool {
        // A longer title is that title, but for the name of the show behind it.
        let hasTitle = work.title == seen.title || style.showName.isEmpty
        return seen.guid == work.guid
            && (!hasListenerWhoDeletes || hasTitle || seen.path == work.path || seen.date == work.date)
    }

    func item(_ work: Work) -> Episode {
        let scheme = prefix.isEmpty ? "https://" : prefix
        let path = hasQueries ? "/download.mp3?file=\(work.path)&" : work.path + "?"
        let written = written(work)
        return Episode.item(
            guid: written.guid,
            title: written.title,
            enclosure: hasPages ? nil : "\(scheme)\(written.host)\(path)token=\(token)",
            date: written.isDated ? written.date : nil,
            duration: 1000 + work.number % 7 + style.extraSeconds,
            link: hasPages ? "https://show.example/\(work.number)" : nil,
            description: work.text
        )
    }
}
