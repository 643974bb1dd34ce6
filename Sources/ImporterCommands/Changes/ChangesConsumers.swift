import ArgumentParser
import ImporterApp

/// The command `podimport changes consumers`.
struct ChangesConsumers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consumers",
        abstract: "List who reads the changes, and how far each has come.",
        discussion: "Changes that a consumer has not read are kept, however old they are."
    )

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let consumers = try await run.reporting { try await run.app.changeConsumers() }
        if run.writer.format == .json {
            for consumer in consumers { try run.writer.json(consumer) }
            return
        }
        if consumers.isEmpty {
            if !output.quiet { run.writer.message("The store remembers nobody who reads its changes.") }
            return
        }
        var table = TextTable([
            .init(title: "Consumer", isFlexible: true), .init(title: "Read up to", isNumber: true),
            .init(title: "Unread", isNumber: true), .init(title: "Last heard of (UTC)"),
        ])
        for consumer in consumers {
            table.add([
                consumer.name, String(consumer.sequence), String(consumer.unread),
                HumanText.timeInColumn(consumer.updatedAt),
            ])
        }
        run.writer.table(table)
    }
}
