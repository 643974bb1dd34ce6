import PodcastModel

/// What the operator decides: command line over environment over defaults.
///
/// The environment is read here and nowhere below.
package struct ImporterSettings: Sendable {
    /// The store's file, as an absolute path; nil when nothing says where it
    /// is, which is an error only for what needs a store.
    package var storePath: String?
    /// Whether the store's folder is podimport's own to make.
    package var storePathIsDefault: Bool
    /// The least level that is logged.
    package var logLevel: LogLevel
    /// What relative paths start from.
    package var currentDirectory: String
    /// How feeds are loaded.
    package var loading: LoadingSettings
    /// How many old values of its fields are kept of one episode.
    package var editHistoryLimit: Int
    /// How many episodes of each podcast `episode prune` keeps; nil for all.
    package var keepEpisodes: Int?
    /// How many days back `episode prune` keeps everything; nil for ever.
    package var keepDays: Int?
    /// How the store is kept tidy.
    package var upkeep: UpkeepSettings

    /// Settles the settings.
    ///
    /// - Parameters:
    /// - storePath: the path given on the command line, if one was.
    /// - logLevel: the level given on the command line.
    /// - environment: the environment of the process.
    /// - currentDirectory: what relative paths start from.
    /// - Throws: an error that says what is wrong and where.
    package init(
        storePath: String?,
        logLevel: LogLevel,
        environment: [String: String],
        currentDirectory: String
    ) throws(ImporterAppError) {
        self.logLevel = logLevel
        self.currentDirectory = currentDirectory
        upkeep = try UpkeepSettings(environment: environment)
        let given = storePath ?? environment["PODIMPORT_STORE"].flatMap { $0.isEmpty ? nil : $0 }
        if let given {
            self.storePath = given.hasPrefix("/") ? given : currentDirectory + "/" + given
            storePathIsDefault = false
        } else {
            self.storePath = Self.defaultStorePath(environment)
            storePathIsDefault = true
        }
        loading = try LoadingSettings(environment: environment, currentDirectory: currentDirectory)
        editHistoryLimit = try Self.count("PODIMPORT_EDIT_HISTORY", in: environment) ?? 100
        keepEpisodes = try Self.count("PODIMPORT_KEEP_EPISODES", in: environment)
        keepDays = try Self.count("PODIMPORT_KEEP_DAYS", in: environment)
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

    static func count(_ name: String, in environment: [String: String]) throws(ImporterAppError) -> Int? {
        guard let text = environment[name], !text.isEmpty else { return nil }
        guard let count = Int(text), (0...1_000_000).contains(count) else {
            throw ImporterAppError(.configuration, "environment: \(name)=\(text): expected a number from 0 to 1000000")
        }
        return count
    }

    static func flag(_ name: String, in environment: [String: String]) throws(ImporterAppError) -> Bool? {
        guard let text = environment[name], !text.isEmpty else { return nil }
        switch text.lowercased() {
        case "1", "true", "yes", "on": return true
        case "0", "false", "no", "off": return false
        default:
            throw ImporterAppError(.configuration, "environment: \(name)=\(text): expected true or false")
        }
    }
}
