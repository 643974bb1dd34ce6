import PodcastModel
import TestSupport

extension Publisher {
    /// What a host serves once by mistake.
    enum Mistake: CaseIterable {
        /// A channel without items.
        case nothing
        /// The feed of another show.
        case anotherShow
        /// The right items, all dated by the tool that wrote them.
        case today
        /// The right items, all with one guid.
        case oneGuid
        /// The right items, none with a guid.
        case noGuid
        /// The right items, one of them dated 2038.
        case oneIn2038
        /// The right items, each dated some day of 2038.
        case allIn2038
        /// The right items, each twice, one copy among the others.
        case twice
    }

    /// A document as it should not be.
    struct MistakenDocument {
        let mistake: Mistake
        let items: [Episode]
        /// Which work each item is; empty if it is none of theirs.
        let works: [Int]

        /// Whether an importer must not believe it.
        var isForeign: Bool { mistake == .nothing || mistake == .anotherShow }
    }

    /// A mistake now and then, where somebody could see that it is one.
    mutating func mistakenDocument() -> MistakenDocument? {
        guard generator.chance(12), let mistake = Mistake.allCases.randomElement(using: &generator) else { return nil }
        let listed = listedNumbers
        let hasAllBeenSeen = listed.allSatisfy { works[$0].seen?.guid == works[$0].guid && works[$0].seen != nil }
        // Who knows the guids of all needs nothing else; junk is none.
        let haveGuids = habit == .guids && !guidsAreLost && listed.allSatisfy { works[$0].guid != Self.junk }
        let isTold = haveGuids && listed.count >= 3 && hasAllBeenSeen
        switch mistake {
        case .nothing:
            guard !hasListedNothing else { return nil }
            note("serves an empty channel")
            return MistakenDocument(mistake: mistake, items: [], works: [])
        case .anotherShow:
            // Where nothing has been listed yet, any show is the first.
            guard works.contains(where: { $0.seen != nil }) else { return nil }
            note("serves another show")
            return MistakenDocument(mistake: mistake, items: Self.cookingShow, works: [])
        case .today:
            guard isTold, listed.allSatisfy({ works[$0].seen?.date == works[$0].date }) else { return nil }
            note("dates everything today")
            return MistakenDocument(mistake: mistake, items: listed.map { item($0, dated: now) }, works: listed)
        case .oneGuid, .noGuid:
            // One guid and one file are one episode.
            guard habit == .guids, !guidsAreLost, listed.count >= 3, mistake == .noGuid || !hasOneFile,
                works.allSatisfy({ isRecognisable($0, withGuids: false) })
            else { return nil }
            note(mistake == .oneGuid ? "gives all items one guid" : "leaves the guids out")
            if mistake == .oneGuid { loseGuids() }
            for number in listed { markSeen(number) }
            let items = listed.map { number in
                var episode = item(works[number])
                episode.guid = mistake == .oneGuid ? "the show" : nil
                return episode
            }
            return MistakenDocument(mistake: mistake, items: items, works: listed)
        case .oneIn2038, .allIn2038:
            guard isTold, let only = listed.randomElement(using: &generator) else { return nil }
            note(mistake == .allIn2038 ? "dates everything 2038" : "dates \(only) 2038")
            let items = listed.map { number in
                guard mistake == .allIn2038 || number == only else { return item(works[number]) }
                let date = Timestamp(epochSeconds: 2_145_916_800 + Int64(number) * 86_400)
                markSeen(number, dated: date)
                return item(number, dated: date)
            }
            return MistakenDocument(mistake: mistake, items: items, works: listed)
        case .twice:
            guard isTold else { return nil }
            note("lists everything twice")
            let both = listed + listed.shuffled(using: &generator)
            for number in listed { markSeen(number) }
            return MistakenDocument(mistake: mistake, items: both.map { item(works[$0]) }, works: both)
        }
    }

    private static let cookingShow = (1...3).map { number in
        Episode.item(
            guid: "cooking-\(number)",
            title: "Cooking \(number)",
            enclosure: "https://cooking.example/\(number).mp3",
            date: .day(300 + number)
        )
    }

    private func item(_ number: Int, dated date: Timestamp) -> Episode {
        var episode = item(works[number])
        episode.publishedAt = date
        episode.publishedRaw = date.rfc3339
        return episode
    }
}
