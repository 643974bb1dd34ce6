import PodcastModel
import Testing

@testable import ImporterCommands

struct ImportPrinterTests {
    /// What an unchanged feed does not list for the second time is withdrawn by that.
    @Test(arguments: [(0, "Show: not modified"), (2, "Show: not modified, 2 withdrawn")])
    func saysWhatBecameOverdueOfAnUnchangedFeed(overdueCount: Int, line: String) throws {
        // Given
        var result = FeedImportResult(feed: "f", outcome: .unchanged(notModified: true))
        result.title = "Show"
        result.overdueCount = overdueCount

        // Then
        let terminal = Terminal(isTerminal: false, width: 80, usesColor: false)
        #expect(ImportPrinter.text(of: result, for: terminal) == line)
        #expect(try JSONValue(encoding: result).text.contains("\"removed\":\(overdueCount),"))
        var report = ImportReport()
        report.add(result)
        #expect(report.counts.removed == overdueCount)
        #expect(report.unchanged == 1)
        #expect(report.withSameEpisodes == (overdueCount == 0 ? 1 : 0))
    }

    /// What somebody has to know stands in a line of its own, and what was repaired is counted.
    @Test func tellsWhatIsToBeKnownAndCountsTheRest() {
        // Given
        let said: [(ImportWarning.Kind, String)] = [
            (.missingTag, "no language"), (.limitReached, "10 items"), (.truncated, "no end"),
            (.deletedEpisode, "one"), (.missingTag, "no image"), (.deletedEpisode, "two"), (.pageFailed, "page 2"),
        ]
        let warnings = said.map { ImportWarning(kind: $0, detail: $1) }
        var result = FeedImportResult(feed: "f", outcome: .imported(ImportCounts()), warnings: warnings)
        result.title = "Show"

        // Then
        let told = NotableWarnings(of: result)
        #expect(told.lines == ["10 items", "no end", "one (and 1 more like this)", "page 2"])
        #expect(told.rest == "2 other warnings")
        let terminal = Terminal(isTerminal: false, width: 80, usesColor: false)
        let line = ImportPrinter.text(of: result, for: terminal)
        #expect(line == "Show: 0 new, 0 episodes in the store, 2 other warnings")

        // Our own limit is why a document has no end
        result.warnings.append(ImportWarning(kind: .sizeLimit, detail: "2 KiB"))
        #expect(NotableWarnings(of: result).lines == ["10 items", "one (and 1 more like this)", "page 2", "2 KiB"])
    }

    @Test(arguments: [
        (ImportWarning.Kind.moved, ["the feed has moved"]), (.held, []), (.samePodcast, ["the feed has moved"]),
        (ImportWarning.Kind(rawValue: "host-paused"), []),
    ])
    func doesNotSayTwiceWhyAFeedIsPutOff(kind: ImportWarning.Kind, lines: [String]) {
        let warning = ImportWarning(kind: kind, detail: "the feed has moved")
        let outcome: ImportOutcome = lines.isEmpty ? .postponed(until: nil) : .unchanged(notModified: true)

        #expect(NotableWarnings(of: FeedImportResult(feed: "f", outcome: outcome, warnings: [warning])).lines == lines)
    }

    /// Of an address no more is shown than its host.
    @Test func feedsThatLookAlikeAreToldApart() {
        // Given
        let feeds = NamedFeeds([
            NamedFeed(text: "https://a.example/secret1", place: "feed 1"),
            NamedFeed(text: "https://a.example/secret2", place: "feed 2"),
            NamedFeed(text: "https://b.example/f", place: "line 3 of l.txt"),
            NamedFeed(text: "https://anna:x@a.example/secret2", place: "line 4 of l.txt"),
        ])
        let failure = ImportFailure(stage: .load, kind: .notFound, message: "https://a.example/…: not there")
        func label(_ feed: String, number: Int64? = nil) -> String? {
            var result = FeedImportResult(feed: feed, outcome: .failed(failure))
            result.subscriptionID = number
            return feeds.label(of: result)
        }

        // Then
        #expect(label("https://a.example/secret1") == "feed 1")
        #expect(label("https://a.example/secret2") == "feed 2 or line 4 of l.txt")
        #expect(label("https://b.example/f") == nil)
        #expect(label("https://a.example/secret1", number: 12) == "subscription 12")
        let result = FeedImportResult(feed: "https://a.example/secret1", outcome: .failed(failure))
        #expect(ImportPrinter.complaint(of: result, failure, label: "feed 1") == "feed 1: \(failure.message)")
        let other = ImportFailure(stage: .import, kind: .busy, message: "busy")
        #expect(
            ImportPrinter.complaint(of: result, other, label: "feed 1") == "feed 1 (https://a.example/…): busy"
        )
        let terminal = Terminal(isTerminal: false, width: 80, usesColor: false)
        let late = FeedImportResult(feed: "https://a.example/secret1", outcome: .postponed(until: nil))
        #expect(
            ImportPrinter.text(of: late, label: "feed 1", for: terminal)
                == "feed 1 (https://a.example/…): postponed"
        )
    }

    @Test func theSumAccountsForEveryFeed() {
        // Given
        let gone = ImportFailure(stage: .load, kind: .gone, message: "gone")
        let outcomes: [ImportOutcome] = [
            .imported(ImportCounts()), .unchanged(notModified: false), .moved(to: "b"), .gone(gone),
            .postponed(until: nil), .postponed(until: nil),
        ]
        var report = ImportReport()
        for outcome in outcomes { report.add(FeedImportResult(feed: "f", outcome: outcome)) }

        // Then
        let feeds = "6 feeds, 1 with the same episodes, 1 moved, 1 gone, 2 postponed"
        #expect(ImportPrinter.sum(of: report) == feeds + ", 0 new episodes")
        #expect(ImportPrinter.sum(of: report, isDryRun: true) == feeds + ", would be 0 new episodes")
    }

    /// A document that has changed may have the same episodes as before, and is then no news either.
    @Test func theSumCountsFeedsAndThenEpisodes() {
        // Given
        var known = ImportCounts()
        known.unchanged = 13
        var news = known
        (news.inserted, news.updated) = (1, 2)
        var withdrawal = known
        (withdrawal.rekeyed, withdrawal.removed) = (1, 3)
        func sum(_ outcomes: [ImportOutcome], notStarted: Int = 0) -> String {
            var report = ImportReport()
            for outcome in outcomes { report.add(FeedImportResult(feed: "f", outcome: outcome)) }
            report.notStarted = notStarted
            return ImportPrinter.sum(of: report)
        }

        // Then
        let same = "2 with the same episodes"
        #expect(sum([.imported(known), .unchanged(notModified: true)]) == "2 feeds, \(same), 0 new episodes")
        let one = "1 with the same episodes"
        #expect(sum([.imported(known), .imported(news)]) == "2 feeds, \(one), 1 new episode, 2 updated")
        #expect(
            sum([.imported(withdrawal)], notStarted: 4)
                == "1 feed, 4 not imported, 0 new episodes, 1 under a new key, 3 withdrawn"
        )
    }
}
