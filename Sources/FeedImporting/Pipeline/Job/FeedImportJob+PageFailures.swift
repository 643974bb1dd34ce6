import FeedLoading
import FeedParsing
import Logging
import Persistence
import PodcastModel

/// What becomes of a later page that could not be read: where the next refresh goes on.
extension FeedImportJob {
    /// Ends with a page that could not be read: if the walk was only interrupted, or the trouble may pass, a later refresh
    /// goes on there.
    func end(_ pages: LaterPages, failedBy error: any Error, stage: ImportFailure.Stage) {
        var pages = pages
        let walk = pages.walk
        let failure = FeedImportError(error, feed: walk.current.redacted, stage: stage).failure(now: tools.now())
        let pause = pass.pause.flatMap { pause in pass.host.map(pause.detail) }
        let interruption = ImportWarning.interrupted(walk.place, pause ?? failure.message)
        guard !Self.isInterruption(error, failure) else {
            pages.result.warnings.append(interruption)
            return end(pages.result)
        }
        let failures = failures(at: walk.current) + 1
        let hasBegunAnew = failures > PageWalk.failureLimit
        let isTrouble = (error as? FeedLoadingError)?.isTransient == true
        let beginsAnew = !hasBegunAnew && walk.beginsAnew(afterTrouble: isTrouble)
        // So may what is no feed: some servers answer with a web page, and 200, who has asked for many pages. Where that
        // is still so when all pages were read anew, it is what is there: but for the second one, which was not what
        // they were read anew for.
        let mayPass = isTrouble || error is FeedParsingError && !beginsAnew && (!hasBegunAnew || walk.isAtSecondPage)
        if mayPass, failures < (hasBegunAnew ? 2 : 1) * PageWalk.failureLimit {
            pages.result.warnings.append(interruption)
            return note(walk.current.string, closesGap: walk.endsAtWhatIsKnown, failures: failures, pages)
        }
        if beginsAnew, let feedURL = request.refreshState?.feedURL {
            pages.result.warnings.append(.beginsAnew(walk.place, failure.message))
            return note(feedURL, failures: PageWalk.failureLimit, pages)
        }
        let problem = "could not be read, what was before it is stored (\(failure.message))"
        pages.result.warnings.append(.page(walk.place, problem))
        // It may fail for ever.
        note(nil, lostPage: walk.current.string, pages)
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
        _ pages: LaterPages
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
                    ofPodcast: pages.podcastID
                )
                return true
            } then: { [tools] saved in
                var result = pages.result
                switch saved {
                case .success(true): break
                case .success(false): result.warnings[result.warnings.count - 1] = .changedOnTheWay
                case .failure(let error): tools.logPage(error)
                }
                self.end(result)
            }
        } catch {
            tools.logPage(error)
            end(pages.result)
        }
    }
}

extension ImportTools {
    fileprivate func logPage(_ error: any Error) {
        logger.notice("what became of a page could not be stored", metadata: ["error": "\(error)"])
    }
}
