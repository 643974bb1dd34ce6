import FeedLoading
import Logging
import Operations
import Persistence
import PodcastModel

/// What the end of a load tells of its host and of our own network.
extension FeedImportJob {
    /// Some server has answered.
    func noteAnswer() {
        guard let host = pass.host else { return }
        tools.outages.answered()
        traffic.withLines { $0.forgetFailures(of: host) }
    }

    /// Notes what the failure of a later page says of its host, and then goes on: the feed itself has been refreshed,
    /// and is charged with nothing.
    ///
    /// - Parameters:
    ///   - error: what the load ended with.
    ///   - noting: notes for the runs to come that the host is paused; nil if it is not.
    ///   - goOn: called once.
    func noteHost(
        after error: any Error,
        _ noting: RecordHostOperation?,
        then goOn: @escaping @Sendable () -> Void
    ) {
        if pass.pause == nil, (error as? FeedLoadingError)?.status != nil { noteAnswer() }
        guard let noting else { return goOn() }
        noting.whenFinished { [tools] result in
            if case .failure(let storeError) = result {
                tools.logger.notice("a pause could not be stored", metadata: ["error": "\(storeError)"])
            }
            goOn()
        }
        stages.write(noting)
    }

    /// Decides whose fault a failed load was: the feed's, the host's or that
    /// of our own network; and gives the host back.
    ///
    /// - Parameters:
    ///   - error: what the load ended with.
    ///   - answersBefore: how many answers there had been when it began.
    func judge(_ error: any Error, answersBefore: Int) {
        let host = pass.host
        if let host, pass.pause == nil, let error = error as? FeedLoadingError, !error.isLocalTrouble,
            !error.suggestsOutage(isProxied: request.options.proxy != nil)
        {
            if error.isOfNetworkLogIn { return judgeLogIn(error, host: host) }
            if error.status != nil { noteAnswer() } else if error.isConnectivityFailure { tools.outages.answered() }
            return charge(error, host: host)
        }
        pass.end()
        guard let error = error as? FeedLoadingError else { return fail(error, stage: .load) }
        if error.isLocalTrouble { return excuseForLocalTrouble(error) }
        guard let host else { return fail(error, stage: .load) }
        if wasRedirected, request.options.proxy == nil { tools.outages.answered() }
        if let pause = pass.pause {
            // A redirect led to a host that is not to be asked now.
            let detail = pause.detail(host: host)
            return postpone(DueReason(rule: .hostPaused, detail: detail, notBefore: pause.until), until: pause.until)
        }
        do {
            tools.outages.failed(
                host: host,
                testimony: try testimony(of: error, host: host),
                answersBefore: answersBefore,
                isOffline: error.isInterruption
            ) { verdict in
                switch verdict {
                case .feed: self.charge(error, host: host)
                case .outage(let until): self.excuse(error, until: until)
                }
            }
            settleInSilence()
        } catch {
            fail(error, stage: .import)
        }
    }

    /// Decides whose answer it was that the network here wants a log-in: the network's, as long as nothing shows that
    /// the feed's host says so by itself.
    private func judgeLogIn(_ error: FeedLoadingError, host: String) {
        do {
            guard try isWitness else {
                noteAnswer()
                return charge(error, host: host)
            }
            pass.end()
            let now = tools.now()
            // Whoever says so may say for how long.
            let asked = error.retryAfter.map { min($0.rest(from: now), tools.policy.longestRetryAfter) } ?? 0
            excuse(error, until: now.adding(seconds: max(asked, OutageDetector.retrySeconds)))
        } catch {
            pass.end()
            fail(error, stage: .import)
        }
    }

    /// What a failure to reach the feed's host says of our own network.
    private func testimony(of error: FeedLoadingError, host: String) throws -> OutageDetector.Testimony {
        guard try isWitness else { return .nothing }
        // An address in numbers is the same in every network: it is not allowed any more. A name that nobody has asked
        // before may be that of a machine here.
        if error.isAddressDenied, isNew || IPAddress(host) != nil { return .nothing }
        return isNew ? .newcomer : .witness
    }

