import FeedImporting
import FeedLoading
import Foundation
import Logging
import PodcastModel

/// The program put together from its settings: what it can do for the commands
/// and the daemon.
///
/// One instance serves one process. The store is loaded when something first
/// needs it, and nothing that needs it starts before.
package struct ImporterApp: Sendable {
    /// The version of the program.
    package static let version = "0.1.0"

    /// What the operator decided.
    package internal(set) var settings: ImporterSettings
    let logger: Logger
    private let logThreshold: LogThreshold

    /// Puts the program together; nothing is opened yet.
    package init(settings: ImporterSettings) {
        ProcessMemory.tune()
        self.settings = settings
        let format = settings.logFormat ?? LogDestination.fittingFormat
        let threshold = LogThreshold(settings.logLevel.loggerLevel)
        logThreshold = threshold
        logger = Logger(label: "podimport") {
            ThresholdLogHandler(LogDestination.handler(format, label: $0), threshold)
        }
    }

    /// Logs from the level on that the settings name now, in every part of the program.
    func adoptLogLevel() {
        logThreshold.level = settings.logLevel.loggerLevel
    }

    /// How transfers are carried out unless a feed has wishes of its own.
    var transferOptions: TransferOptions { settings.loading.transferOptions(version: Self.version) }

    /// The clock of the process.
    static let now: @Sendable () -> Timestamp = {
        Timestamp(epochSeconds: Int64(Date().timeIntervalSince1970))
    }

    /// Makes what brings the bytes of feeds.
    func makeLoader() throws(ImporterAppError) -> PodcastFeedLoader {
        do {
            return try PodcastFeedLoader(maximumTransfers: settings.pipeline.loadWidth, logger: logger)
        } catch {
            throw ImporterAppError(.feed, error.description)
        }
    }
}
