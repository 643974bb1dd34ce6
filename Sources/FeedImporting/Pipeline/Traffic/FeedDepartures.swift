import Operations
import PodcastModel

/// What becomes of the feeds of a run when their turn has come: most are leased and begin; others are put off, wait once
/// more, or are left to whoever is at work on them.
final class FeedDepartures: Sendable {
    private let tools: ImportTools
    private let traffic: ImportTraffic
    private let stages: ImportStages
    private let tally: ImportTally
    private let leases: ImportLeases
    private let ends: FeedEnds
    private let makeRequest: FeedImporter.MakeRequest?
    private let isCancelled = Locked(false)

    init(
        tools: ImportTools,
        traffic: ImportTraffic,
        stages: ImportStages,
        tally: ImportTally,
        leases: ImportLeases,
        makeRequest: FeedImporter.MakeRequest?
    ) {
        self.tools = tools
        self.traffic = traffic
        self.stages = stages
        self.tally = tally
        self.leases = leases
        self.makeRequest = makeRequest
        ends = FeedEnds(traffic: traffic, tally: tally, leases: leases)
    }

    /// Lets no feed begin any more whose lease is on its way.
    func cancel() {
        isCancelled.withLock { $0 = true }
    }

    /// Lets feeds begin as soon as nobody else may work on them, or puts them
    /// off if they are not to be asked now.
    func settle(_ departures: [ImportTraffic.Departure]) {
        var starts: [(feed: ImportTraffic.WaitingFeed, pass: HostPass)] = []
        for departure in departures {
            switch departure {
            case .begin(let feed, let pass):
                if let feed = claim(feed, pass) { starts.append((feed, pass)) }
            case .postpone(let feed, let pause):
                postpone(feed.request, pause.reason(feed.request), until: pause.until)
            }
        }
        leases.take(starts.map(\.feed), urgency: tally.leaseUrgency) { [starts] results in
            var jobs: [FeedImportJob] = []
            for (place, result) in results {
                let (feed, pass) = starts[place]
                switch result {
                case .success(let verdict):
                    if let job = self.readied(feed.request, pass, verdict) { jobs.append(job) }
                case .failure(let error):
                    pass.end()
                    self.job(for: feed.request, pass).fail(error, stage: .import)
                }
            }
            self.begin(jobs)
        }
    }

    /// Begins with feeds that are ours: those that may well not have changed are asked together.
    private func begin(_ jobs: [FeedImportJob]) {
        var asked: [FeedImportJob] = []
        for job in jobs {
            if job.request.isAskedFirst { asked.append(job) } else { job.begin() }
        }
        if !asked.isEmpty { AskedFeeds(asked, tools: tools, stages: stages).begin() }
    }

    /// Takes a feed that somebody names and that the store does not know, so
    /// that it is not added twice at once; nil if it has ended instead, or waits once more.
    ///
    /// There is no lease on what is not there (http polling A5 55).
    private func claim(_ feed: ImportTraffic.WaitingFeed, _ pass: HostPass) -> ImportTraffic.WaitingFeed? {
        let request = feed.request
        guard let turns = traffic.turns, request.isNamed, request.refreshState == nil, !request.isDryRun,
            request.source.host != nil
        else { return feed }
        guard turns.claim(feed: request.windowKey) else {
            pass.end()
            isLeased(request, until: tools.now().adding(seconds: ImportLeases.seconds))
            return nil
        }
        do {
            let (known, pause) = try request.withWhatIsKnownNow(in: tools.persistence, at: tools.now())
            guard let pause, let host = known.source.host else { return ImportTraffic.WaitingFeed(known) }
            pass.end()
            traffic.pause(host, pause)
            // It is put off like all others of its host.
            returnToLine(known)
            return nil
        } catch {
            pass.end()
            job(for: request, pass).fail(error, stage: .import)
            return nil
        }
    }

