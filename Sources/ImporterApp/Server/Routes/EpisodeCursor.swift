import Persistence

/// Where a page of episodes goes on: after a place in the list, whatever becomes of the episode that was there.
enum EpisodeCursor {
    case place(EpisodePlace)
    /// After an episode, wherever it is now; it may have been deleted.
    case episode(Int64)

    /// Reads `cursor`; nil if there is none.
    ///
    /// - Throws: ``APIError`` if it is none that was handed out.
    init?(_ query: RequestQuery) throws(APIError) {
        guard let text = query.text("cursor") else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int64($0) }
        if parts.count == 3, numbers.count == 3 {
            self = .place(EpisodePlace(sortedAt: numbers[0], position: numbers[1], id: numbers[2]))
        } else if parts.count == 1, let id = numbers.first, id >= 0 {
            self = .episode(id)
        } else {
            throw .badRequest("cursor: expected the `next` of the page before")
        }
    }

    /// The cursor as it is handed out.
    var text: String {
        switch self {
        case .place(let place): "\(place.sortedAt).\(place.position).\(place.id)"
        case .episode(let id): String(id)
        }
    }

    /// The place; nil if the episode that it was is no more.
    func resolved(in unit: UnitOfWork) throws(PersistenceError) -> EpisodePlace? {
        switch self {
        case .place(let place): place
        case .episode(let id): try unit.episodes.place(of: id)
        }
    }
}
