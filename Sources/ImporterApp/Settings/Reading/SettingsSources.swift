import Configuration
import Foundation

/// Where settings come from: command line over environment over file over defaults.
package struct SettingsSources: Sendable {
    /// What the command line says, by key.
    package var commandLine: [String: String]
    package var environment: [String: String]
    /// The file the command line names; nil for the usual places.
    package var file: String?
    /// What relative paths start from, unless a settings file has them.
    package var currentDirectory: String
    /// What a command takes by default where others take something else, by key.
    package var defaults: [String: String] = [:]

    package init(
        commandLine: [String: String] = [:],
        environment: [String: String],
        file: String? = nil,
        currentDirectory: String
    ) {
        self.commandLine = commandLine
        self.environment = environment
        self.file = file
        self.currentDirectory = currentDirectory
    }

    /// Settles every setting.
    ///
    /// - Returns: one value for each declared setting, in their order.
    /// - Throws: ``ImporterAppError`` with a line for each unknown name and each
    ///   text that is not what the setting has to be, saying where it stands.
    package func values() throws(ImporterAppError) -> [SettingValue] {
        let file = try settingsFile()
        var problems = unknownVariables + (file?.problems ?? [])
        let providers: [any ConfigProvider] = [
            InMemoryProvider(name: "command line", values: values(commandLine)),
            EnvironmentVariablesProvider(environmentVariables: environment.filter { !$0.value.isEmpty }),
            InMemoryProvider(name: "file", values: values(file?.entries.mapValues(\.text) ?? [:])),
        ]
        var settled: [SettingValue] = []
        for setting in Setting.all {
            do {
                let value = try SettingValue(setting, providers, file: file, default: defaults[setting.key])
                try value.check()
                settled.append(value)
            } catch {
                problems.append(error.message)
            }
        }
        guard problems.isEmpty else { throw ImporterAppError(.configuration, problems.joined(separator: "\n")) }
        return settled
    }

    /// Checks what the file says, also where something stronger hides it.
    ///
    /// - Throws: ``ImporterAppError`` as ``values()`` does.
    package func checkFile() throws(ImporterAppError) {
        var alone = self
        alone.commandLine = [:]
        alone.environment = environment.filter { !$0.key.hasPrefix(Self.prefix) || $0.key == Self.fileVariable }
        _ = try alone.values()
    }
}

extension SettingsSources {
    private static let prefix = "PODIMPORT_"
    private static let fileVariable = prefix + "CONFIG"

    /// The file that is read: the one named, else the user's, else the system's.
    private func settingsFile() throws(ImporterAppError) -> SettingsFile? {
        if let named = file ?? environment[Self.fileVariable].flatMap({ $0.isEmpty ? nil : $0 }) {
            return try SettingsFile(path: named.hasPrefix("/") ? named : currentDirectory + "/" + named)
        }
        for path in usualFiles where FileManager.default.fileExists(atPath: path) {
            return try SettingsFile(path: path)
        }
        return nil
    }

    private var usualFiles: [String] {
        var folders: [String] = []
        // The XDG rule: a relative path is invalid and counts as absent.
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
            folders.append(folder)
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            folders.append(home + "/.config")
        }
        return (folders + ["/etc"]).map { $0 + "/podimport/podimport.yaml" }
    }

    private func values(_ texts: [String: String]) -> [AbsoluteConfigKey: ConfigValue] {
        Dictionary(
            uniqueKeysWithValues: texts.map { key, text in
                (AbsoluteConfigKey(SettingValue.components(of: key)), ConfigValue(.string(text), isSecret: false))
            }
        )
    }

    /// A variable that nothing reads is a typo, and would be missed silently.
    private var unknownVariables: [String] {
        let known = Setting.all.map(\.environmentName) + [Self.fileVariable]
        let unknown = environment.keys.filter { $0.hasPrefix(Self.prefix) && !known.contains($0) }.sorted()
        return unknown.map { name in
            "environment: " + UnknownSetting.message(name, among: known, prefix: Self.prefix, separator: "_")
        }
    }
}

extension SettingValue {
    /// The strongest value there is.
    fileprivate init(
        _ setting: Setting,
        _ providers: [any ConfigProvider],
        file: SettingsFile?,
        default: String?
    ) throws(ImporterAppError) {
        let key = AbsoluteConfigKey(Self.components(of: setting.key))
        let sources: [Source] = [
            .commandLine, .environment(name: setting.environmentName),
            .file(path: file?.path ?? "", line: file?.entries[setting.key]?.line ?? 0),
        ]
        for (provider, source) in zip(providers, sources) {
            if let text = try Self.text(of: key, in: provider, source) {
                self.init(setting: setting, text: text, source: source)
                return
            }
        }
        self.init(setting: setting, text: `default` ?? setting.defaultText, source: .default)
    }

    fileprivate static func components(of key: String) -> [String] {
        // The environment's names begin with the program's.
        ["podimport"] + key.split(separator: ".").map(String.init)
    }

    private static func text(
        of key: AbsoluteConfigKey,
        in provider: any ConfigProvider,
        _ source: Source
    ) throws(ImporterAppError) -> String? {
        do {
            guard case .string(let text)? = try provider.value(forKey: key, type: .string).value?.content else {
                return nil
            }
            return text
        } catch {
            throw ImporterAppError(.configuration, "\(source): \(key) is no text: \(error)")
        }
    }
}
