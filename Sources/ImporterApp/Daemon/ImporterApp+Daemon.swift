import FeedImporting
import FeedLoading
import Foundation
import Logging
import Persistence
import PodcastModel
import ServiceLifecycle

extension ImporterApp {
    /// Refreshes feeds when they are due, until SIGTERM or SIGINT.
    ///
    /// - Parameters:
    ///   - environment: the environment of the process, for systemd.
    ///   - reload: reads the settings anew, at SIGHUP.
    /// - Throws: ``ImporterAppError`` if the store cannot be loaded, or closed.
    package func runDaemon(
        environment: [String: String],
        reload: @escaping @Sendable () throws(ImporterAppError) -> ImporterSettings
    ) async throws(ImporterAppError) {
        let path = try storePath
        let credentials = try checkedCredentials()
        if settings.storePathIsDefault { try makeFolder(of: path) }
        let current = CurrentApp(self, credentials)
        let loader = try makeLoader()
        let daemon = Daemon(
            app: self,
            current: current,
            storePath: path,
            loader: loader,
            environment: environment,
            reload: reload
        )
        do {
            try await daemon.run()
            await loader.shutdown(.cancelling)
        } catch let error as ImporterAppError {
            throw error
        } catch let error as PersistenceError {
            throw ImporterAppError(error, store: path)
        } catch {
            throw ImporterAppError(.storage, "unexpected: \(error)")
        }
    }
}

/// The services of the daemon, put together.
private final class Daemon: Sendable {
    private let current: CurrentApp
    private let storePath: String
    /// What the daemon was started with: some of it holds until it ends.
    private let startSettings: ImporterSettings
    private let logger: Logger
    private let reload: @Sendable () throws(ImporterAppError) -> ImporterSettings
    private let persistence: PersistenceManager
    private let loader: PodcastFeedLoader
    private let scheduler: RefreshScheduler
    private let notifier: SystemdNotifier
    private let state = DaemonState(startedAt: ImporterApp.now())
    private let server: StatusServer
    private let metrics: CollectedMetrics
    private let refreshMetrics: RefreshMetrics

    init(
        app: ImporterApp,
        current: CurrentApp,
        storePath: String,
        loader: PodcastFeedLoader,
        environment: [String: String],
        reload: @escaping @Sendable () throws(ImporterAppError) -> ImporterSettings
    ) {
        self.current = current
        self.loader = loader
        self.reload = reload
        self.storePath = storePath
        startSettings = app.settings
        logger = app.logger
        metrics = CollectedMetrics()
        refreshMetrics = RefreshMetrics(factory: metrics)
        persistence = PersistenceManager(
            configuration: PersistenceConfiguration(location: .file(path: storePath)),
            logger: app.logger
        )
        notifier = SystemdNotifier(environment: environment, processID: getpid(), logger: app.logger)
        var configuration = RefreshSchedulerConfiguration(policy: app.settings.pipeline.refreshPolicy)
        configuration.feedsPerSecond = app.settings.feedsPerSecond
        configuration.earliestTime = ImporterApp.programDate
        configuration.provisionalDue = { feed, now in
            RefreshDecision.provisionalDue(of: feed, policy: current.app.settings.pipeline.refreshPolicy, now: now)
        }
        scheduler = RefreshScheduler(
            owner: "daemon-\(UUID().uuidString)",
            persistence: persistence,
            configuration: configuration,
            now: ImporterApp.now,
            logger: app.logger,
            onSleep: { [notifier, state] figures in
                notifier.sendStatus(
                    DaemonStatus.summary(phase: state.phase, figures: figures, reloadError: state.reloadError),
                    isImportant: true
                )
            },
            makeRequest: { feed in try current.request(for: feed) }
        )
        server = StatusServer(
            sockets: app.listeningSockets(besideStore: storePath, environment: environment),
            makeSocketBesideStore: { try ListeningSocket.besideStore(storePath) },
            source: StatusSource(
                persistence: persistence,
                app: { current.app },
                status: { [state, scheduler] in
                    DaemonStatus(state: state, figures: scheduler.figures, processID: getpid())
                },
                metrics: metrics,
                isAlive: { [scheduler] in scheduler.figures.isAlive(at: scheduler.elapsed) },
                now: ImporterApp.now
            ),
            logger: app.logger
        )
    }

