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
                self.parse(load, output, walk, podcastID: podcastID, result)
            case .failure(let error):
                let noting = self.pass.pauseHost(after: error, self.tools)
                self.pass.end()
                self.noteHost(after: error, noting) {
                    self.end(walk, failedBy: error, stage: .load, podcastID: podcastID, result)
                }
            }
        }
        stages.load(load)
    }

    private func parse(
        _ load: LoadFeedOperation,
        _ output: LoadFeedOperation.Output,
        _ walk: PageWalk,
        podcastID: Int64,
        _ result: FeedImportResult
    ) {
        noteAnswer()
        var result = result
        result.byteCount += output.result.response.decodedBytes
        if case .loaded(let feed) = output.result { traffic.weigh(request.windowKey, bytes: feed.body.count) }
        let parse = ParseFeedOperation(
            load: load,
            identity: nil,
            state: request.refreshState,
            reader: tools.reader,
            items: .all
        )
        parse.whenFinished { [unowned parse, result] outcome in
            switch outcome {
            case .success: self.store(parse, walk, podcastID: podcastID, result)
            case .failure(let error): self.end(walk, failedBy: error, stage: .parse, podcastID: podcastID, result)
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
        let store = ImportPageOperation(parse: parse, walk: walk, podcastID: podcastID, kept: kept, tools: tools)
        store.whenFinished { outcome in
            switch outcome {
            case .success(nil):
                var result = result
                result.warnings.append(.changedOnTheWay)
                self.end(result)
            case .success(let output?):
                var result = result
                result.add(output)
                if let damage = output.damage {
                    result.warnings.append(.page(walk.place, "is not whole (\(damage)), what is whole is stored"))
                }
                switch output.next {
                case nil:
                    self.end(result)
                case let next? where next.isAtLimit:
                    let cause = "\(self.tools.pageLimit) pages are read at a time"
                    result.warnings.append(.interrupted(next.place, cause))
                    self.end(result)
                case let next?:
                    self.walk(next, podcastID: podcastID, result)
                }
            case .failure(let error):
                self.end(walk, failedBy: error, stage: .import, podcastID: podcastID, result)
            }
        }
        stages.write(store)
    }
}

extension FeedImportResult {
    /// Adds what a later page has brought.
    fileprivate mutating func add(_ page: ImportPageOperation.Output) {
        episodeCount = page.episodeCount
        let hasNews = page.counts.inserted + page.counts.updated + page.counts.rekeyed > 0
        if case .unchanged = outcome, hasNews { outcome = .imported(ImportCounts()) }
        guard case .imported(var counts) = outcome else { return }
        counts.inserted += page.counts.inserted
        counts.updated += page.counts.updated
        counts.rekeyed += page.counts.rekeyed
        counts.unchanged += page.counts.unchanged
        outcome = .imported(counts)
    }
}
