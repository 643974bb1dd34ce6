import FeedImporting
import Foundation
import Logging
import Persistence
import PodcastModel

/// What the daemon does when something happens: its services call it.
extension Daemon {
    /// What is looked at before feeds are asked, at the start and at each reload.
    func prepare() async throws {
        try await AbandonedLeases(turns: current.app.turnFile(besideStore: storePath), persistence: persistence)
            .end(at: ImporterApp.now(), except: scheduler.owner)
        try await current.noteNewCredentials(in: persistence)
    }

    func reportStatus(isImportant: Bool = true) {
        notifier.sendStatus(
            DaemonStatus.summary(phase: state.phase, figures: scheduler.figures, reloadError: state.reloadError),
            isImportant: isImportant
        )
    }

    /// Tells of addresses that only the user can move a feed to: nobody sees the results of a daemon.
    func logProposals(of result: FeedImportResult) {
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

    /// The store is loaded, and the pipeline asks for feeds: the first time, or again.
    func becomeReady() {
        guard state.becomeReady(at: ImporterApp.now()) else {
            reportStatus(isImportant: false)
            return
        }
        notifier.send(.ready, .status("Ready"))
        logger.notice("ready")
        // It is heard where signals are watched for, and so comes behind those that are being carried out.
        if state.takeReloadPutOff() { kill(getpid(), SIGHUP) }
    }

    /// A question that a store which works answers at once.
    func askStore() async throws {
        guard persistence.state == .loaded else { return }
        _ = try await persistence.mainContext().perform { unit throws(PersistenceError) in
            try unit.refreshes.nextDueDate()
        }
    }

    func stop() {
        state.enter(.stopping)
        logger.notice("stopping")
        notifier.send(.stopping)
        reportStatus()
    }

    func reloadSettings(then restart: () -> Void) {
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
            // One for each thing that is wrong: a log has lines.
            for problem in error.message.split(separator: "\n") {
                logger.error("the settings were not reloaded", metadata: ["error": "\(problem)"])
            }
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
