import PodcastModel
import TestSupport

extension Publisher {
    /// What a publisher changes of all episodes at once.
    enum Upheaval: CaseIterable {
        /// To another host, which changes no more than guids and files.
        case move
        /// To one that writes times of another zone, with or without summer time.
        case moveToOtherZone
        /// To one that writes the name of the show behind the titles, or leaves it out again.
        case moveAndNameShow
        /// The same, and times of another zone.
        case moveAndNameShowInOtherZone
        /// To one that numbers titles, or does so no longer.
        case moveAndNumber
        /// To one that states other lengths.
        case moveAndMeasure
        /// To one that has dated all to the run of its tool.
        case moveAndDateToday
        /// To one that writes days and no times.
        case moveToDays
        /// To one that writes no dates.
        case moveWithoutDates
        /// Times of another zone, and nothing else.
        case otherZone
        /// All dated to the run of a tool, and nothing else.
        case dateToday
        /// The oldest that is listed gets another guid and file, and a later hour.
        case renewOldest
        /// Two programs write the feed by turns from now on, or one again.
        case takeTurns

        /// Whether guids and files are others for all.
        var isMove: Bool {
            switch self {
            case .otherZone, .dateToday, .renewOldest, .takeTurns: false
            default: true
            }
        }
    }

    /// How the present host writes what was published before.
    struct Style {
        var showName = ""
        var hasNumbers = false
        var extraSeconds = 0
        var lacksDates = false
    }

    /// A program that writes the same feed under guids of its own.
    struct OtherGenerator {
        var isItsTurn = false
        let showName: String
        let writesSeconds: Bool
        let hasOwnFiles: Bool
    }

    /// Whether all is about to move, or to be dated otherwise.
    var isAboutToMove: Bool { plan?.isMove ?? false }

    /// Whether a work under other guids is known to be one that was deleted.
    ///
    /// Without a date it is taken for ever new ones at one address after a while, and not known at all by the date it
    /// had before.
    func isDeletedUnderAnyGuid(_ work: Work) -> Bool { work.isDated || !hasListenerWhoDeletes }

    /// Changes all at once, if somebody could recognise it.
    mutating func undergo(_ upheaval: Upheaval) -> Bool {
        guard mayUndergo(upheaval) else { return false }
        isWholeNext = true
        note("undergoes \(upheaval)")
        switch upheaval {
        case .move: moveAll { _ in }
        case .moveToOtherZone: moveAll(shift())
        case .moveAndNameShow:
            style.showName = style.showName.isEmpty ? " | My Show" : ""
            moveAll { _ in }
        case .moveAndNameShowInOtherZone:
            style.showName = style.showName.isEmpty ? " | My Show" : ""
            moveAll(shift())
        case .moveAndNumber:
            style.hasNumbers.toggle()
            moveAll { _ in }
        case .moveAndMeasure:
            style.extraSeconds = style.extraSeconds == 0 ? 700 : 0
            moveAll { _ in }
        case .moveAndDateToday:
            leaveWhatIsUnlisted()
            moveAll(dateToRun())
        case .moveToDays: moveAll { $0.date = Timestamp(epochSeconds: $0.date.epochSeconds / 86_400 * 86_400) }
        case .moveWithoutDates:
            style.lacksDates = true
            moveAll { $0.isDated = false }
        case .otherZone: changeAll(shift())
        case .dateToday:
            leaveWhatIsUnlisted()
            changeAll(dateToRun())
        case .renewOldest: renewOldest()
        case .takeTurns: beginOrEndTurns()
        }
        return true
    }

    /// Lets the other generator write the next document, or not.
    mutating func takeTurns() {
        guard otherGenerator != nil else { return }
        let isItsTurn = generator.chance(50)
        otherGenerator?.isItsTurn = isItsTurn
        if titlesTakeTurns { leaveWhatIsNew(toOther: isItsTurn) }
    }