    func run() async throws {
        // Before anybody can know that the daemon is there.
        let arrivals = await DaemonSignals()
        let (start, started) = AsyncStream<Void>.makeStream()
        logger.notice("starting", metadata: ["version": "\(ImporterApp.version)", "store": "\(storePath)"])
        reportStatus()
        let refresh = RefreshService(
            persistence: persistence,
            scheduler: scheduler,
            logger: logger,
            makeImporter: { [self] in
                FeedImporter(
                    loader: loader,
                    persistence: persistence,
                    configuration: current.app.settings.pipeline,
                    turns: current.app.turnFile(besideStore: storePath),
                    now: ImporterApp.now,
                    logger: logger
                )
            },
            prepare: { [self] in try await prepare() },
            tidy: { [self] in try await current.app.removeOutdated(persistence) },
            onReady: { [self] in becomeReady() },
            onResult: { [self] result in
                refreshMetrics.count(result)
                logProposals(of: result)
                reportStatus(isImportant: scheduler.figures.inFlight == 0)
            }
        )
        let search = SearchIndexService(persistence: persistence, logger: logger) { [self] in
            let app = current.app
            return app.settings.upkeep.indexesForSearch ? app.searchIndexer(persistence) : nil
        }
        // Stopped in reverse order: the store is closed when nobody needs it any
        // more, and the watchdog is fed to the end.
        let services: [any Service] = [
            WatchdogService(
                interval: notifier.watchdogInterval,
                isProgressing: { [self] in scheduler.figures.isAlive(at: scheduler.elapsed) },
                askStore: { [self] in try await askStore() },
                giveSign: { [notifier] in notifier.send(.watchdog) },
                logger: logger
            ),
            StoreService(
                load: { [persistence] in
                    started.finish()
                    // A lock passes, and systemd does not start a service again for ever.
                    try await persistence.loadPersistentStore(whenBusy: { try await Task.sleep(for: .seconds(1)) })
                },
                failure: { [persistence] in
                    for await case .failed(let error) in persistence.states { return error }
                    return nil
                },
                close: { [persistence] in try await persistence.close() },
                askForTime: { [notifier] in notifier.send(.extendTimeout(seconds: 60)) }
            ),
            search,
            server,
            refresh,
        ]
        let group = ServiceGroup(services: services, logger: logger)
        let signals = Task {
            // A group that does not run yet would not hear of a stop.
            for await _ in start {}
            await arrivals.watch(
                onStop: { [self] in
                    stop()
                    await group.triggerGracefulShutdown()
                },
                onReload: { [self] in
                    reloadSettings {
                        refresh.restart()
                        search.restart()
                    }
                }
            )
        }
        defer { signals.cancel() }
        try await group.run()
        logger.notice("stopped")
    }
}

extension Daemon {
    /// What is looked at before feeds are asked, at the start and at each reload.
    private func prepare() async throws {
        try await AbandonedLeases(turns: current.app.turnFile(besideStore: storePath), persistence: persistence)
            .end(at: ImporterApp.now(), except: scheduler.owner)
        try await current.noteNewCredentials(in: persistence)
    }

    private func reportStatus(isImportant: Bool = true) {
        notifier.sendStatus(
            DaemonStatus.summary(phase: state.phase, figures: scheduler.figures, reloadError: state.reloadError),
            isImportant: isImportant
        )
    }

    /// Tells of addresses that only the user can move a feed to: nobody sees the results of a daemon.
    private func logProposals(of result: FeedImportResult) {
        for warning in result.warnings where warning.isProposal {
            logger.notice(
                "a feed may be at another address",
                metadata: [
                    "feed.url": "\(FeedAddress.redacted(result.feed))", "podcast.title": "\(result.title ?? "")",
                    "import.warning": "\(warning.detail)",
                ]
            )
        }
    }

    /// The store is loaded, and the pipeline asks for feeds.
    private func becomeReady() {
        guard state.becomeReady(at: ImporterApp.now()) else {
            reportStatus()
            return
        }
        notifier.send(.ready, .status("Ready"))
        logger.notice("ready")
        // It is heard where signals are watched for, and so comes behind those that are being carried out.
        if state.takeReloadPutOff() { kill(getpid(), SIGHUP) }
    }

    /// A question that a store which works answers at once.
    private func askStore() async throws {
        guard persistence.state == .loaded else { return }
        _ = try await persistence.mainContext().perform { unit throws(PersistenceError) in
            try unit.refreshes.nextDueDate()
        }
    }

    private func stop() {
        state.enter(.stopping)
        logger.notice("stopping")
        notifier.send(.stopping)
        reportStatus()
    }

    private func reloadSettings(then restart: () -> Void) {
        guard state.beginReload() else {
            if state.phase == .loading { logger.notice("the settings will be reloaded when the store is loaded") }
            return
        }
        notifier.send(.reloading(monotonicMicroseconds: Self.monotonicMicroseconds))
        do {
            let settings = try reload()
            try current.adopt(settings)
            warnOfWhatTakesARestart(settings)
            scheduler.adopt(feedsPerSecond: settings.feedsPerSecond)
            restart()
            state.noteReload(error: nil)
            logger.notice("settings reloaded")
        } catch {
            // The old settings were good; the service goes on with them.
            state.noteReload(error: error.message)
            logger.error("the settings were not reloaded", metadata: ["error": "\(error.message)"])
        }
        state.enter(.running)
        notifier.send(.ready)
        reportStatus()
    }

    private func warnOfWhatTakesARestart(_ settings: ImporterSettings) {
        if settings.storePath != startSettings.storePath {
            logger.warning("another store takes a restart", metadata: ["store": "\(settings.storePath ?? "none")"])
        }
        if settings.listenAddresses != startSettings.listenAddresses {
            logger.warning("other addresses to listen at take a restart")
        }
        if settings.pipeline.loadWidth > startSettings.pipeline.loadWidth {
            logger.warning("more loads at a time take a restart")
        }
        if settings.logFormat != startSettings.logFormat {
            logger.warning("another form of the log takes a restart")
        }
    }

    /// The clock that systemd compares reloads by.
    private static var monotonicMicroseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }
}
