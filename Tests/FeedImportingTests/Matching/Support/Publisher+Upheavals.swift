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

    mutating func leaveWhatIsNew(toOther isOther: Bool) {
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

extension Publisher {
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
}
