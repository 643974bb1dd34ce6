import PodcastModel

/// Where the feeds of a run end: their results are counted and told, and their places given back.
///
/// Many that end together, as when they share a commit, end in one step: whoever waits for a place is woken once.
final class FeedEnds: Sendable {
    private let traffic: ImportTraffic
    private let tally: ImportTally
    private let leases: ImportLeases

    init(traffic: ImportTraffic, tally: ImportTally, leases: ImportLeases) {
        self.traffic = traffic
        self.tally = tally
        self.leases = leases
    }

    func end(_ ended: [(job: FeedImportJob, result: FeedImportResult)]) {
        var settled: [Int64] = []
        var keys: [String] = []
        keys.reserveCapacity(ended.count)
        for (job, result) in ended {
            let key = job.request.windowKey
            keys.append(key)
            if job.request.isNamed { traffic.turns?.release(feed: key) }
            guard let id = job.request.refreshState?.subscriptionID else { continue }
            if result.isWrittenDown {
                settled.append(id)
            } else {
                leases.noteUnstored(id, isCutOff: result.isCutOff)
            }
        }
        leases.settle(settled)
        // The run is over when the last feed has left, so they leave last.
        let otherNames = traffic.beginEnd(keys)
        tally.end(zip(ended, otherNames).map { ($0.result, sharedAs: $1) })
        traffic.end(keys)
    }
}

extension FeedImportResult {
    /// Whether the store knows what became of the feed.
    var isWrittenDown: Bool {
        guard case .failed(let failure) = outcome else { return true }
        return failure.failureClass == .feed || failure.failureClass == .notAFeed
    }
}
