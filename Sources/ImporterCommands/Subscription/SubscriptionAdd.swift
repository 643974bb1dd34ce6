import ArgumentParser
import ImporterApp

/// The command `podimport subscription add URL...`.
struct SubscriptionAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Follow feeds; they are loaded at the next import.",
        discussion: """
            Nothing is loaded now. A feed that is followed already, under this or an equal address, is left as it is.
            """
    )

    @Argument(help: ArgumentHelp("The feeds to follow.", valueName: "url"))
    var urls: [String]

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let additions = try await run.reporting { try await run.app.subscribe(to: urls) }
        for addition in additions {
            switch run.writer.format {
            case .json:
                try run.writer.json(addition)
            case .text where !output.quiet:
                run.writer.line(Self.text(of: addition))
            case .text:
                break
            }
        }
        let failures = additions.filter { $0.error != nil }
        for failure in failures { run.writer.message("podimport: \(failure.feed): \(failure.error ?? "")") }
        guard failures.isEmpty else {
            throw ExitCode(failures.count == additions.count ? ExitStatus.usage : ExitStatus.someFailed)
        }
    }

    private static func text(of addition: SubscriptionAddition) -> String {
        if addition.error != nil { return "\(addition.feed): not subscribed" }
        let id = addition.id.map { " (number \($0))" } ?? ""
        return "\(addition.feed): " + (addition.isNew ? "subscribed\(id)" : "already subscribed\(id)")
    }
}