    /// Readies a feed to begin; nil if it has ended instead, or waits once more.
    private func readied(
        _ request: FeedImportRequest,
        _ pass: HostPass,
        _ verdict: ImportLeases.Verdict
    ) -> FeedImportJob? {
        var request = request
        guard !isCancelled.withLock(\.self) else {
            pass.end()
            job(for: request, pass).fail(CancellationError(), stage: .load)
            return nil
        }
        switch verdict {
        case .unleased:
            return readied(request, pass)
        case .granted(let state):
            request.refreshState = asTaken(state, by: request)
            return readied(request, pass)
        case .removed:
            pass.end()
            job(for: request, pass).endRemoved()
        case .unwanted:
            pass.end()
            leave(request, "it was paused or left before its turn had come")
        case .paused(let pause):
            pass.end()
            if let host = request.source.host { traffic.pause(host, pause) }
            // It is put off like all others of its host.
            returnToLine(request)
        case .changed(let state):
            pass.end()
            askAnew(request, state)
        case .held(let until):
            pass.end()
            isLeased(request, until: until)
        case .undue(let until):
            pass.end()
            leave(request, "it was asked before its turn had come, and is not due any more", until: until)
        }
        return nil
    }

    /// What was taken beforehand is due at a provisional time in the store, until there is an outcome.
    private func asTaken(_ state: RefreshState, by request: FeedImportRequest) -> RefreshState {
        guard leases.isKeptElsewhere else { return state }
        return state.changing { $0.nextDueAt = request.refreshState?.nextDueAt }
    }

    /// Readies a feed that is ours, unless the network is down.
    private func readied(_ request: FeedImportRequest, _ pass: HostPass) -> FeedImportJob? {
        if let standstill = tools.outages.standstill, request.source.host != nil {
            pass.end()
            postpone(request, .outage(until: standstill), until: standstill)
            return nil
        }
        return job(for: request, pass)
    }

    /// Lets a feed wait for the turn of the host that it is to be asked at now.
    private func askAnew(_ request: FeedImportRequest, _ state: RefreshState) {
        do {
            guard let makeRequest else {
                return leave(request, "its address or its settings have changed")
            }
            returnToLine(request.replaced(by: try makeRequest(asTaken(state, by: request))))
        } catch {
            job(for: request, nil).fail(error, stage: .load)
        }
    }

    /// Ends a feed that is not to be asked as it was meant to be; nothing is written.
    private func leave(_ request: FeedImportRequest, _ why: String, until: Timestamp? = nil) {
        let warnings = [ImportWarning(kind: .notAsked, detail: why)]
        leave(request, .postponed(until: until), warnings: warnings)
    }

    private func leave(_ request: FeedImportRequest, _ outcome: ImportOutcome, warnings: [ImportWarning] = []) {
        let (job, store) = (job(for: request, nil), tally.countsEpisodes ? tools.persistence : nil)
        do {
            job.end(try request.result(outcome, warnings: warnings, countedIn: store))
        } catch {
            // Nothing is noted of a feed that is not ours, or was not asked.
            job.end(job.failure(of: error, stage: .import))
        }
    }

    /// Another process is at work on the feed.
    private func isLeased(_ request: FeedImportRequest, until: Timestamp) {
        switch request.whenLeased {
        case .postpone:
            let warnings = [ImportWarning(kind: .busy, detail: "another process is importing the feed")]
            leave(request, .postponed(until: until), warnings: warnings)
        case .fail:
            leave(request, .failed(.busy(feed: request.source.redacted, until: until)))
        case .wait:
            if !request.hasWaited { tools.logWaiting(for: request.source) }
            var request = request
            request.hasWaited = true
            Task { [request] in
                do {
                    try await traffic.clock.sleep(until: traffic.clock.elapsed + .seconds(1))
                } catch {
                    // Only a cancelled task gets here; the traffic is closed then.
                }
                returnToLine(request)
            }
        }
    }

    /// Lets a feed wait for its turn once more.
    private func returnToLine(_ request: FeedImportRequest) {
        if !traffic.returnToLine(request) { job(for: request, nil).fail(CancellationError(), stage: .load) }
    }

    private func postpone(_ request: FeedImportRequest, _ reason: DueReason, until: Timestamp) {
        job(for: request, nil).postpone(reason, until: until)
    }

    private func job(for request: consuming FeedImportRequest, _ pass: HostPass?) -> FeedImportJob {
        tally.begin()
        return FeedImportJob(
            request: request,
            tools: tools,
            stages: stages,
            traffic: traffic,
            pass: pass ?? HostPass(in: traffic),
            leases: leases,
            countsEpisodes: tally.countsEpisodes,
            isOneOfMany: { [tally] in tally.hasManyInFlight },
            ends: ends
        )
    }
}

extension HostPause {
    /// Why a feed of the host is not asked.
    fileprivate func reason(_ request: FeedImportRequest) -> DueReason {
        let detail = detail(host: request.source.host ?? "the host")
        return DueReason(rule: .hostPaused, detail: detail, notBefore: until)
    }
}
