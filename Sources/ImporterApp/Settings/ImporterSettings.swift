import FeedImporting
import Foundation

/// What the operator decides, settled and typed.
///
/// The environment and the settings file are read here and nowhere below.
package struct ImporterSettings: Sendable {
    /// The store's file, as an absolute path; nil when nothing says where it
    /// is, which is an error only for what needs a store.
    package let storePath: String?
    /// Whether the store's folder is podimport's own to make.
    package let storePathIsDefault: Bool
    /// The least level that is logged.
    package let logLevel: LogLevel
    /// How the log is written; nil for what fits where standard error leads.
    package let logFormat: LogFormat?
    /// What the paths on the command line start from.
    package let currentDirectory: String
    /// How feeds are loaded.
    package let loading: LoadingSettings
    /// How wide the pipeline is, how much it holds, and the parser's limits.
    let pipeline: FeedImporterConfiguration
    /// How many due feeds the daemon asks for a second; nil for as many as work
    /// a backlog of all feeds off in a quarter of an hour.
    package let feedsPerSecond: Double?
    /// Where the daemon listens besides its Unix socket.
    let listenAddresses: [ListenAddress]
    /// What is kept in the store.
    package let retention: RetentionSettings
    /// How the store is kept tidy.
    package let upkeep: UpkeepSettings
    /// All settings as they were settled.
    package let values: [SettingValue]

    /// Settles the settings.
    ///
    /// - Parameter sources: command line, environment, and where the file is.
    /// - Throws: an error that says what is wrong and where.
    package init(_ sources: SettingsSources) throws(ImporterAppError) {
        let given = try sources.values()
        let settled = SettledValues(given)
        currentDirectory = sources.currentDirectory
        let paths = PathOrigin(sources)
        let named = paths.path(of: settled[.store])
        let path = named ?? Self.defaultStorePath(sources.environment)
        storePath = path
        storePathIsDefault = named == nil
        // Shown as what it comes to.
        values = given.map { value in
            guard value.setting == .store else { return value }
            return SettingValue(setting: .store, text: path, source: named == nil ? .default : value.source)
        }
        logLevel = LogLevel(rawValue: try settled[.logLevel].choice()) ?? .notice
        logFormat = settled[.logFormat].textIfAny.flatMap(LogFormat.init)
        loading = try LoadingSettings(
            settled,
            paths: paths,
            credentialsDirectory: sources.environment["CREDENTIALS_DIRECTORY"]
        )
        listenAddresses = try settled[.listen].list { ListenAddress($0) }
        retention = try RetentionSettings(settled)
        upkeep = try UpkeepSettings(settled)
        pipeline = try FeedImporterConfiguration(settled)
        feedsPerSecond = try settled[.feedsPerSecond].formedText().flatMap(Double.init)
    }

    private static func defaultStorePath(_ environment: [String: String]) -> String? {
        // systemd may name several folders; the first is ours.
        if let state = environment["STATE_DIRECTORY"]?.split(separator: ":").first, state.hasPrefix("/") {
            return state + "/podimport.sqlite"
        }
        // The XDG rule: a relative path is invalid and counts as absent.
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            return data + "/podimport/podimport.sqlite"
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return home + "/.local/share/podimport/podimport.sqlite"
    }
}

extension FeedImporterConfiguration {
    fileprivate init(_ settled: SettledValues) throws(ImporterAppError) {
        self.init(processorCount: ProcessInfo.processInfo.activeProcessorCount)
        loadWidth = try settled[.loads].count()
        maximumFeedsInFlight = try settled[.feedsInFlight].count()
        maximumBytesInFlight = try settled[.bytesInFlight].bytes()
        maximumItems = try settled[.maximumItems].count()
        maximumTextBytes = try settled[.maximumTextBytes].bytes()
        editHistoryLimit = try settled[.editHistory].count()
        refreshPolicy = try RefreshPolicy(settled)
        hostLimits = HostLimits(
            spacing: .seconds(try settled[.hostSpacing].seconds()),
            concurrency: try settled[.hostConcurrency].count()
        )
    }
}
