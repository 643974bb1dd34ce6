import Foundation
import Testing

@testable import ImporterApp

struct SettingsFileTests {
    @Test func readsNestedKeysListsAndLines() throws {
        let file = try SettingsFile(
            path: "p.yaml",
            text: """
                # a comment
                log-level: debug
                transfer:
                  total-timeout: 30s

                  redirects: 3
                allow-hosts: [a.example, .b.example]
                document:
                """
        )

        #expect(file.entries["log-level"] == .init(text: "debug", line: 2))
        #expect(file.entries["transfer.total-timeout"] == .init(text: "30s", line: 4))
        #expect(file.entries["transfer.redirects"] == .init(text: "3", line: 6))
        #expect(file.entries["allow-hosts"]?.text == "a.example,.b.example")
        #expect(file.entries.count == 4)
    }

    @Test func aByteOrderMarkIsNoIndent() throws {
        let file = try SettingsFile(path: "p.yaml", text: "\u{FEFF}log-level: info\nhost:\n  spacing: 2s\n")

        #expect(file.entries["log-level"] == .init(text: "info", line: 1))
        #expect(file.entries["host.spacing"] == .init(text: "2s", line: 3))
    }

    @Test(arguments: ["", "# nothing decided\n", "---\n"])
    func aFileMayDecideNothing(text: String) throws {
        #expect(try SettingsFile(path: "p.yaml", text: text).entries.isEmpty)
    }

    @Test(arguments: [
        ("hosts:\n  spacing: 1s", "p.yaml:1: unknown setting “hosts”; did you mean “host”?"),
        ("spacing: 1s", "p.yaml:1: unknown setting “spacing”; did you mean “host.spacing”?"),
        ("log-levl: debug", "p.yaml:1: unknown setting “log-levl”; did you mean “log-level”?"),
        (
            "\ntransfer:\n  total-timout: 1s",
            "p.yaml:3: unknown setting “transfer.total-timout”; did you mean “transfer.total-timeout”?"
        ),
        ("zzzzzzzzzzzzzzzzzzzzzz: 1", "p.yaml:1: unknown setting “zzzzzzzzzzzzzzzzzzzzzz”; see podimport config show"),
        ("log-level: [debug]", "p.yaml:1: log-level: expected one of trace, debug"),
        ("transfer: 5", "p.yaml:1: transfer: expected settings of the form"),
        ("- 1", "p.yaml:1: expected settings of the form"),
        ("host:\n  spacing: 1s\nhost.spacing: 2s", "p.yaml:3: “host.spacing” stands there more than once"),
        ("host.spacing: 1s\nhost:\n  spacing: 1s", "p.yaml:3: “host.spacing” stands there more than once"),
    ])
    func saysWhatIsWrongAndWhere(text: String, message: String) throws {
        let problems = try SettingsFile(path: "p.yaml", text: text).problems
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix(message) == true, "\(problems)")
    }

    @Test func findsEverythingThatIsWrong() throws {
        let file = try SettingsFile(
            path: "p.yaml",
            text: "log-levl: debug\nlog-level: info\ntransfer: 5\nhost:\n  spac: 1s\n"
        )

        #expect(file.problems.map { $0.prefix(9) } == ["p.yaml:1:", "p.yaml:3:", "p.yaml:5:"])
        #expect(file.entries.keys.sorted() == ["log-level"])
    }

    @Test(arguments: [
        ("a: [", "p.yaml:2:1: not YAML: "), ("proxy: \"secret", "p.yaml:1:15: not YAML: "),
        ("proxy: secret\nproxy: secret\n", "p.yaml:1: “proxy” stands there more than once"),
        ("a: \u{1}secret", "p.yaml: not YAML: "),
    ])
    func saysInOneLineWhatIsNotYAMLWithoutRepeatingIt(text: String, message: String) {
        let error = #expect(throws: ImporterAppError.self) { try SettingsFile(path: "p.yaml", text: text) }
        #expect(error?.kind == .configuration)
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "no error")")
        #expect(error?.message.contains { $0.isNewline } == false)
        #expect(error?.message.contains("secret") == false)
    }

    @Test func saysWhyAFileCannotBeRead() throws {
        let folder = FileManager.default.temporaryDirectory.path
        let binary = folder + "/podimport-\(UUID()).yaml"
        try Data([0xFF, 0xFE, 0x00]).write(to: URL(fileURLWithPath: binary))
        defer { unlink(binary) }

        for (path, reason) in [(folder, "Is a directory"), (binary, "it is not UTF-8")] {
            let error = #expect(throws: ImporterAppError.self) { try SettingsFile(path: path) }
            #expect(error?.message == "\(path): the settings file cannot be read: \(reason)")
        }
    }

    @Test func aNamedFileThatIsNotThereIsAnError() {
        let error = #expect(throws: ImporterAppError.self) { try SettingsFile(path: "/nowhere/p.yaml") }
        #expect(error?.message.hasPrefix("/nowhere/p.yaml: the settings file cannot be read: No such file") == true)
    }
}
