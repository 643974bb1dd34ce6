import Persistence
import PodcastModel
import Testing

/// When the guids of a feed are given up, and when they are used again (identity C2 10).
struct GuidTrustTests {
    private typealias Item = (name: String, day: Int)

    private static let first: [Item] = [("f", 6), ("e", 5), ("d", 4), ("c", 3), ("b", 2), ("a", 1)]

    @Test func oneDocumentWithOneGuidForAllTakesNoGuidAway() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let path = try bed.write(Self.document(Self.first))
            try await bed.importFiles([path])
            let ids = try await bed.identities().map(\.id)
            _ = try bed.write(Self.document(Self.first, guid: "show"))
            let glitch = try await bed.importFiles([path])
            #expect(glitch.results.first?.warnings.contains { $0.kind == .unreliableGuids } == true)
            #expect(try await bed.history()?.isGUIDUnreliable == false)

            // When the guids are good again, and an episode has another title and another file
            _ = try bed.write(Self.document(Self.first, corrected: "c"))
            let (_, report) = try await bed.importFiles([path])

            // Then it is the episode that it was
            #expect(report.counts.inserted == 0)
            #expect(try await bed.episodes().map(\.episode.title).contains("Corrected"))
            #expect(try await bed.identities().map(\.id) == ids)
            #expect(try await bed.identities().allSatisfy { $0.keyKind == .guid })
        }
    }

    @Test func guidsThatProveGoodAreUsedAgain() async throws {
        try await ImportTestBed.run { bed in
            // Given guids that were given up for two bad documents
            let path = try bed.write(Self.document(Self.first))
            try await bed.importFiles([path])
            for count in 1...2 {
                _ = try bed.write(Self.document([("g", 7)] + Self.first, guid: "show\(count)"))
                try await bed.importFiles([path], force: true)
            }
            #expect(try await bed.history()?.isGUIDUnreliable == true)

            // When all are good again, without and with a new episode
            _ = try bed.write(Self.document([("g", 7)] + Self.first))
            try await bed.importFiles([path])
            #expect(try await bed.history()?.isGUIDUnreliable == true)
            let items: [Item] = [("h", 8), ("g", 7)] + Self.first
            _ = try bed.write(Self.document(items))
            try await bed.importFiles([path])
            #expect(try await bed.history()?.isGUIDUnreliable == false)

            // Then a guid counts for more than title and file
            _ = try bed.write(Self.document(items, corrected: "c"))
            let (_, report) = try await bed.importFiles([path])
            #expect(report.counts.inserted == 0)
            #expect(try await bed.episodes().count == 8)
            #expect(try await bed.identities().count { $0.keyKind == .guid } == 8)
        }
    }

    @Test(arguments: [false, true])
    func guidsThatAreMadeAnewOrCountItemsAreNotUsedAgain(countsItems: Bool) async throws {
        try await ImportTestBed.run { bed in
            // Given
            let path = try bed.write(Self.document(Self.first))
            try await bed.importFiles([path])
            try await bed.write { unit throws(PersistenceError) in
                try unit.subscriptions.setGUIDUnreliable(true, of: 1)
            }

            // When new episodes come
            var items = Self.first
            for number in 1...5 {
                items.insert(("n\(number)", 6 + number), at: 0)
                let guids = items.indices.map { countsItems ? "\($0)" : "\(number)-\($0)" }
                _ = try bed.write(Self.document(items, guids: guids))
                let (_, report) = try await bed.importFiles([path])

                // Then
                #expect(report.counts.inserted == 1)
                #expect(try await bed.history()?.isGUIDUnreliable == true)
            }
        }
    }

    @Test func nobodyIsToldOfGuidsThatAreMadeAnew() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let path = try bed.write(Self.document(Self.first))
            try await bed.importFiles([path])
            try await bed.write { unit throws(PersistenceError) in
                try unit.subscriptions.setGUIDUnreliable(true, of: 1)
            }

            // When the addresses of the files have another token each time as well, and a title is corrected once
            for number in 1...3 {
                let guids = Self.first.indices.map { "\(number)-\($0)" }
                var document = Self.document(Self.first, guids: guids).replacing(".mp3", with: ".mp3?t=\(number)")
                if number == 3 { document = document.replacing(">Episode c<", with: ">Corrected<") }
                _ = try bed.write(document)
                try await bed.importFiles([path])
            }

            // Then
            let changes = try await bed.changes().filter { $0.entity == .episode && $0.kind == .update }
            #expect(changes.map(\.fields) == [["title", "rssTitle"]])
            #expect(try await bed.episodes().compactMap(\.episode.guid).allSatisfy { $0.hasPrefix("3-") })
        }
    }

    /// A document with the guids of its items, or one guid for all, or these.
    private static func document(
        _ items: [Item],
        guid: String? = nil,
        guids: [String]? = nil,
        corrected: String? = nil
    ) -> String {
        TestFeed.rss(
            items.enumerated().map { index, item in
                let isCorrected = item.name == corrected
                return TestFeed.item(item.name, title: isCorrected ? "Corrected" : nil, day: item.day)
                    .replacing("/\(item.name).mp3", with: isCorrected ? "/corrected.mp3" : "/\(item.name).mp3")
                    .replacing(">\(item.name)</guid>", with: ">\(guid ?? guids?[index] ?? item.name)</guid>")
            }
        )
    }
}
