import PodcastModel

extension PodcastFeedLoader {
    /// Asks many feeds at once whether they have changed: makes the first request of each load.
    ///
    /// Most have not, and then that is all there is to do. A load of its own for each, with a task that waits for it,
    /// costs more than such an answer. Returns when there is an answer for each; at once if the task is cancelled.
    ///
    /// - Parameters:
    ///   - requests: loads over HTTP, of which the store has the documents.
    ///   - tell: called with the answers as they come, those that came together at once, one call at a time; it must
    ///     not block. What is answered otherwise is loaded with its ``FeedLoadRequest/first``.
    package func ask(
        _ requests: [FeedLoadRequest],
        then tell: @escaping @Sendable ([FirstAnswer]) -> Void
    ) async {
        let clock = ContinuousClock()
        let start = clock.now
        var hops: [FirstHop] = []
        var refused: [FirstAnswer] = []
        hops.reserveCapacity(requests.count)
        for (place, request) in requests.enumerated() {
            if let hop = firstHop(of: request, at: place) {
                hops.append(hop)
            } else {
                refused.append(FirstAnswer(place: place, outcome: .other(nil)))
            }
        }
        if !refused.isEmpty { tell(refused) }
        guard !hops.isEmpty else { return }
        await loop.perform(hops.map(\.hop)) { [hops, self] ends in
            let duration = start.duration(to: clock.now)
            tell(ends.map { answer(to: hops[$0.place], $0.end, after: duration) })
        }
    }

    private struct FirstHop: Sendable {
        let place: Int
        let request: FeedLoadRequest
        let load: HTTPLoad
        let hop: HopRequest
    }

    /// The first request of a load; nil if it has none, which the load itself has more to say of.
    private func firstHop(of request: FeedLoadRequest, at place: Int) -> FirstHop? {
        guard case .http(let url) = request.source else { return nil }
        let load = HTTPLoad(url: url, request: request, loop: loop, decoder: decoder, logger: logger)
        do throws(FeedLoadingError) {
            return FirstHop(place: place, request: request, load: load, hop: try load.firstHop())
        } catch {
            return nil
        }
    }

    private func answer(to first: FirstHop, _ end: TransferEnd, after duration: Duration) -> FirstAnswer {
        guard let response = first.load.notModified(first.hop, end) else {
            let request = FirstRequest(hop: first.hop, end: end, duration: duration)
            return FirstAnswer(place: first.place, outcome: .other(request))
        }
        log(response, to: first.request)
        return FirstAnswer(place: first.place, outcome: .notModified(response, after: duration))
    }
}
