import ImporterApp
import PodcastModel

/// Prints the outcome of each feed, and the sum of a run.
struct ImportPrinter: Sendable {
    let writer: OutputWriter
    let isQuiet: Bool
    /// The feeds as they were named.
    var feeds = NamedFeeds()

    func print(_ result: FeedImportResult) {
        if writer.format == .json {
            do {
                try writer.json(result)
            } catch {
                writer.complaint("\(result.feed): the result cannot be written as JSON: \(error)")
            }
            return
        }
        if case .failed(let failure) = result.outcome {
            writer.complaint(Self.complaint(of: result, failure, label: feeds.label(of: result)))
            printNews(of: result)
            return
        }
        guard !isQuiet else { return }
        printNews(of: result)
        writer.line(Self.text(of: result, label: feeds.label(of: result), for: writer.output))
        guard let differences = result.differences else { return }
        for line in DifferencePrinter(terminal: writer.output).lines(of: differences) { writer.line(line) }
    }

    /// Says what of the feed somebody should know, a line each.
    private func printNews(of result: FeedImportResult) {
        guard !result.warnings.isEmpty else { return }
        let name = Self.name(of: result, label: feeds.label(of: result))
        for line in NotableWarnings(of: result).lines { writer.complaint("\(name): \(line)", level: .warning) }
    }

    static func complaint(of result: FeedImportResult, _ failure: ImportFailure, label: String?) -> String {
        // Many feeds are of one host, and no more than that is shown of their addresses.
        let address = FeedAddress.redacted(result.feed)
        let name =
            result.title?.shortLine()
            ?? (failure.message.contains(address) ? label : name(of: result, label: label))
        return (name.map { "\($0): " } ?? "") + failure.message
    }

    /// The title, or what there is instead.
    private static func name(of result: FeedImportResult, label: String?) -> String {
        if let title = result.title { return title.shortLine() }
        let address = FeedAddress.redacted(result.feed)
        return (label.map { "\($0) (\(address))" } ?? address).shortLine()
    }

    /// The sum, where there was more than one feed; and in any case how many have no result at all.
    ///
    /// - Parameters:
    ///   - report: what became of all feeds.
    ///   - isDryRun: whether nothing was written.
    func print(_ report: ImportReport, isDryRun: Bool) {
        if report.notStarted > 0, writer.format == .json || isQuiet {
            let count = HumanText.count(report.notStarted, "feed")
            writer.complaint("the import is not complete; not imported: \(count)")
        }
        guard writer.format == .text, !isQuiet, report.feeds > 1 || report.notStarted > 0 else { return }
        writer.message(Self.sum(of: report, isDryRun: isDryRun))
    }

    /// Numbers of feeds, and behind those numbers of episodes.
    static func sum(of report: ImportReport, isDryRun: Bool = false) -> String {
        let feeds = [
            (report.withSameEpisodes, "with the same episodes"), (report.moved, "moved"), (report.gone, "gone"),
            (report.postponed, "postponed"), (report.failed, "failed"), (report.notStarted, "not imported"),
        ]
        let new = HumanText.count(report.counts.inserted, "new episode")
        let episodes = [
            (report.counts.updated, "updated"), (report.counts.rekeyed, "under a new key"),
            (report.counts.removed, "withdrawn"),
        ]
        let parts =
            [HumanText.count(report.feeds, "feed")] + texts(of: feeds) + [isDryRun ? "would be \(new)" : new]
            + texts(of: episodes)
        return parts.joined(separator: ", ")
    }

    /// Each number with its word; what there is none of is not mentioned.
    private static func texts(of numbers: [(number: Int, word: String)]) -> [String] {
        numbers.filter { $0.number > 0 }.map { "\($0.number) \($0.word)" }
    }

    static func text(of result: FeedImportResult, label: String? = nil, for terminal: Terminal) -> String {
        "\(terminal.styled(name(of: result, label: label), .bold)): \(sentence(of: result).singleLine)"
    }

    private static func sentence(of result: FeedImportResult) -> String {
        switch result.outcome {
        case .imported(let counts):
            let isDryRun = result.differences != nil
            var parts = [isDryRun ? "would be \(counts.inserted) new" : "\(counts.inserted) new"]
            if counts.updated > 0 { parts.append("\(counts.updated) updated") }
            if counts.rekeyed > 0 { parts.append("\(counts.rekeyed) under a new key") }
            if counts.removed > 0 { parts.append("\(counts.removed) withdrawn") }
            parts.append("\(HumanText.count(result.episodeCount, "episode")) in the store")
            if let rest = NotableWarnings(of: result).rest { parts.append(rest) }
            return parts.joined(separator: ", ")
        case .unchanged(let notModified):
            let word = notModified ? "not modified" : "unchanged"
            return result.overdueCount > 0 ? "\(word), \(result.overdueCount) withdrawn" : word
        case .moved(let target): return "is the same feed as \(target)"
        case .gone: return "gone for good, says its server"
        case .postponed where result.decision != nil: return result.decision ?? ""
        case .postponed(let until):
            let time = until.map { " until \(HumanText.time($0))" } ?? ""
            return "postponed\(time)" + (result.warnings.first.map { ": \($0.detail)" } ?? "")
        case .failed(let failure): return failure.message
        }
    }
}

extension FeedImportResult {
    /// Why the document waits for a decision or was refused, if it does or was.
    fileprivate var decision: String? {
        warnings.first { $0.kind == .held || $0.kind == .refused }?.detail
    }
}
