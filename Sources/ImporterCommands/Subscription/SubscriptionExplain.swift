import ArgumentParser
import ImporterApp
import PodcastModel

/// The command `podimport subscription explain URL|ID`.
struct SubscriptionExplain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Say why a feed is asked when it is, and what happened when it was.",
        discussion: """
            The rules that decided are listed with the strongest last; docs/Polling.md describes each. Nothing is loaded.
            """
    )

    @Argument(help: ArgumentHelp("The feed's address, or the number in the list.", valueName: "url-or-id"))
    var reference: String

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    /// How many fetches and matches fit on a screen; JSON has all.
    private static let shownCount = 10

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        let explanation = try await run.reporting { try await run.app.explanation(of: reference) }
        if run.writer.format == .json {
            try run.writer.document(explanation)
            return
        }
        let terminal = run.writer.output
        let title = explanation.subscription.title ?? explanation.subscription.feedURL
        run.writer.line(terminal.styled(title.singleLine, .bold))
        for line in FactList(Self.facts(of: explanation)).lines { run.writer.line(line) }
        run.writer.line("")
        run.writer.table(Self.reasonTable(explanation.reasons))
        if !explanation.fetches.isEmpty {
            run.writer.line("")
            run.writer.table(Self.fetchTable(explanation.fetches.prefix(Self.shownCount)))
            Self.tellOfMore(explanation.fetches.count, run.writer)
        }
        if !explanation.matches.isEmpty {
            run.writer.line("")
            run.writer.table(Self.matchTable(explanation.matches.prefix(Self.shownCount)))
            Self.tellOfMore(explanation.matches.count, run.writer)
        }
    }
}

extension SubscriptionExplain {
    private static func tellOfMore(_ count: Int, _ writer: OutputWriter) {
        if count > shownCount { writer.line("and \(count - shownCount) more; `--format json` has them") }
    }

    private static func facts(of explanation: SubscriptionExplanation) -> [(String, String?)] {
        let subscription = explanation.subscription
        var facts: [(String, String?)] = [
            ("Feed", subscription.feedURL), ("State", subscription.state.rawValue),
            ("Next due", HumanText.time(subscription.nextDueAt)),
            ("Last attempt", HumanText.time(subscription.lastAttemptAt)),
            ("Last success", HumanText.time(subscription.lastSuccessAt)),
            ("Validators", validators(explanation.validators)),
        ]
        if let error = subscription.lastError {
            facts.append(("Failing since", HumanText.time(subscription.failingSince)))
            facts.append(("Failures", String(subscription.failures)))
            facts.append(("Last error", error.message))
        }
        if let host = explanation.host {
            let pause = host.pausedUntil.map { "\(host.name), paused until \(HumanText.time($0))" }
            let reason = host.pauseReason.map { ": \($0)" } ?? ""
            facts.append(("Host", pause.map { $0 + reason } ?? host.name))
        }
        if let move = explanation.pendingMove {
            facts.append(("May move to", "\(move.feedURL) (\(origin(of: move, subscription)))"))
        }
        if explanation.documentIsCut {
            facts.append(("Document", "not whole the last time; episodes that it lacks are not known to be withdrawn"))
        }
        if explanation.guidsAreUnreliable {
            facts.append(("Guids", "not used: they do not tell the episodes apart, or are made anew each time"))
        }
        if let page = explanation.pendingPage {
            facts.append(("Pages", "not all read; the next refresh goes on at \(page)"))
        }
        if let page = explanation.lostPage {
            let problem = "could not be read, nor what comes after it; `podimport import --backfill` tries again"
            facts.append(("Pages", "\(page) \(problem)"))
        }
        return facts
    }

    private static func origin(of move: SubscriptionExplanation.Move, _ subscription: Subscription) -> String {
        let since = "since \(HumanText.time(move.firstSeenAt))"
        let origin =
            move.isProposal
            ? "the site of the show leads there \(since)"
            : "\(move.cause), seen \(HumanText.count(move.sightings, "time")) \(since)"
        if let other = move.followedBy { return "\(origin); subscription \(other) follows it already" }
        return [origin, obstacle(to: move, subscription)].compactMap(\.self).joined(separator: "; ")
    }

