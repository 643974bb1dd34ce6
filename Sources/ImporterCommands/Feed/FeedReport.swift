import ImporterApp
import PodcastModel

/// The report on a feed that `feed inspect` prints for its publisher: what was
/// read, what had to be repaired, and which tags are missing.
struct FeedReport {
    let document: FeedDocument
    let terminal: Terminal

    /// How many episodes are listed; the JSON form has them all.
    private static let listedEpisodes = 10

    var lines: [String] {
        [heading] + facts.lines + [""] + episodeLines + repairs + requirements + recommendations
    }

    private var heading: String {
        terminal.styled((document.podcast.title ?? "(no title)").singleLine, .bold)
    }

    private var facts: FactList {
        let podcast = document.podcast
        return FactList([
            (
                "Format",
                "\(document.format), \(document.encoding)" + (document.complete ? "" : ", cut off before its end")
            ),
            ("Website", podcast.link), ("Author", podcast.author), ("Language", podcast.language),
            ("Categories", podcast.categories.map { $0.joined(separator: " > ") }.joined(separator: ", ")),
            ("Explicit", podcast.explicit.map { $0 ? "yes" : "no" }), ("Artwork", podcast.artworkURL),
            ("Podcast guid", podcast.guid), ("Own address", podcast.selfURL), ("New address", podcast.newFeedURL),
            ("Episodes", episodeSummary), ("With them", partSummary),
            ("Live items", podcast.liveItems.isEmpty ? nil : String(podcast.liveItems.count)),
            ("Kept as is", extensionSummary),
        ])
    }

    // MARK: - What was read

    private var episodeSummary: String {
        let count = String(document.episodes.count)
        let dates = document.episodes.compactMap(\.publishedAt)
        guard let first = dates.min(), let last = dates.max(), dates.count > 1 else { return count }
        return "\(count), from \(first.rfc3339.prefix(10)) to \(last.rfc3339.prefix(10))"
    }

    /// How many of the things around episodes there are.
    private var partSummary: String? {
        let counts: [(String, (Episode) -> Int)] = [
            ("enclosure", { $0.enclosures.count }), ("alternate enclosure", { $0.alternateEnclosures.count }),
            ("chapter", { $0.chapters.count }), ("chapters file", { $0.chaptersURL == nil ? 0 : 1 }),
            ("transcript", { $0.transcripts.count }), ("person", { $0.persons.count }),
            ("soundbite", { $0.soundbites.count }),
        ]
        let parts = counts.compactMap { noun, count in
            let total = document.episodes.reduce(0) { $0 + count($1) }
            return total == 0 ? nil : HumanText.count(total, noun)
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// What no field stands for, by the host of its namespace.
    private var extensionSummary: String? {
        var counts: [String: Int] = [:]
        for extensions in [document.podcast.extensions] + document.episodes.map(\.extensions) {
            for (namespace, elements) in extensions {
                counts[Self.shortName(of: namespace), default: 0] += elements.count
            }
        }
        guard !counts.isEmpty else { return nil }
        let total = HumanText.count(counts.values.reduce(0, +), "element")
        return total + " of " + counts.keys.sorted().joined(separator: ", ")
    }

    private static func shortName(of namespace: String) -> String {
        guard !namespace.isEmpty else { return "the format itself" }
        let parts = namespace.split(separator: "/").filter { !$0.hasSuffix(":") }
        return parts.first.map { String($0.trimmingPrefix("www.")) } ?? namespace
    }

    private var episodeLines: [String] {
        guard !document.episodes.isEmpty else { return ["There are no episodes in this feed.", ""] }
        var table = TextTable([
            .init(title: "Published (UTC)"), .init(title: "Length", isNumber: true), .init(title: "Media"),
            .init(title: "Title", isFlexible: true),
        ])
        for episode in document.episodes.prefix(Self.listedEpisodes) {
            table.add([
                HumanText.timeInColumn(episode.publishedAt), episode.durationSeconds.map(HumanText.duration) ?? "",
                episode.enclosures.first?.type ?? "none", episode.title,
            ])
        }
        let rest = document.episodes.count - Self.listedEpisodes
        let more = rest > 0 ? [terminal.styled("… and \(rest) more (--format json has all of them)", .dim)] : []
        return table.lines(for: terminal) + more + [""]
    }

    // MARK: - What is wrong

    private var repairs: [String] {
        let repairs = document.warnings.filter { $0.kind != .missingTag }
        guard !repairs.isEmpty else { return [terminal.styled("Nothing had to be repaired.", .green)] }
        var table = TextTable([
            .init(title: "  Line", isNumber: true), .init(title: "Kind"), .init(title: "Detail", isFlexible: true),
        ])
        for repair in repairs { table.add([repair.line.map(String.init) ?? "–", repair.kind.rawValue, repair.detail]) }
        return [terminal.styled(HumanText.count(repairs.count, "repair") + " while reading", .yellow)]
            + table.lines(for: terminal)
    }

    private var requirements: [String] {
        guard document.isPodcastInRSS else { return [] }
        let missing = document.warnings.filter { $0.kind == .missingTag }
        guard !missing.isEmpty else {
            return ["", terminal.styled("Every tag that PSP-1 requires is there.", .green)]
        }
        return ["", terminal.styled("Missing, and required by PSP-1", .yellow)]
            + missing.map { warning in
                let line = warning.line.map {
                    warning.detail.hasPrefix("the channel") ? " (line \($0))" : " (first at line \($0))"
                }
                return "  " + warning.detail.replacing(", which PSP-1 requires", with: "").singleLine + (line ?? "")
            }
    }

    private var recommendations: [String] {
        let missing = RecommendedTags(document).missing
        guard !missing.isEmpty else { return [] }
        return ["", terminal.styled("Missing, and recommended by PSP-1", .dim)] + missing.map { "  " + $0 }
    }
}
