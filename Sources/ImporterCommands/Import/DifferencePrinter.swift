import ImporterApp
import PodcastModel

/// Prints what an import would do, item by item, with the reasons.
struct DifferencePrinter {
    let terminal: Terminal

    func lines(of differences: [EpisodeDifference]) -> [String] {
        differences.flatMap { lines(of: $0) }
    }

    private func lines(of difference: EpisodeDifference) -> [String] {
        let id = difference.episodeID.map { " \($0)" } ?? ""
        let title = terminal.styled(difference.title.shortLine(), .bold)
        let first = "  \(mark(of: difference)) \(word(of: difference))\(id): \(title)"
        let reasons = [fields(of: difference), key(of: difference), reason(for: difference)].compactMap { $0 }
        return [first] + reasons.map { "      " + $0.singleLine }
    }

    private func mark(of difference: EpisodeDifference) -> String {
        switch difference.action {
        case .insert, .restore: "+"
        case .update, .rekey: "~"
        case .remove: "-"
        case .refresh, .duplicate, .suppress, .unlist: " "
        }
    }

    private func word(of difference: EpisodeDifference) -> String {
        switch difference.action {
        case .insert: difference.isBacklog ? "new, but old" : "new"
        case .update: "update"
        case .refresh: "refresh"
        case .rekey: "new key"
        case .duplicate: "duplicate"
        case .suppress: "deleted here"
        case .restore: "listed again"
        case .unlist: "not listed"
        case .remove: "withdrawn"
        }
    }

    private func fields(of difference: EpisodeDifference) -> String? {
        guard !difference.fields.isEmpty else { return nil }
        let significance = difference.significance.map { " (\($0.rawValue))" } ?? ""
        return "changes \(difference.fields.joined(separator: ", "))\(significance)"
    }

    private func key(of difference: EpisodeDifference) -> String? {
        difference.formerKey.map { "key \($0) becomes \(difference.key)" }
    }

    private func reason(for difference: EpisodeDifference) -> String? {
        let parts = [difference.by.map { "by \($0)" }, difference.detail].compactMap { $0 }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ": ")
    }
}
