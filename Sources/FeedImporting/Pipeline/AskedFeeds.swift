import FeedLoading
import Operations
import PodcastModel

/// Feeds that are asked together whether they have changed.
///
/// Most have not, and what they leave behind is written in one unit of work, those that have answered together at once.
/// Whatever else comes of asking them is a matter for the stages of the pipeline, each feed by itself.
final class AskedFeeds: Sendable {
    private let jobs: [FeedImportJob]
    private let tools: ImportTools
    private let stages: ImportStages
    /// How many answers there had been before the first of them was asked.
    private let answersBefore: Int

    init(_ jobs: [FeedImportJob], tools: ImportTools, stages: ImportStages) {
        self.jobs = jobs
        self.tools = tools
        self.stages = stages
        answersBefore = tools.outages.answerCount
    }

    func begin() {
        let requests = jobs.map { $0.request.loadRequest(for: $0.request.source, $0.pass) }
        let ask = AskFeedsOperation(requests, loader: tools.loader) { self.take($0) }
        ask.whenFinished { result in
            // It did not even begin: none was told.
            guard case .failure(let error) = result else { return }
            for job in self.jobs {
                job.pass.end()
                job.fail(error, stage: .load)
            }
        }
        stages.load(ask)
    }

    private func take(_ answers: [FirstAnswer]) {
        var notes: [RefreshNote] = []
        var unchanged: [(key: String, host: String?)] = []
        for answer in answers {
            let job = jobs[answer.place]
            switch answer.outcome {
            case .notModified(let response, let duration):
                guard let note = job.notModified(response, seconds: duration.inSeconds) else { continue }
                notes.append(note)
                unchanged.append((job.request.windowKey, job.pass.giveUp() ? job.pass.host : nil))
            case .other(let first):
                // It is in memory from now on, though it may wait for a while until its load goes on.
                if let first, first.bodyBytes > 0 { job.traffic.weigh(job.request.windowKey, bytes: first.bodyBytes) }
                job.begin(after: first, answersBefore: answersBefore)
            }
        }
        guard let traffic = jobs.first?.traffic, !notes.isEmpty else { return }
        traffic.leave(unchanged)
        RefreshNote.save(notes)
    }
}

extension FeedImportRequest {
    /// Whether its feed is asked first whether it has changed, and only then loaded.
    var isAskedFirst: Bool {
        guard case .http = source else { return false }
        return refreshState != nil && !conditions.isEmpty && !isDryRun && !isPage && !discovers
            && addressWithoutTLS == nil
    }
}

extension FeedImportJob {
    /// Takes the answer that nothing has changed; what is to be noted of it.
    fileprivate func notModified(_ response: FeedResponse, seconds: Double) -> RefreshNote? {
        guard let state = request.refreshState else { return nil }
        noteLoad(seconds: seconds)
        tools.outages.answered()
        return RefreshNote(.unchanged(response), of: self, state: state)
    }
}
