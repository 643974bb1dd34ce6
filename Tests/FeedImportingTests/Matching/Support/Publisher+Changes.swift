import PodcastModel
import TestSupport

/// What becomes of the works in an upheaval.
extension Publisher {
    mutating func newHost() -> String { "host\(generator.next() % 100).example" }

    mutating func moveAll(_ change: (inout Work) -> Void) {
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

    mutating func changeAll(_ change: (inout Work) -> Void) {
        let listed = Set(listedNumbers)
        for number in works.indices {
            var changed = works[number]
            change(&changed)
            if listed.contains(number) || isRecognisable(changed) { works[number] = changed } else { leave(number) }
        }
    }

    /// What nobody has known by another date than a tool's may be taken for withdrawn later.
    mutating func leaveWhatIsUnlisted() {
        let listed = Set(listedNumbers)
        for number in works.indices where !listed.contains(number) { leave(number) }
    }

    mutating func leave(_ number: Int) {
        works[number].isGone = true
        works[number].wasRetracted = true
    }

    /// A shift by quarters of an hour, and an hour more in summer now and then.
    mutating func shift() -> (inout Work) -> Void {
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

    func dateToRun() -> (inout Work) -> Void {
        let now = now
        return { $0.date = now.adding(seconds: -Int64($0.number % 60)) }
    }

    mutating func renewOldest() {
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

    mutating func beginOrEndTurns() {
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
        // Nobody knows under other guids and files what has had another title since it was listed.
        for number in works.indices where !isRecognisable(works[number]) { leave(number) }
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
