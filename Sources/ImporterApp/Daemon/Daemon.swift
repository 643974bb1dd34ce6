import FeedImporting
import FeedLoading
import Foundation
import Logging
import Persistence
import ServiceLifecycle

/// The services of the daemon, put together.
final class Daemon: Sendable {
    let current: CurrentApp
    let storePath: String
    /// What the daemon was started with: some of it holds until it ends.
    let startSettings: ImporterSettings
    let logger: Logger
    let reload: @Sendable () throws(ImporterAppError) -> ImporterSettings
    let persistence: PersistenceManager
    private let loader: PodcastFeedLoader
    let scheduler: RefreshScheduler
    let notifier: SystemdNotifier
    let state = DaemonState(startedAt: ImporterApp.now())
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
        scheduler = RefreshScheduler(
            owner: "daemon-\(UUID().uuidString)",
            persistence: persistence,
            configuration: Self.schedulerConfiguration(app.settings, current),
            now: ImporterApp.now,
            logger: app.logger,
            onSleep: { [notifier, state] figures in
                // The last of those in flight will tell.
                guard figures.inFlight == 0 else { return }
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
                isAlive: { [scheduler] in scheduler.isAlive },
                now: ImporterApp.now
            ),
            maximumConnections: OpenFileLimit.connections(),
            logger: app.logger
        )
    }

    private static func schedulerConfiguration(
        _ settings: ImporterSettings,
        _ current: CurrentApp
    ) -> RefreshSchedulerConfiguration {
        var configuration = RefreshSchedulerConfiguration(policy: settings.pipeline.refreshPolicy)
        configuration.feedsPerSecond = settings.feedsPerSecond
        configuration.earliestTime = ImporterApp.programDate
        configuration.provisionalDue = { feed, now in
            RefreshDecision.provisionalDue(of: feed, policy: current.app.settings.pipeline.refreshPolicy, now: now)
        }
        return configuration
    }

    func run() async throws {
        // Before anybody can know that the daemon is there.
        let arrivals = await DaemonSignals()
        let (start, started) = AsyncStream<Void>.makeStream()
        logger.notice("starting", metadata: ["version": "\(ImporterApp.version)", "store": "\(storePath)"])
        reportStatus()
        let refresh = refreshService()
        let search = searchIndexService()
        // Stopped in reverse order: the store is closed when nobody needs it any
        // more, and the watchdog is fed to the end.
        let services: [any Service] = [
            watchdogService(), storeService(onStart: { started.finish() }), search, server, refresh,
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

    private func refreshService() -> RefreshService {
        RefreshService(
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
                reportStatus(isImportant: false)
            }
        )
    }

    private func searchIndexService() -> SearchIndexService {
        SearchIndexService(persistence: persistence, logger: logger) { [self] in
            let app = current.app
            return app.settings.upkeep.indexesForSearch ? app.searchIndexer(persistence) : nil
        }
    }

    private func watchdogService() -> WatchdogService {
        WatchdogService(
            interval: notifier.watchdogInterval,
            isProgressing: { [scheduler] in scheduler.isAlive },
            askStore: { [self] in try await askStore() },
            giveSign: { [notifier] in notifier.send(.watchdog) },
            logger: logger
        )
    }

    private func storeService(onStart: @escaping @Sendable () -> Void) -> StoreService {
        StoreService(
            load: { [persistence] in
                onStart()
                // A lock passes, and systemd does not start a service again for ever.
                try await persistence.loadPersistentStore(whenBusy: { try await Task.sleep(for: .seconds(1)) })
            },
            failure: { [persistence] in
                for await case .failed(let error) in persistence.states { return error }
                return nil
            },
            close: { [persistence] in try await persistence.close() },
            askForTime: { [notifier] in notifier.send(.extendTimeout(seconds: 60)) }
        )
    }
}
