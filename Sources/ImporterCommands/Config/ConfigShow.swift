import ArgumentParser
import ImporterApp

/// The command `podimport config show`.
struct ConfigShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print every setting, its value, and where that comes from.",
        discussion: """
            The command line counts more than the environment (PODIMPORT_…), that more than the settings file, \
            and that more than the defaults. Secrets are masked.
            """
    )

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let values = run.app.settings.values
        if run.writer.format == .json {
            try run.writer.document(values.map(ShownSetting.init))
            return
        }
        var table = TextTable([
            .init(title: "SETTING"), .init(title: "VALUE", isFlexible: true, limit: 2048), .init(title: "SOURCE"),
        ])
        for value in values { table.add([value.setting.key, value.shown ?? "–", value.source.description]) }
        run.writer.table(table)
    }
}

/// A setting as `config show --format json` prints it.
private struct ShownSetting: Encodable {
    let key: String
    let value: String?
    let source: String

    init(_ value: SettingValue) {
        key = value.setting.key
        self.value = value.shown
        source = value.source.description
    }
}
