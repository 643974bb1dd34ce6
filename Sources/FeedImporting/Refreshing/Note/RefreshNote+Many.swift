import Persistence
import PodcastModel

/// The notes of feeds that have answered, together or alone, that nothing has changed.
extension RefreshNote {
    /// Writes notes in one unit of work, and ends their jobs.
    ///
    /// Those of which there is more to be written than that nothing has changed get units of their own; so do all if
    /// the unit fails, for a row that cannot be read must not keep the others from being refreshed.
    static func save(_ notes: [RefreshNote]) {
        guard let job = notes.first?.job else { return }
        let clock = ContinuousClock()
        let start = clock.now
        do {
            let context = try job.tools.persistence.newBackgroundContext()
            context.save(urgency: job.unchangedUrgency, standingFor: notes.count) { unit throws(PersistenceError) in
                unit.writesEpisodes(onlyOf: nil)
                return try writeUnchanged(notes, in: unit)
            } then: { result in
                if case .failure(let error) = result, notes.count == 1 { return job.end(.failure(error)) }
                guard case .success(let written) = result else { return notes.forEach { $0.saveAlone() } }
                let seconds = start.duration(to: clock.now).inSeconds
                var ended: [(job: FeedImportJob, result: FeedImportResult)] = []
                for (note, written) in zip(notes, written) {
                    if let written {
                        ended.append((note.job, note.end(written, seconds: seconds).result))
                    } else {
                        note.saveAlone()
                    }
                }
                FeedImportJob.end(ended)
            }
        } catch {
            for note in notes { note.job.end(.failure(error)) }
        }
    }

    private func saveAlone() {
        save(urgency: job.noteUrgency) { self.job.end($0) }
    }

    /// Writes that nothing has changed, and once for all feeds of a host that it has answered; nil for those of which
    /// there is more to write.
    private static func writeUnchanged(
        _ notes: [RefreshNote],
        in unit: UnitOfWork
    ) throws(PersistenceError) -> [Written?] {
        var all: [Written?] = []
        all.reserveCapacity(notes.count)
        var answers: Set<HostAnswer> = []
        for note in notes {
            let now = note.job.tools.now()
            let written = try note.writeUnchanged(in: unit, at: now)
            all.append(written)
            guard written != nil, let answer = note.hostAnswer, answers.insert(answer).inserted else { continue }
            try answer.record(in: unit, at: now)
        }
        return all
    }

    /// Writes that nothing has changed; nil, with nothing written, if there is more to write of the feed than that.
    private func writeUnchanged(in unit: UnitOfWork, at now: Timestamp) throws(PersistenceError) -> Written? {
        let note = try keepingFreshness(in: unit)
        guard state.pendingPage == nil, try note.recordUnchanged(in: unit, at: now) else { return nil }
        var written = Written(podcastID: state.podcastID, title: state.title)
        try note.recordFetch(&written, in: unit, at: now)
        return written
    }
}
