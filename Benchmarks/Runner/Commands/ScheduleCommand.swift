import ArgumentParser
import BenchmarkSchedule
import FeedImporting
import FeedParsing
import Foundation

/// Walks through the publication dates of real feeds with several schedules.
struct ScheduleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Compare how often schedules ask, and how soon they see new episodes.",
        discussion: """
            The older half of each podcast's episodes is known, the newer half comes at its own dates. Nothing is \
            random: the same feeds give the same table. Benchmarks/README.md has it.

            With --folds the podcasts are split into two halves by their names. For each the numbers of the rhythm \
            are chosen anew on the other, which says how well they do where they were not chosen.
            """
    )

    @Option(help: "Folder of real feeds, searched through for podcasts.")
    var corpus = "../shared/corpus"

    @Option(help: "How many dated episodes a podcast needs to count.")
    var episodes = 100

    @Flag(help: "One line for each podcast too.")
    var each = false

    @Flag(help: "Choose the numbers of the rhythm on one half of the podcasts and show the other. It takes minutes.")
    var folds = false

    @Option(help: "Folder in which compressed feeds are unpacked, to be removed at the end.")
    var scratch = NSTemporaryDirectory()

    func run() throws {
        let folder = URL(filePath: scratch, directoryHint: .isDirectory).appending(path: "podimport-schedule")
        try FileManager.default.makeEmptyFolder(folder)
        let source = URL(filePath: corpus, directoryHint: .isDirectory)
        guard let feeds = try Corpus.podcasts("real", in: source, scratch: folder) else {
            throw ValidationError("there are no podcasts at \(corpus)")
        }
        let podcasts = try Self.distinct(feeds.files.compactMap { try dates(of: $0) })
        try FileManager.default.removeItem(at: folder)
        print("\(podcasts.count) podcasts of \(episodes) dated episodes and more")
        Self.show(Self.compare(podcasts.map(\.dates)))
        if folds { Self.showFolds(podcasts) }
        guard each else { return }
        for podcast in podcasts {
            print("\n\(podcast.name): \(podcast.dates.count) episodes")
            let comparison = ScheduleComparison(podcasts: [podcast.dates])
            Self.show([comparison.figures("podimport", .podimport(RefreshPolicy()))])
        }
    }

    private static func compare(_ podcasts: [[Int64]]) -> [ScheduleComparison.Figures] {
        let comparison = ScheduleComparison(podcasts: podcasts)
        var rare = RefreshPolicy()
        rare.rhythmInterval = 24 * 3600
        let usual = comparison.figures("podimport", .podimport(RefreshPolicy()))
        let rarely = comparison.figures("podimport, rhythm-interval 24h", .podimport(rare))
        return [
            comparison.figures("hourly", .hourly), usual, comparison.averageGap(asOftenAs: usual.requestsPerDay),
            rarely, comparison.averageGap(asOftenAs: rarely.requestsPerDay),
        ]
    }

    private static func showFolds(_ podcasts: [(name: String, dates: [Int64])]) {
        let halves = [0, 1].map { half in
            ScheduleComparison(podcasts: podcasts.filter { RhythmChoice.half(of: $0.name) == half }.map(\.dates))
        }
        let choices = halves.map { RhythmChoice(on: $0) }
        for (half, comparison) in halves.enumerated() {
            let (own, other) = (choices[half].best, choices[1 - half].best)
            print("\nhalf \(half + 1) of 2: \(comparison.count) podcasts")
            show([
                comparison.figures("hourly", .hourly),
                comparison.figures("podimport", .podimport(RefreshPolicy())),
                comparison.figures("chosen on the other half", .podimport(RhythmChoice.policy(other))),
                comparison.figures("chosen on this half", .podimport(RhythmChoice.policy(own))),
            ])
            print("on this half is chosen: \(own)")
        }
    }

    private func dates(of file: String) throws -> (name: String, dates: [Int64])? {
        let feed = try MappedFile.withBytes(of: file) { bytes -> ParsedFeed? in
            do throws(FeedParsingError) {
                return try FeedParser().parse(bytes, context: FeedParsingContext(baseURL: "file://\(file)"))
            } catch {
                // Not every document of a corpus is a feed.
                return nil
            }
        }
        let dates = Set(feed?.items.compactMap(\.publishedAt) ?? []).sorted()
        return dates.count >= episodes ? (URL(filePath: file).lastPathComponent, dates) : nil
    }

    /// Corpora hold the same podcast several times, at different ages.
    private static func distinct(_ podcasts: [(name: String, dates: [Int64])]) -> [(name: String, dates: [Int64])] {
        var kept: [(name: String, dates: [Int64])] = []
        for podcast in podcasts.sorted(by: { ($1.dates.count, $0.name) < ($0.dates.count, $1.name) }) {
            let isKnown = kept.contains { other in
                Set(other.dates).intersection(podcast.dates).count * 2 > podcast.dates.count
            }
            if !isKnown { kept.append(podcast) }
        }
        return kept
    }

    private static func show(_ figures: [ScheduleComparison.Figures]) {
        print(line(["schedule", "requests/day", "median", "mean", "90 %", "median of podcasts"]))
        for figure in figures {
            print(
                line([
                    figure.name, String(format: "%.2f", figure.requestsPerDay),
                    String(format: "%.0f min", figure.medianDelayMinutes),
                    String(format: "%.0f min", figure.meanDelayMinutes),
                    String(format: "%.0f min", figure.ninetiethDelayMinutes),
                    String(format: "%.0f min", figure.medianOfPodcastsMinutes),
                ])
            )
        }
    }

    private static func line(_ cells: [String]) -> String {
        Console.line(cells, widths: [34, 14, 10, 10, 10, 20])
    }
}
