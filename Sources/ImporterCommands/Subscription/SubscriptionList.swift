import ArgumentParser
import ImporterApp
import PodcastModel

/// The command `podimport subscription list`.
struct SubscriptionList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the feeds that are followed.",
        discussion: """
            By title; with --failing those first that have failed the longest, with when that began, how, and when \
            they are asked next. `subscription show` has the whole message.

            With --unfollowed those that are not followed: imported with --no-subscribe, or removed since. \
            `subscription add` follows one again, `subscription remove --purge` deletes its episodes.
            """,
        aliases: ["ls"]
    )

    @Flag(name: .long, help: "Only the feeds whose last import failed.")
    var failing = false

    @Flag(name: .long, help: "Only the feeds with a document that is held back.")
    var held = false

    @Flag(name: .long, help: "Only the feeds that are not followed; their episodes stay in the store.")
    var unfollowed = false

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
        if unfollowed, failing || held { throw ValidationError("--unfollowed goes with neither --failing nor --held.") }
    }

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let subscriptions = try await run.reporting {
            try await run.app.subscriptions(failingOnly: failing, heldOnly: held, unfollowedOnly: unfollowed)
        }
        if run.writer.format == .json {
            for subscription in subscriptions { try run.writer.json(subscription) }
            return
        }
        if subscriptions.isEmpty {
            if !output.quiet { run.writer.message(emptiness) }
            return
        }
        run.writer.table(failing ? Self.failureTable(of: subscriptions) : Self.table(of: subscriptions))
    }

    /// What there is none of.
    private var emptiness: String {
        if unfollowed { return "Every feed in the store is followed." }
        if held { return "No document is held back." }
        return failing ? "No subscription is failing." : "There are no subscriptions yet."
    }

    private static func table(of subscriptions: [Subscription]) -> TextTable {
        var table = TextTable([
            .init(title: "ID", isNumber: true), .init(title: "State"), .init(title: "Episodes", isNumber: true),
            .init(title: "Last success (UTC)"), .init(title: "Title", isFlexible: true),
            .init(title: "Feed", isFlexible: true, limit: 2048),
        ])
        for subscription in subscriptions {
            table.add([
                String(subscription.id), state(of: subscription),
                String(subscription.episodeCount), HumanText.timeInColumn(subscription.lastSuccessAt),
                subscription.title ?? "", subscription.feedURL,
            ])
        }
        return table
    }

    private static func failureTable(of subscriptions: [Subscription]) -> TextTable {
        var table = TextTable([
            .init(title: "ID", isNumber: true), .init(title: "State"), .init(title: "Since (UTC)"),
            .init(title: "Error"), .init(title: "Next due (UTC)"), .init(title: "Title", isFlexible: true),
            .init(title: "Feed", isFlexible: true, isDispensable: true, limit: 2048),
        ])
        for subscription in subscriptions {
            table.add([
                String(subscription.id), state(of: subscription, amongFailing: true),
                HumanText.timeInColumn(subscription.failingSince), subscription.lastError?.kind.rawValue ?? "",
                HumanText.timeInColumn(subscription.nextDueAt), subscription.title ?? subscription.feedURL,
                subscription.feedURL,
            ])
        }
        return table
    }

    /// In a list of failing feeds none has to say that it is one.
    private static func state(of subscription: Subscription, amongFailing: Bool = false) -> String {
        if let original = subscription.duplicateOf { return "\(subscription.state.rawValue), duplicate of \(original)" }
        guard subscription.failures > 0 else { return subscription.state.rawValue }
        return subscription.state.rawValue + (amongFailing ? "" : ", failing")
            + (subscription.pendingMove != nil ? ", may have moved" : "")
    }
}
