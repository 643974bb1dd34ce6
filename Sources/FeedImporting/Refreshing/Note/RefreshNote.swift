import FeedLoading
import Persistence
import PodcastModel

/// The end of a refresh that brought no document: that nothing has changed, or
/// what went wrong.
///
/// No operation: it waits for nothing but the writer, and many of them share a
/// commit.
final class RefreshNote: Sendable {
    /// What there is to note.
    indirect enum Event: Sendable {
        /// Not modified, or the same body as last time.
        case unchanged(FeedResponse)
        /// The load failed, or with a response the parser.
        case failed(ImportFailure, status: Int?, FeedResponse?, RefreshAnswer)
        /// The load failed, and it is not the feed's fault.
        case uncharged(ImportFailure, FeedDelay)
        /// The feed was not asked, or no more than the server that redirects to where it is.
        case postponed(FeedDelay)
    }

    let event: Event
    let job: FeedImportJob
    let state: RefreshState
    let host: String?

    /// Makes a note of a feed that the store knows.
    ///
    /// - Parameters:
    ///   - event: what there is to note.
    ///   - job: the feed on its way, whose lease ends with the note.
    ///   - state: what the store knew of the feed before.
    init(_ event: Event, of job: FeedImportJob, state: RefreshState) {
        self.event = event
        self.job = job
        self.state = state
        host = job.pass.host
    }

    /// Writes it down and says how the refresh has ended; a dry run writes nothing.
    ///
    /// - Parameters:
    ///   - urgency: whether it may wait for others.
    ///   - end: called once, when it is durable or has failed.
    func save(urgency: SaveUrgency, then end: @escaping @Sendable (Result<RefreshEnd, any Error>) -> Void) {
        do {
            if job.request.isDryRun {
                let written = try preview()
                var result = result(written, seconds: 0)
                result.take(written.move)
                return end(.success(RefreshEnd(result)))
            }
            let clock = ContinuousClock()
            let start = clock.now
            try job.tools.persistence.newBackgroundContext().save(urgency: urgency) { unit throws(PersistenceError) in
                try self.keepingFreshness(in: unit).write(in: unit)
            } then: { written in
                end(written.map { self.end($0, seconds: start.duration(to: clock.now).inSeconds) }.mapError { $0 })
            }
        } catch {
            end(.failure(error))
        }
    }

    /// How the refresh has ended once its note is written.
    func end(_ written: Written, seconds: Double) -> RefreshEnd {
        if case .unchanged(let response) = event {
            job.tools.logRetryAfter(of: response, source: job.request.source)
        }
        var end = RefreshEnd(result(written, seconds: seconds), written.move)
        if let walk = written.walk, let podcast = written.podcastID, end.followUp == nil {
            end.followUp = .walk(walk, podcastID: podcast)
        }
        end.kept = written.kept
        return end
    }
}

extension RefreshNote {
    /// What there is to report once it is written.
    struct Written: Sendable {
        var podcastID: Int64?
        var title: String?
        var episodeCount = 0
        var overdueCount = 0
        /// What a dry run says of them.
        var differences: [EpisodeDifference] = []
        /// Whether the 410 of this attempt is believed.
        var isGone = false
        var move = MoveUnit.Outcome.none
        /// The feed, if something is left to do.
        var kept: KeptFeed?
        /// Goes on through the pages where an earlier refresh was interrupted.
        var walk: PageWalk?
    }
}
