import PodcastModel

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
        switch mistake {
        case .nothing:
            note("serves an empty channel")
            return MistakenDocument(mistake: mistake, items: [], works: [])
        case .anotherShow:
            note("serves another show")
            let items = (1...3).map { number in
                Episode.item(
                    guid: "cooking-\(number)",
                    title: "Cooking \(number)",
                    enclosure: "https://cooking.example/\(number).mp3",
                    date: .day(300 + number)
                )
            }
            return MistakenDocument(mistake: mistake, items: items, works: [])
        case .today:
            let isTold = habit == .guids && !guidsAreLost && listed.count >= 3 && hasAllBeenSeen
            guard isTold, listed.allSatisfy({ works[$0].seen?.date == works[$0].date }) else { return nil }
            note("dates everything today")
            let items = listed.map { number in
                var episode = item(works[number])
                episode.publishedAt = now
                episode.publishedRaw = now.rfc3339
                return episode
            }
            return MistakenDocument(mistake: mistake, items: items, works: listed)
        case .oneGuid:
            guard habit == .guids, !guidsAreLost, listed.count >= 3,
                works.allSatisfy({ isRecognisable($0, withGuids: false) })
            else { return nil }
            note("gives all items one guid")
            loseGuids()
            let items = listed.map { number in
                var episode = item(works[number])
                episode.guid = "the show"
                return episode
            }
            for number in listed { markSeen(number) }
            return MistakenDocument(mistake: mistake, items: items, works: listed)
        }
    }
}
