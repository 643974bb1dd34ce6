import ArgumentParser
import ImporterApp
import PodcastModel

/// The command `podimport subscription add URL...`.
struct SubscriptionAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Follow feeds; they are loaded at the next import.",
        discussion: """
            Nothing is loaded now. A feed that is followed already, under this or an equal address, is left as it is; \
            it takes a user name and password from the address if it has none that are accepted. \
            The address of a web page may be given too: its first import looks for the feed it leads to, and follows \
            that. With --list the pages are loaded now, and the feeds they lead to are listed.
            """
    )

    @Argument(help: ArgumentHelp("The feeds to follow.", valueName: "url"))
    var urls: [String]

    @Flag(name: .long, help: "List the feeds that web pages lead to, the likeliest first; follow none.")
    var list = false

    @OptionGroup(title: "Store") var store: StoreOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let run = try CommandRun(store: store, output: output)
        guard !list else { return try await listFeeds(run) }
        let additions = try await run.reporting { try await run.app.subscribe(to: urls) }
        for addition in additions {
            switch run.writer.format {
            case .json:
                try run.writer.json(addition)
            case .text where !output.quiet:
                run.writer.line(Self.text(of: addition).singleLine)
            case .text:
                break
            }
        }
        let failures = additions.filter { $0.error != nil }
        for failure in failures {
            run.writer.complaint("\(FeedAddress.redacted(failure.feed)): \(failure.error ?? "")")
        }
        guard failures.isEmpty else {
            throw ExitCode(failures.count == additions.count ? ExitStatus.usage : ExitStatus.someFailed)
        }
    }

    private func listFeeds(_ run: CommandRun) async throws {
        var table = TextTable([
            .init(title: "Feed", isFlexible: true, limit: 2048), .init(title: "Title", isFlexible: true),
            .init(title: "Type"),
            .init(title: "Found as"),
        ])
        var failed = 0
        for url in urls {
            do {
                for feed in try await run.app.feeds(ledToBy: url) {
                    if run.writer.format == .json {
                        try run.writer.json(feed)
                    } else {
                        table.add([feed.feedURL, feed.title ?? "", feed.type ?? "", feed.foundAs.rawValue])
                    }
                }
            } catch let error as ImporterAppError {
                run.writer.complaint(error.message)
                failed += 1
                // One address alone says by its status what it was.
                if urls.count == 1 { throw ExitCode(ExitStatus.status(of: error)) }
            }
        }
        if run.writer.format == .text, failed < urls.count { run.writer.table(table) }
        if failed > 0 { throw ExitCode(failed == urls.count ? ExitStatus.everyFailed : ExitStatus.someFailed) }
    }

    private static func text(of addition: SubscriptionAddition) -> String {
        if addition.error != nil { return "\(addition.feed.inMessage): not subscribed" }
        let original = addition.duplicateOf.map { ", a duplicate of \($0)" } ?? ""
        let place = addition.movedTo.map { ", at \($0) now" } ?? ""
        let id = addition.id.map { " (number \($0)\(place)\(original))" } ?? ""
        var text = "\(addition.feed): " + (addition.isNew ? "subscribed\(id)" : "already subscribed\(id)")
        switch addition.credentials {
        case nil: break
        case .taken: text += "; asked with this user name and password from now on"
        case .left:
            let command = "podimport subscription set \(addition.id ?? 0) credentials=-"
            text += "; its user name and password stay as they are: `\(command)` changes them"
        }
        if !addition.alike.isEmpty {
            let numbers = addition.alike.map(String.init).joined(separator: ", ")
            text += "; this may be the same feed as \(numbers), see `podimport subscription show`"
        }
        if let failing = addition.failingAlike.first, let id = addition.id {
            let (removal, move) = ("subscription remove --purge \(id)", "subscription set \(failing) url=ADDRESS")
            text +=
                "; subscription \(failing) fails, and its address differs in the query only: if this is the same feed "
                + "with a new key, `podimport \(removal)` and then `podimport \(move)` keep its episodes"
        }
        return text
    }
}
