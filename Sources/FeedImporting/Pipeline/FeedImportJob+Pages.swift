import FeedLoading
import Operations
import PodcastModel

/// The later pages of a feed, one after the other through the same stages
/// (http polling A8).
extension FeedImportJob {
    /// Loads the page where the walk is, and all after it; then ends with what
    /// they have brought.
    ///
    /// A page that fails ends the walk and loses nothing.
    func walk(_ walk: PageWalk, podcastID: Int64, _ result: FeedImportResult) {
        let page = request.page(at: walk.current)
        let load = LoadFeedOperation(request: page, loader: tools.loader, pass: pass)
        load.whenFinished { [unowned load] outcome in
            switch outcome {
            case .success(let output):
                self.pass.end()
                self.parse(load, output, page, walk, podcastID: podcastID, result)
            case .failure(let error):
                let noting = self.pass.pauseHost(after: error, self.tools)
                self.pass.end()
                self.noteHost(after: error, noting) { self.end(walk, failedBy: error, stage: .load, result) }
            }
        }
        stages.load(load)
    }

    private func parse(
        _ load: LoadFeedOperation,
        _ output: LoadFeedOperation.Output,
        _ page: FeedImportRequest,
        _ walk: PageWalk,
        podcastID: Int64,
        _ result: FeedImportResult
    ) {
        noteAnswer()
        if case .loaded(let feed) = output.result { traffic.weigh(request, bytes: feed.body.count) }
        let parse = ParseFeedOperation(
            load: load,
            identity: nil,
            state: request.refreshState,
            reader: tools.reader,
            items: .all
        )
        parse.whenFinished { [unowned parse] outcome in
            switch outcome {
            case .success: self.store(parse, walk, podcastID: podcastID, result)
            case .failure(let error): self.end(walk, failedBy: error, stage: .parse, result)
            }
        }
        stages.parse(parse)
    }

    private func store(
        _ parse: ParseFeedOperation,
        _ walk: PageWalk,
        podcastID: Int64,
        _ result: FeedImportResult
    ) {
        let store = ImportPageOperation(parse: parse, walk: walk, podcastID: podcastID, tools: tools)
        store.whenFinished { outcome in
            switch outcome {
            case .success(let output):
                var result = result
                result.add(output)
                if let damage = output.damage {
                    result.warnings.append(.page(walk.pageCount, "is not whole (\(damage)), what is whole is stored"))
                }
                var next = walk
                let goesOn = next.goOn(
                    after: output.podcast,
                    listing: output.episodeIDs,
                    newCount: output.counts.inserted
                )
                if goesOn { self.walk(next, podcastID: podcastID, result) } else { self.end(result) }
            case .failure(let error):
                self.end(walk, failedBy: error, stage: .import, result)
            }
        }
        stages.write(store)
    }

    private func end(
        _ walk: PageWalk,
        failedBy error: any Error,
        stage: ImportFailure.Stage,
        _ result: FeedImportResult
    ) {
        let failure = FeedImportError(error, feed: walk.current.redacted, stage: stage).failure(now: tools.now())
        var result = result
        let problem = "could not be read, what was before it is stored (\(failure.message))"
        result.warnings.append(.page(walk.pageCount, problem))
        end(result)
    }
}

extension ImportWarning {
    /// Not all of a later page is in the store.
    fileprivate static func page(_ number: Int, _ problem: String) -> ImportWarning {
        ImportWarning(kind: "page-failed", detail: "page \(number) \(problem); --backfill tries again")
    }
}

extension FeedImportResult {
    /// Adds what a later page has brought.
    fileprivate mutating func add(_ page: ImportPageOperation.Output) {
        episodeCount = page.episodeCount
        guard case .imported(var counts) = outcome else { return }
        counts.inserted += page.counts.inserted
        counts.updated += page.counts.updated
        counts.rekeyed += page.counts.rekeyed
        counts.unchanged += page.counts.unchanged
        outcome = .imported(counts)
    }
}
