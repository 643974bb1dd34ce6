import Persistence
import PodcastModel
import Testing

/// Documents made to break an importer, through the whole import and the store.
struct HostileStoreTests {
    private static let count = 1_500

    /// The documents, how many episodes are in each, and what has to be said of it.
    enum Trick: String, CaseIterable {
        case oneGuid, noGuids, allIn2038, duplicatesBetween, nothingButOneGuid

        var episodeCount: Int {
            switch self {
            case .oneGuid, .noGuids, .allIn2038: HostileStoreTests.count
            case .duplicatesBetween: HostileStoreTests.count / 2
            case .nothingButOneGuid: 1
            }
        }

        var warning: ImportWarning.Kind? {
            switch self {
            case .oneGuid: .unreliableGuids
            case .duplicatesBetween, .nothingButOneGuid: .duplicateItem
            case .noGuids: nil
            case .allIn2038: .futureDate
            }
        }

        func item(_ number: Int) -> String {
            let half = HostileStoreTests.count / 2
            switch self {
            case .oneGuid: return Self.item("show", file: "\(number)", title: "Part \(number)")
            case .noGuids: return Self.item(nil, file: "\(number)", title: "News")
            case .allIn2038: return Self.item("g\(number)", file: "\(number)", title: "News", year: 2038)
            case .duplicatesBetween:
                return Self.item("g\(number % half)", file: "\(number % half)", title: "Part \(number % half)")
            case .nothingButOneGuid: return "<item><title>News</title><guid>show</guid></item>"
            }
        }

        private static func item(_ guid: String?, file: String, title: String, year: Int = 2026) -> String {
            """
            <item><title>\(title)</title>\(guid.map { #"<guid isPermaLink="false">\#($0)</guid>"# } ?? "")
            <pubDate>01 Nov \(year) 06:00:00 GMT</pubDate>
            <enclosure url="https://media.example/\(file).mp3" length="1" type="audio/mpeg"/></item>
            """
        }
    }

    @Test(arguments: Trick.allCases)
    func isImportedOnceWhateverTheOrder(trick: Trick) async throws {
        try await ImportTestBed.run { bed in
            // Given
            let items = (0..<Self.count).map(trick.item)
            let path = try bed.write(TestFeed.rss(items))
            let (first, report) = try await bed.importFiles([path])
            let (changes, episodes) = (try await bed.changes(), try await bed.identities())

            // When it comes a day later, the other way round, and is looked at item by item
            bed.advance(hours: 24)
            _ = try bed.write(TestFeed.rss(items.reversed()))
            let (_, again) = try await bed.importFiles([path], force: true)

            // Then
            #expect(report.counts.inserted == trick.episodeCount)
            // What the document lacks is the parser's business.
            let warnings = first.first?.warnings.filter { $0.kind != .missingTag } ?? []
            #expect(Set(warnings.map(\.kind)) == (trick.warning.map { [$0] } ?? []))
            // Of hundreds of duplicates some are named, and the others are counted.
            #expect(warnings.count <= 51)
            if trick == .duplicatesBetween {
                #expect(warnings.last?.detail == "and \(Self.count / 2 - 50) more like these")
            }
            #expect(again.counts.inserted == 0 && again.counts.updated == 0 && again.counts.rekeyed == 0)
            #expect(again.counts.unchanged == Self.count)
            #expect(try await bed.changes() == changes)
            #expect(try await bed.identities() == episodes)
            #expect(try await bed.persistence.care().check().isSound)
        }
    }

    @Test func episodesOf2038AreListedWhereTheyWereFirstSeenAndDoNotHideTheNext() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let items = (0..<50).map(Trick.allIn2038.item)
            let path = try bed.write(TestFeed.rss(items))
            try await bed.importFiles([path])
            bed.advance(hours: 24)

            // When
            _ = try bed.write(TestFeed.rss([TestFeed.item("next", day: 22)] + items))
            try await bed.importFiles([path])

            // Then the next one is news, and on top
            #expect(try await bed.changes().last { $0.kind == .insert }?.isBacklog == false)
            #expect(try await bed.episodes().last?.episode.guid == "next")
        }
    }
}