    /// Whether two programs write titles that are not the same.
    ///
    /// A time and a part of the title tell an episode that was listed until now, and nothing that was deleted; nor do
    /// they in a part of a feed.
    var titlesTakeTurns: Bool { otherGenerator.map { !$0.showName.isEmpty } ?? false }

    private mutating func leaveWhatIsNew(toOther isOther: Bool) {
        isWholeNext = true
        for number in works.indices where works[number].seen != nil {
            let isKnown = works[number].seenUnder.contains(isOther) || works[number].lastListed == documentCount - 1
            if !isKnown { leave(number) }
        }
    }

    /// A work as the present program writes it.
    func written(_ work: Work) -> Work {
        var written = work
        if style.hasNumbers { written.title = "\(work.number + 1). " + written.title }
        written.title += style.showName
        guard let other = otherGenerator, other.isItsTurn else { return written }
        if work.guid != nil { written.guid = "other-\(work.number)" }
        written.title += other.showName
        if !other.writesSeconds { written.date = Timestamp(epochSeconds: work.date.epochSeconds / 60 * 60) }
        if other.hasOwnFiles { written.host = "other.example/\(work.number)" }
        return written
    }
}

extension Publisher.Work {
    /// The same at another host, and for feeds with guids under another guid.
    func moved(to host: String, _ habit: Publisher.Habit) -> Self {
        var moved = self
        moved.host = host
        moved.path = "/\(host)" + path
        if habit == .guids { moved.guid = "m\(number)-\(host)" }
        return moved
    }
}

extension Publisher {
    mutating func newHost() -> String { "host\(generator.next() % 100).example" }

    private func mayUndergo(_ upheaval: Upheaval) -> Bool {
        // Where some share their guids each is told by two of file, title and time. Without any, and with one file for
        // all, it is told by its time, and one that was deleted by title and time: where these are others it is another.
        guard !habit.sharesGuids, !hasOneFile || habit == .guids, otherGenerator == nil || upheaval == .takeTurns
        else { return false }
        let listed = listedNumbers
        let works = listed.map { self.works[$0] }
        // With fewer nothing is said about a document as a whole; and what else has changed would change along with it.
        guard works.count >= 3, works.allSatisfy({ isSeen($0) }) else { return false }
        let haveTitles = Set(works.map(\.title)).count == works.count
        // Also beside what was listed before, or was deleted.
        let haveTimes = self.works.allSatisfy(\.isDated) && Set(self.works.map(\.date)).count == self.works.count
        switch upheaval {
        case .move:
            let areDated = works.allSatisfy(\.isDated)
            return haveTimes || haveTitles && (areDated || hasFileNames && !hasListenerWhoDeletes)
        case .moveAndMeasure, .moveAndNameShow: return haveTimes
        case .moveAndNumber: return haveTimes
        case .moveToOtherZone, .moveAndNameShowInOtherZone: return haveTimes && haveTitles
        // Of what was deleted only the last dates are known: where these were of one hour already, it may be one show
        // that publishes under the same titles each day.
        case .moveAndDateToday: return haveTimes && haveTitles && !(hasListenerWhoDeletes && areOfOneHour(works))
        case .moveToDays:
            return haveTimes && haveTitles && works.allSatisfy { $0.date.epochSeconds % 86_400 != 0 }
        case .moveWithoutDates:
            return haveTitles && hasFileNames && (works.allSatisfy(\.isDated) || !hasListenerWhoDeletes)
        case .otherZone, .dateToday: return haveTimes && haveTitles
        // Title and day are those of no deleted episode.
        case .renewOldest:
            return haveTimes && haveTitles && habit == .guids && !guidsAreLost && works.count >= 4
                && !hasListenerWhoDeletes
        case .takeTurns: return haveTimes && habit == .guids && !guidsAreLost
        }
    }

    /// Whether half of them or more are dated to one hour.
    private func areOfOneHour(_ works: [Work]) -> Bool {
        works.contains { first in
            works.count { abs($0.date.seconds(since: first.date)) <= 3600 } * 2 >= works.count
        }
    }

    /// Whether files keep their names where they go, which tell them apart.
    private var hasFileNames: Bool { !hasOneFile && !hasQueries }