    /// Why the move is not made, and how the user makes it; nil if nothing stands in its way.
    private static func obstacle(to move: SubscriptionExplanation.Move, _ subscription: Subscription) -> String? {
        let way = "`podimport subscription set` with url=ADDRESS"
        if move.isProposal { return "\(way) moves it" }
        if move.isTakenBack { return "it was taken back from there, \(way) moves it there again" }
        if let problem = move.problem { return "looked at \(HumanText.time(move.lookedAt)): \(problem)" }
        return switch subscription.lastError?.kind {
        case .unauthorized:
            "it is not sent the password of the old address, \(way) and credentials=NAME:PASSWORD moves it"
        case .otherShow: "another show is published there; if that is right, \(way) moves it"
        default: nil
        }
    }

    private static func validators(_ validators: SubscriptionExplanation.Validators?) -> String {
        guard let validators else { return "none; the next request is for the whole document" }
        let names = [validators.etag.map { "ETag \($0)" }, validators.lastModified.map { "Last-Modified \($0)" }]
        let since = validators.receivedAt.map { ", from \(HumanText.time($0))" } ?? ""
        return names.compactMap(\.self).joined(separator: ", ") + since
    }

    private static func reasonTable(_ reasons: [DueReason]) -> TextTable {
        var table = TextTable([
            .init(title: "Rule"), .init(title: "Not before (UTC)"), .init(title: "Why", isFlexible: true),
        ])
        for reason in reasons {
            table.add([reason.rule.rawValue, HumanText.timeInColumn(reason.notBefore), reason.detail])
        }
        return table
    }

    private static func fetchTable(_ fetches: some Sequence<FetchRecord>) -> TextTable {
        var table = TextTable([
            .init(title: "Asked (UTC)"), .init(title: "Outcome"), .init(title: "Status", isNumber: true),
            .init(title: "Bytes", isNumber: true), .init(title: "Detail", isFlexible: true),
        ])
        for fetch in fetches {
            table.add([
                HumanText.timeInColumn(fetch.at), outcome(of: fetch), fetch.status.map(String.init) ?? "–",
                HumanText.bytes(fetch.bytes), detail(of: fetch),
            ])
        }
        return table
    }

    /// What came of it; where no network was to be had, the feed has not failed.
    private static func outcome(of fetch: FetchRecord) -> String {
        fetch.errorKind == .offline ? ImportFailure.Kind.offline.rawValue : fetch.outcome
    }

    private static func detail(of fetch: FetchRecord) -> String {
        if let message = fetch.errorMessage {
            // Where nothing was found may repeat what was sent: only its host is told.
            let place = fetch.redirects.last.map { "redirected to \(FeedAddress.redacted($0.location)); " }
            return (place ?? "") + message
        }
        if fetch.isLeft {
            return "not imported; if it was held back or refused, `podimport subscription show` says why"
        }
        if let last = fetch.redirects.last { return "redirected to \(last.location)" }
        return fetch.sent.isEmpty ? "asked without conditions" : ""
    }

    private static func matchTable(_ matches: some Sequence<SubscriptionExplanation.Match>) -> TextTable {
        var table = TextTable([
            .init(title: "Episode", isNumber: true), .init(title: "Recognised (UTC)"), .init(title: "By"),
            .init(title: "Detail", isFlexible: true),
        ])
        for match in matches {
            table.add([String(match.episode), HumanText.timeInColumn(match.at), match.by, match.detail ?? ""])
        }
        return table
    }
}

extension FetchRecord {
    /// Whether a document came and was not imported: for want of a decision, or because somebody gave the feed another
    /// address meanwhile.
    fileprivate var isLeft: Bool {
        // A file has no status.
        outcome == ImportOutcome.Word.postponed.rawValue && status.map { (200..<300).contains($0) } ?? (bytes > 0)
    }
}