    /// Whether a failure to reach the feed's host may say something of our own network.
    ///
    /// Not if the feed has been failing anyway. Nor if it was excused the last time and somebody else has answered
    /// since; nor if it was excused twice, as long as only a few hosts are silent: an outage that the same few declare
    /// time after time is theirs.
    private var isWitness: Bool {
        get throws {
            guard let state = request.refreshState, state.failures == 0 else { return false }
            let silence = try tools.persistence.mainContext().performAndWait { unit throws(PersistenceError) in
                try unit.fetches.excusedSilence(of: state.subscriptionID, kind: .offline)
            }
            guard !silence.isBroken else { return false }
            guard silence.count >= 2 else { return true }
            return Set(silence.feedURLs.map(HostRule.host(ofStoredURL:))).count >= 2 * OutageDetector.hostCount
        }
    }

    /// Whether the feed was never imported, and so its host, for all that is known, never well.
    private var isNew: Bool { request.refreshState?.podcastID == nil }

    /// Ends a feed that was not reached because our own network is down, or wants a log-in.
    private func excuse(_ error: FeedLoadingError, until: Timestamp) {
        let failure = FeedImportError.load(error).failure(now: tools.now())
        // A feed that is not followed, or is paused, is not tried again by itself.
        let isStopped = request.refreshState?.state.isStopped ?? true
        let outlook = isStopped ? [] : ["it will be tried again soon"]
        if error.isOfNetworkLogIn {
            // It says itself what is the matter.
            fail(failure.excused(outlook), .logIn(until: until), until: until)
        } else {
            let cause = "the network here seems \(error.isAddressDenied ? "to want a log-in" : "to be down")"
            fail(failure.excused([cause] + outlook), .outage(until: until), until: until)
        }
    }

    /// Ends a feed that nobody was asked for, because something of this machine is not as it should be.
    private func excuseForLocalTrouble(_ error: FeedLoadingError) {
        let until = tools.now().adding(seconds: OutageDetector.retrySeconds)
        let failure = FeedImportError.load(error).failure(now: tools.now())
        fail(failure, .localTrouble(failure, until: until), until: until)
    }

    /// Sees to it that undecided failures are decided even if no more answers come.
    private func settleInSilence() {
        guard tools.outages.hasUndecided else { return }
        traffic.whenSilent { [outages = tools.outages] in outages.settle() }
    }

    private func charge(_ error: FeedLoadingError, host: String) {
        let now = tools.now()
        let failures = error.countsAgainstHost ? traffic.withLines { $0.countFailure(of: host, now: now) } : 0
        let pause = HostPause(after: error, failures: failures, at: now)
        if let pause { traffic.pause(host, pause) }
        // The failure counts by now: the next of the host's feeds is not asked once too often.
        pass.end()
        guard !request.isDryRun, pause != nil || failures > 0 else {
            fail(error, stage: .load)
            return
        }
        let noting = RecordHostOperation(host: host, pause: pause, isUnreachable: failures > 0, tools: tools)
        noting.whenFinished { result in
            switch result {
            case .success where pause?.reason.isRequested == true: self.follow(refusedWith: error)
            case .success: self.fail(error, stage: .load)
            case .failure(let storeError): self.fail(storeError, stage: .import)
            }
        }
        stages.write(noting)
    }
}

extension ImportFailure {
    /// The failure as it is told during an outage: nobody's fault, and known as such from the history of the feed.
    fileprivate func excused(_ remarks: [String]) -> ImportFailure {
        ImportFailure(
            stage: stage,
            kind: .offline,
            message: remarks.isEmpty ? message : "\(message) (\(remarks.joined(separator: "; ")))",
            failureClass: .feed
        )
    }
}

extension DueReason {
    /// The network here lets nothing through yet.
    fileprivate static func logIn(until: Timestamp) -> DueReason {
        DueReason(rule: .outage, detail: "somebody has to log in to the network here", notBefore: until)
    }

    /// Something of this machine is not as it should be.
    fileprivate static func localTrouble(_ failure: ImportFailure, until: Timestamp) -> DueReason {
        DueReason(rule: .localTrouble, detail: failure.message, notBefore: until)
    }
}