    /// Whether a work was listed as it is by the last document.
    private func isSeen(_ work: Work) -> Bool {
        guard let seen = work.seen, work.lastListed == documentCount - 1 else { return false }
        return seen.guid == work.guid && seen.title == work.title && seen.path == work.path && seen.date == work.date
    }

    private mutating func moveAll(_ change: (inout Work) -> Void) {
        // Not back to where some of them were before, under the guids of then.
        let host = "new\(works.count)-" + newHost()
        let (habit, listed) = (habit, Set(listedNumbers))
        for number in works.indices {
            // The new host reads the feed, and of what was listed before has no more than that.
            guard listed.contains(number) || works[number].seen == nil else {
                leave(number)
                continue
            }
            works[number] = works[number].moved(to: host, habit)
            change(&works[number])
        }
    }

    private mutating func changeAll(_ change: (inout Work) -> Void) {
        let listed = Set(listedNumbers)
        for number in works.indices {
            var changed = works[number]
            change(&changed)
            if listed.contains(number) || isRecognisable(changed) { works[number] = changed } else { leave(number) }
        }
    }

    /// What nobody has known by another date than a tool's may be taken for withdrawn later.
    private mutating func leaveWhatIsUnlisted() {
        let listed = Set(listedNumbers)
        for number in works.indices where !listed.contains(number) { leave(number) }
    }

    private mutating func leave(_ number: Int) {
        works[number].isGone = true
        works[number].wasRetracted = true
    }

    /// A shift by quarters of an hour, and an hour more in summer now and then.
    private mutating func shift() -> (inout Work) -> Void {
        var quarters = Int64.random(in: 1...52, using: &generator) * (generator.chance(50) ? 1 : -1)
        let begin = Int64.random(in: 400...440, using: &generator)
        // One alone that has moved by another amount may be another that was deleted.
        let listed = listedNumbers
        let count = listed.count { works[$0].date >= Timestamp.day(Int(begin)) }
        var summer: Int64 = count != 1 && count != listed.count - 1 && generator.chance(30) ? 3600 : 0
        // Where most are newer than all that was, they may be the next editions of programmes.
        if let newest = works.map(\.date).max() {
            let newer = listed.count { works[$0].date.adding(seconds: quarters * 900 + summer) > newest }
            if newer * 2 > listed.count { (quarters, summer) = (-abs(quarters), 0) }
        }
        note("by \(quarters) quarters of an hour\(summer == 0 ? "" : ", summer time from day \(begin)")")
        return { [quarters, summer] work in
            let isSummer = work.date >= Timestamp.day(Int(begin))
            work.date = work.date.adding(seconds: quarters * 900 + (isSummer ? summer : 0))
        }
    }

    private func dateToRun() -> (inout Work) -> Void {
        let now = now
        return { $0.date = now.adding(seconds: -Int64($0.number % 60)) }
    }

    private mutating func renewOldest() {
        let listed = listedNumbers.sorted { works[$0].date < works[$1].date }
        let (oldest, next) = (listed[0], listed[1])
        var work = works[oldest].moved(to: newHost(), habit)
        work.date = work.date.adding(seconds: 3600 * Int64.random(in: 1...10, using: &generator))
        // Under another day, or between others, it may be an episode that has the title of the day.
        guard work.date < works[next].date,
            work.date.epochSeconds / 86_400 == works[oldest].date.epochSeconds / 86_400
        else { return }
        works[oldest] = work
    }

    private mutating func beginOrEndTurns() {
        if otherGenerator != nil {
            if titlesTakeTurns { leaveWhatIsNew(toOther: false) }
            otherGenerator = nil
            return
        }
        // A time and a part of the title are no deleted episode's.
        let hasName = !hasListenerWhoDeletes && generator.chance(50)
        otherGenerator = OtherGenerator(
            showName: hasName ? " | My Show" : "",
            writesSeconds: hasName || generator.chance(50),
            hasOwnFiles: generator.chance(50)
        )
    }
}
