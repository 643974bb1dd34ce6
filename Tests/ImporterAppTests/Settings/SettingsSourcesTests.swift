import Foundation
import Testing

@testable import ImporterApp

struct SettingsSourcesTests {
    @Test func commandLineCountsMoreThanEnvironmentMoreThanFileMoreThanDefaults() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "log-level: error\ncontact: https://file.example\ntransfer: {redirects: 3}\n",
            to: "podimport/podimport.yaml"
        )
        let sources = SettingsSources(
            commandLine: ["log-level": "debug"],
            environment: [
                "XDG_CONFIG_HOME": folder.path, "PODIMPORT_LOG_LEVEL": "info",
                "PODIMPORT_CONTACT": "https://env.example", "PODIMPORT_PROXY": "",
            ],
            currentDirectory: "/"
        )

        let values = try sources.values()

        let byKey = Dictionary(uniqueKeysWithValues: values.map { ($0.setting.key, $0) })
        #expect(byKey["log-level"]?.text == "debug")
        #expect(byKey["log-level"]?.source == .commandLine)
        #expect(byKey["contact"]?.text == "https://env.example")
        #expect(byKey["contact"]?.source == .environment(name: "PODIMPORT_CONTACT"))
        #expect(byKey["transfer.redirects"]?.text == "3")
        #expect(byKey["transfer.redirects"]?.source == .file(path: file, line: 3))
        #expect(byKey["proxy"]?.source == .default)
        #expect(values.map(\.setting) == Setting.all)
    }

    @Test(arguments: [("", "info", true), ("log-level: error\n", "error", false)])
    func whatACommandTakesByDefaultCountsLessThanTheFile(text: String, expected: String, isDefault: Bool) throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(text, to: "mine.yaml")
        var sources = SettingsSources(environment: [:], file: "mine.yaml", currentDirectory: folder.path)
        sources.defaults = ["log-level": "info"]

        let level = try sources.values().first { $0.setting == .logLevel }

        #expect(level?.text == expected)
        #expect((level?.source == .default) == isDefault)
    }

    @Test func aNamedFileTakesThePlaceOfTheUsualOnes() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("log-level: error\n", to: "podimport/podimport.yaml")
        _ = try folder.write("log-level: trace\n", to: "mine.yaml")
        let sources = SettingsSources(
            environment: ["XDG_CONFIG_HOME": folder.path],
            file: "mine.yaml",
            currentDirectory: folder.path
        )
        #expect(try sources.values().first { $0.setting == .logLevel }?.text == "trace")
    }

    @Test(arguments: [
        ("PODIMPORT_LOGLEVEL", "did you mean “PODIMPORT_LOG_LEVEL”?"),
        ("PODIMPORT_LOADS", "did you mean “PODIMPORT_PIPELINE_LOADS”?"),
        ("PODIMPORT_QUIET", "see podimport config show"),
    ])
    func aVariableNobodyReadsIsAnError(name: String, advice: String) {
        let sources = SettingsSources(environment: [name: "debug"], currentDirectory: "/")
        let error = #expect(throws: ImporterAppError.self) { try sources.values() }
        #expect(error?.message == "environment: unknown setting “\(name)”; \(advice)")
    }

    /// Each line of a message is told as one thing that is wrong.
    @Test func whatIsWrongIsOneLineWhateverStandsThere() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("\"log\\nlevels\": debug\nlog-format: |\n  loud\n", to: "mine.yaml")
        let sources = SettingsSources(environment: [:], file: "mine.yaml", currentDirectory: folder.path)

        let error = #expect(throws: ImporterAppError.self) { try sources.values() }

        let lines = error?.message.split(separator: "\n") ?? []
        #expect(lines.count == 2)
        #expect(lines.first?.contains("unknown setting “log levels”") == true)
        #expect(lines.last?.hasSuffix("found “loud ”") == true)
    }

    @Test func aSecretIsNeverShown() throws {
        let secret = SettingValue(setting: .proxy, text: "http://u:canary@p.example", source: .commandLine)
        #expect(secret.shown == "•••")
        #expect(!secret.misfit.message.contains("canary"))
    }

    @Test(arguments: [("90s", 90), ("15m", 900), ("1h", 3600), ("1d", 86_400), ("45", 45), ("1s", 1)])
    func readsDurations(text: String, seconds: Int) throws {
        #expect(try SettingValue(setting: .totalTimeout, text: text, source: .default).seconds() == seconds)
    }

    @Test(arguments: ["", "0", "0s", "-1s", "1.5h", "1w", "s", "99999999999999999999d", "9223372036854775807d"])
    func refusesWhatIsNoDuration(text: String) {
        let value = SettingValue(setting: .totalTimeout, text: text, source: .commandLine)
        let error = #expect(throws: ImporterAppError.self) { try value.check() }
        #expect(error?.message.contains("expected a duration") == true)
    }

    @Test(arguments: [("512 KiB", 512 << 10), ("64MiB", 64 << 20), ("1 gib", 1 << 30), ("2048", 2048)])
    func readsSizes(text: String, bytes: Int) throws {
        #expect(try SettingValue(setting: .wireBytes, text: text, source: .default).bytes() == bytes)
    }

    @Test func everyDefaultIsWhatItsSettingHasToBe() throws {
        for setting in Setting.all {
            try SettingValue(setting: setting, text: setting.defaultText, source: .default).check()
        }
        #expect(Set(Setting.all.map(\.key)).count == Setting.all.count)
        #expect(Set(Setting.all.map(\.environmentName)).count == Setting.all.count)
    }

    @Test func theExampleFileNamesEverySettingAndDecidesNothing() throws {
        let example = SettingsManual.exampleFile
        #expect(try SettingsFile(path: "example", text: example).entries.isEmpty)
        // Without the marks of the comments it decides everything, as the defaults do.
        let decided = example.split(separator: "\n").map { line in
            line.firstMatch(of: /^#( {2})?[a-z-]+:/) == nil ? line : line.dropFirst()
        }
        let file = try SettingsFile(path: "example", text: decided.joined(separator: "\n"))
        for setting in Setting.all {
            let text = try #require(file.entries[setting.key]).text
            #expect(text == setting.defaultText ?? "")
        }
        for setting in Setting.all {
            #expect(example.contains(setting.environmentName))
            #expect(SettingsManual.roff.contains(setting.environmentName))
        }
    }

    @Test func theExampleFileAndTheManualSayHowAListStandsInTheEnvironment() throws {
        let words = "the parts of a list have commas between them."
        #expect(SettingsManual.exampleFile.contains(words) && SettingsManual.roff.contains(words))
        let variable = SettingValue.Source.environment(name: "PODIMPORT_ALLOW_PORTS")
        #expect(try SettingValue(setting: .allowPorts, text: "80,443", source: variable).list { Int($0) } == [80, 443])
    }
}

/// A folder that goes with the test.
private final class TemporaryFolder {
    let path = FileManager.default.temporaryDirectory.appending(path: "podimport-\(UUID().uuidString)").path

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("could not remove \(path): \(error)")
        }
    }

    /// Writes a file and returns its path.
    func write(_ text: String, to name: String) throws -> String {
        let file = URL(fileURLWithPath: path).appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
        return file.path
    }
}
