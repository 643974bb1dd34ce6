import FeedLoading
import Logging

/// The program put together: settings in, commands' deeds out.
///
/// One instance serves one process. The store is loaded when something first
/// needs it, and nothing that needs it starts before.
package struct ImporterApp: Sendable {
    /// The version of the program.
    package static let version = "0.1.0"

    /// What the operator decided.
    package internal(set) var settings: ImporterSettings
    let logger: Logger

    /// Puts the program together; nothing is opened yet.
    package init(settings: ImporterSettings) {
        ProcessMemory.tune()
        self.settings = settings
        let format = settings.logFormat ?? LogDestination.fittingFormat
        var logger = Logger(label: "podimport") { LogDestination.handler(format, label: $0) }
        logger.logLevel = settings.logLevel.loggerLevel
        self.logger = logger
    }

    /// How transfers are carried out unless a feed has wishes of its own.
    var transferOptions: TransferOptions { settings.loading.transferOptions(version: Self.version) }
}
