import FeedLoading
import FeedParsing
import Logging
import Operations
import Persistence
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

    /// Ends with a page that could not be read: if the walk was only interrupted, or the trouble may pass, a later refresh
    /// goes on there.
    private func end(
        _ walk: PageWalk,
        failedBy error: any Error,
        stage: ImportFailure.Stage,
        podcastID: Int64,
        _ result: FeedImportResult
    ) {
        let failure = FeedImportError(error, feed: walk.current.redacted, stage: stage).failure(now: tools.now())
        var result = result
        let pause = pass.pause.flatMap { pause in pass.host.map(pause.detail) }
        let interruption = ImportWarning.interrupted(walk.place, pause ?? failure.message)
        guard !Self.isInterruption(error, failure) else {
            result.warnings.append(interruption)
            return end(result)
        }
        let failures = failures(at: walk.current) + 1
        let hasBegunAnew = failures > PageWalk.failureLimit
        let isTrouble = (error as? FeedLoadingError)?.isTransient == true
        let beginsAnew = !hasBegunAnew && walk.beginsAnew(afterTrouble: isTrouble)
        // So may what is no feed: some servers answer with a web page, and 200, who has asked for many pages. Where that
        // is still so when all pages were read anew, it is what is there.
        let mayPass = isTrouble || error is FeedParsingError && !beginsAnew && !hasBegunAnew
        if mayPass, failures < (hasBegunAnew ? 2 : 1) * PageWalk.failureLimit {
            result.warnings.append(interruption)
            return note(
                walk.current.string,
                closesGap: walk.endsAtWhatIsKnown,
                failures: failures,
                ofPodcast: podcastID,
                result
            )
        }
        if beginsAnew, let feedURL = request.refreshState?.feedURL {
            result.warnings.append(.beginsAnew(walk.place, failure.message))
            return note(feedURL, failures: PageWalk.failureLimit, ofPodcast: podcastID, result)
        }
        let problem = "could not be read, what was before it is stored (\(failure.message))"
        result.warnings.append(.page(walk.place, problem))
        // It may fail for ever.
        note(nil, lostPage: walk.current.string, ofPodcast: podcastID, result)
    }

    /// How many refreshes in a row that page has failed before this one.
    ///
    /// A walk that began anew goes on with those that made it do so, so that it does that once.
    private func failures(at page: FeedURL) -> Int {
        guard let state = request.refreshState, let pending = state.pendingPage else { return 0 }
        return pending == page.string || pending == state.feedURL ? state.pendingPageFailures : 0
    }

    /// Whether it says nothing of the page.
    private static func isInterruption(_ error: any Error, _ failure: ImportFailure) -> Bool {
        if let error = error as? FeedLoadingError { return error.isInterruption }
        return [.cancelled, .storage, .busy].contains(failure.failureClass)
    }

    /// Ends, and notes where the next refresh goes on; nil for nowhere.
    ///
    /// The last warning of the result says why; if the feed was changed meanwhile, that is why.
    private func note(
        _ page: String?,
        closesGap: Bool = false,
        failures: Int = 0,
        lostPage: String? = nil,
        ofPodcast podcastID: Int64,
        _ result: FeedImportResult
    ) {
        let (kept, request) = (kept, request)
        do {
            try tools.persistence.newBackgroundContext().save(urgency: noteUrgency) { unit throws(PersistenceError) in
                unit.writesEpisodes(onlyOf: nil)
                // With what it has been given since, the page may be read.
                guard try kept?.isUnchanged(since: request, in: unit) != false else { return false }
                try unit.refreshes.setPendingPage(
                    page,
                    closesGap: closesGap,
                    failures: failures,
                    lostPage: lostPage,
                    ofPodcast: podcastID
                )
                return true
            } then: { [tools] saved in
                var result = result
                switch saved {
                case .success(true): break
                case .success(false): result.warnings[result.warnings.count - 1] = .changedOnTheWay
                case .failure(let error): tools.logPage(error)
                }
                self.end(result)
            }
        } catch {
            tools.logPage(error)
            end(result)
        }
    }
}

extension ImportTools {
    fileprivate func logPage(_ error: any Error) {
        logger.notice("what became of a page could not be stored", metadata: ["error": "\(error)"])
    }
}

extension ImportWarning {
    /// What is left of the pages is none of the feed's as it is now.
    fileprivate static let changedOnTheWay = ImportWarning(
        kind: .changed,
        detail: "the feed was changed while its pages were read; what is left of them was not read"
    )

    /// Not all of a later page is in the store.
    fileprivate static func page(_ place: String, _ problem: String) -> ImportWarning {
        ImportWarning(kind: .pageFailed, detail: "\(place) \(problem); --backfill tries again")
    }

    /// The rest of the pages is not in the store yet.
    fileprivate static func interrupted(_ place: String, _ cause: String) -> ImportWarning {
        ImportWarning(
            kind: .pagesInterrupted,
            detail: "\(place) and those after it were not read, and the next refresh goes on there (\(cause))"
        )
    }

    /// The rest of the pages is not where it was.
    fileprivate static func beginsAnew(_ place: String, _ cause: String) -> ImportWarning {
        ImportWarning(
            kind: .pagesInterrupted,
            detail: "\(place) and those after it were not read, and the next refresh begins with the first (\(cause))"
        )
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
