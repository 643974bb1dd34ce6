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

    @Test(arguments: ["", "# nothing decided\n", "---\n"])
    func aFileMayDecideNothing(text: String) throws {
        #expect(try SettingsFile(path: "p.yaml", text: text).entries.isEmpty)
    }

    @Test(arguments: [
        ("log-levl: debug", "p.yaml:1: unknown setting “log-levl”; did you mean “log-level”?"),
        (
            "\ntransfer:\n  total-timout: 1s",
            "p.yaml:3: unknown setting “transfer.total-timout”; did you mean “transfer.total-timeout”?"
        ),
        ("zzzzzzzzzzzzzzzzzzzzzz: 1", "p.yaml:1: unknown setting “zzzzzzzzzzzzzzzzzzzzzz”; see podimport config show"),
        ("log-level: [debug]", "p.yaml:1: log-level: expected one of trace, debug"),
        ("transfer: 5", "p.yaml:1: transfer: expected settings of the form"),
        ("- 1", "p.yaml:1: expected settings of the form"),
        ("a: [", "p.yaml: not YAML"),
    ])
    func saysWhatIsWrongAndWhere(text: String, message: String) {
        let error = #expect(throws: ImporterAppError.self) { try SettingsFile(path: "p.yaml", text: text) }
        #expect(error?.kind == .configuration)
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "no error")")
    }

    @Test func aNamedFileThatIsNotThereIsAnError() {
        let error = #expect(throws: ImporterAppError.self) { try SettingsFile(path: "/nowhere/p.yaml") }
        #expect(error?.message.hasPrefix("/nowhere/p.yaml: the settings file cannot be read") == true)
    }
}
