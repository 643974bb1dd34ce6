import FeedImporting
import FeedLoading
import Persistence
import PodcastModel

extension ImporterApp {
    /// How many lines share a transaction: few commits, and nobody waits long.
    private static let linesPerSave = 1000

    /// Follows the feeds of an OPML list; nothing but the list is loaded.
    ///
    /// A line that cannot be used stops no other. What is followed already stays
    /// as it is, so a list may be imported again.
    ///
    /// - Parameters:
    ///   - text: a path, or `-` for standard input.
    ///   - allowsLocal: whether the list may name files and private addresses.
    ///   - onLines: told what became of some lines, in the order of the list,
    ///     when that is durable.
    /// - Returns: whether the list was whole; false if its end was missing.
    /// - Throws: ``ImporterAppError``; `notAFeed` if it is no list.
    package func importList(
        from text: String,
        allowsLocal: Bool,
        onLines: ([ListLineReport]) throws -> Void
    ) async throws(ImporterAppError) -> Bool {
        let list = try await list(from: text)
        var reader = ListLineReader(policy: transferOptions.addressPolicy, allowsLocal: allowsLocal)
        let now = Self.now()
        return try await withStore(.making) { persistence in
            let context = try persistence.newBackgroundContext()
            while true {
                let lines = list.lines(upTo: Self.linesPerSave)
                guard !lines.isEmpty else { return list.isComplete }
                let entries = lines.map { reader.entry(for: $0) }
                let newSubscriptions = entries.map(\.newSubscription)
                let outcomes = try await context.save { unit throws(PersistenceError) in
                    try newSubscriptions.map { newSubscription throws(PersistenceError) in
                        try newSubscription.map { newSubscription throws(PersistenceError) in
                            try unit.subscriptions.subscribe(to: newSubscription, at: now)
                        }
                    }
                }
                try onLines(zip(entries, outcomes).map { reader.report($0, outcome: $1) })
            }
        }
    }

    private func list(from text: String) async throws(ImporterAppError) -> FeedList {
        let scheme = text.prefix(8).lowercased()
        guard !scheme.hasPrefix("http://"), !scheme.hasPrefix("https://") else {
            let address = FeedAddress.redacted(text)
            throw ImporterAppError(
                .usage,
                "\(address): a list is read from a file; fetch it, and pipe it to podimport opml import -"
            )
        }
        let source: FeedSource =
            text == "-"
            ? .standardInput
            : .file(path: text.hasPrefix("/") ? text : settings.currentDirectory + "/" + text)
        do {
            let loader = try makeLoader()
            let list = try await FeedList.load(source, with: loader, options: transferOptions)
            await loader.shutdown()
            return list
        } catch {
            throw ImporterAppError(loading: error)
        }
    }
}

/// Turns the lines of a list into new subscriptions, and what became of those into reports.
private struct ListLineReader {
    let policy: AddressPolicy
    let allowsLocal: Bool
    /// The line that first named each subscription.
    private var lines: [Int64: Int] = [:]

    struct Entry {
        let line: FeedList.Line
        var newSubscription: NewSubscription?
        var refusal: (status: ListLineReport.Status, detail: String)?
    }

    init(policy: AddressPolicy, allowsLocal: Bool) {
        self.policy = policy
        self.allowsLocal = allowsLocal
    }

    func entry(for line: FeedList.Line) -> Entry {
        guard let feed = line.feed else {
            return Entry(line: line, refusal: (.noAddress, "there is no address of a feed (xmlUrl)"))
        }
        guard !line.isComment else { return Entry(line: line, refusal: (.noAddress, "it is a comment")) }
        do {
            let address = try ForeignAddress(feed, policy: policy, allowsLocal: allowsLocal)
            // Where there is no title the address stands in for it.
            let isTitled = line.title != feed && line.title != address.feedURL
            let newSubscription = NewSubscription(
                feedURL: address.feedURL,
                title: isTitled ? line.title : nil,
                link: line.link,
                folder: line.folder,
                credentials: address.credentials,
                // Whoever vouches for the list has as good as typed it.
                provenance: allowsLocal ? .user : .others,
                schemeIsAssumed: address.schemeIsAssumed
            )
            return Entry(line: line, newSubscription: newSubscription)
        } catch {
            switch error {
            case .invalid(let detail):
                return Entry(line: line, refusal: (.invalid, detail))
            case .local(let detail):
                let help = "`podimport subscription add` takes it, and so does --allow-local"
                return Entry(line: line, refusal: (.refused, "\(detail); \(help)"))
            }
        }
    }

    mutating func report(_ entry: Entry, outcome: SubscribeOutcome?) -> ListLineReport {
        guard let outcome else {
            return report(entry.line, entry.refusal?.status ?? .invalid, detail: entry.refusal?.detail)
        }
        var status: ListLineReport.Status =
            switch outcome {
            case .added: .added
            case .followedAgain: .followedAgain
            case .known: .known
            }
        let first = lines[outcome.id]
        if first == nil { lines[outcome.id] = entry.line.number } else { status = .duplicate }
        var report = report(entry.line, status, detail: first.map { "the same feed as in line \($0)" })
        report.feedURL = entry.newSubscription?.feedURL
        report.id = outcome.id
        report.duplicateOf = first
        return report
    }

    private func report(
        _ line: FeedList.Line,
        _ status: ListLineReport.Status,
        detail: String?
    ) -> ListLineReport {
        ListLineReport(
            line: line.number,
            status: status,
            feed: line.feed.map(FeedAddress.withoutUserinfo),
            title: line.title,
            folder: line.folder,
            detail: detail
        )
    }
}
