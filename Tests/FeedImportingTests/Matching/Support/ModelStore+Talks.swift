import PodcastModel

extension [Episode] {
    /// The twenty episodes of a weekly show, newest first.
    static var talks: [Episode] { (1...20).reversed().map { .weekly($0) } }

    /// The same without some of them, which are named by their numbers.
    static func talks(without numbers: Int...) -> [Episode] {
        talks.filter { item in !numbers.contains { item.title == "Talk about \($0)" } }
    }
}

extension ModelStore {
    /// A store that has just read these episodes, after the last of the weekly show came out.
    static func imported(_ items: [Episode] = .talks) -> ModelStore {
        var store = ModelStore()
        store.importDocument(items, at: .day(150))
        return store
    }

    /// The number of an episode of the weekly show here.
    func id(ofTalk number: Int) -> Int64? { row(titled: "Talk about \(number)")?.id }
}
