import ArgumentParser
import ImporterApp
import PodcastModel

/// The command `podimport subscription show URL|ID`.
struct SubscriptionShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one subscription and its podcast."
    )

    @Argument(help: ArgumentHelp("The feed's address, or the number in the list.", valueName: "url-or-id"))
    var reference: String

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let details = try await run.reporting { try await run.app.subscription(reference) }
        if run.writer.format == .json {
            try run.writer.document(details)
            return
        }
        for line in Self.lines(of: details, for: run.writer.output) { run.writer.line(line) }
    }

    private static func lines(of details: SubscriptionDetails, for terminal: Terminal) -> [String] {
        let subscription = details.subscription
        var facts: [(String, String?)] = [
            ("Feed", subscription.feedURL), ("State", subscription.state.rawValue),
            ("Duplicate of", subscription.duplicateOf.map(String.init)),
            ("Episodes", String(subscription.episodeCount)),
            ("Last attempt", HumanText.time(subscription.lastAttemptAt)),
            ("Last success", HumanText.time(subscription.lastSuccessAt)),
            ("Next due", HumanText.time(subscription.nextDueAt)),
        ]
        if let error = subscription.lastError {
            facts.append(("Failing since", HumanText.time(subscription.failingSince)))
            facts.append(("Last error", error.message))
        }
        if let held = details.held {
            let since = "since \(HumanText.time(held.heldAt)), seen \(HumanText.count(held.sightings, "time"))"
            facts.append((held.refusedAt == nil ? "Held" : "Refused", "\(held.reason): \(held.detail)"))
            facts.append(("", since))
        }
        if !subscription.movedFrom.isEmpty {
            facts.append(("Moved from", subscription.movedFrom.joined(separator: ", ")))
        }
        facts.append(("May move to", subscription.pendingMove))
        if let podcast = details.podcast {
            facts += [
                ("Website", podcast.link), ("Author", podcast.author), ("Language", podcast.language),
                ("Categories", podcast.categories.map { $0.joined(separator: " > ") }.joined(separator: ", ")),
                ("Artwork", podcast.artworkURL), ("Podcast guid", podcast.guid),
            ]
        }
        let title = terminal.styled((subscription.title ?? subscription.feedURL).singleLine, .bold)
        return [title] + FactList(facts).lines
    }
}
