import FeedLoading
import Operations
import PodcastModel

/// The later pages of a feed that are yet to be read, and its result so far.
struct LaterPages: Sendable {
    var walk: PageWalk
    let podcastID: Int64
    var result: FeedImportResult
}

/// The later pages of a feed, one after the other through the same stages
/// (http polling A8).
extension FeedImportJob {
    /// Loads the page where the walk is, and all after it; then ends with what
    /// they have brought.
    ///
    /// A page that fails ends the walk and loses nothing.
    func read(_ pages: LaterPages) {
        let page = request.page(at: pages.walk.current)
        let load = LoadFeedOperation(request: page, loader: tools.loader, pass: pass)
        load.whenFinished { [unowned load] outcome in
            switch outcome {
            case .success(let output):
                self.pass.end()
                self.parse(load, output, pages)
            case .failure(let error):
                let noting = self.pass.pauseHost(after: error, self.tools)
                self.pass.end()
                self.noteHost(after: error, noting) { self.end(pages, failedBy: error, stage: .load) }
            }
        }
        stages.load(load)
    }

    private func parse(_ load: LoadFeedOperation, _ output: LoadFeedOperation.Output, _ pages: LaterPages) {
        noteAnswer()
        var pages = pages
        pages.result.byteCount += output.result.response.decodedBytes
        if case .loaded(let feed) = output.result { traffic.weigh(request.windowKey, bytes: feed.body.count) }
        let parse = ParseFeedOperation(
            load: load,
            identity: nil,
            state: request.refreshState,
            reader: tools.reader,
            items: .all
        )
        parse.whenFinished { [unowned parse, pages] outcome in
            switch outcome {
            case .success: self.store(parse, pages)
            case .failure(let error): self.end(pages, failedBy: error, stage: .parse)
            }
        }
        stages.parse(parse)
    }

    private func store(_ parse: ParseFeedOperation, _ pages: LaterPages) {
        let (walk, podcastID) = (pages.walk, pages.podcastID)
        let store = ImportPageOperation(parse: parse, walk: walk, podcastID: podcastID, kept: kept, tools: tools)
        store.whenFinished { outcome in
            var pages = pages
            switch outcome {
            case .success(nil):
                pages.result.warnings.append(.changedOnTheWay)
                self.end(pages.result)
            case .success(let output?):
                pages.result.add(output)
                if let damage = output.damage {
                    let problem = "is not whole (\(damage)), what is whole is stored"
                    pages.result.warnings.append(.page(walk.place, problem))
                }
                switch output.next {
                case nil:
                    self.end(pages.result)
                case let next? where next.isAtLimit:
                    let cause = "\(self.tools.pageLimit) pages are read at a time"
                    pages.result.warnings.append(.interrupted(next.place, cause))
                    self.end(pages.result)
                case let next?:
                    pages.walk = next
                    self.read(pages)
                }
            case .failure(let error):
                self.end(pages, failedBy: error, stage: .import)
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
