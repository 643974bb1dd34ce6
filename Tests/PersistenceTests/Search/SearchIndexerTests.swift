import PodcastModel
import Testing

@testable import Persistence

struct SearchIndexerTests {
    /// Takes out what stands between angle brackets, as a parser of HTML would.
    private static let plainText: @Sendable (String) -> String = { text in
        text.replacing(/<[^>]*>/, with: " ")
    }

    private func indexer(_ store: TestStore) -> SearchIndexer {
        SearchIndexer(persistence: store.manager, plainText: Self.plainText, now: { TestStore.now })
    }

    private func episode(_ number: Int, _ title: String, notes: String? = nil, people: String...) -> IncomingEpisode {
        var episode = Samples.incoming(number).episode
        episode.title = title
        episode.content = notes
        episode.persons = people.map { Person(name: $0) }
        return Samples.incoming(episode, position: number)
    }

    private func library() async throws -> TestStore {
        let store = try await TestStore(inMemory: true)
        try await store.add(
            podcast: "Harbour Lights",
            episodes: [
                episode(
                    1,
                    "The Last Keeper",
                    notes: "<p>About a <b>lighthouse</b> and its café.</p>",
                    people: "Zoë Müller"
                ),
                episode(2, "Ferry Food", notes: "What the keeper eats. Keeper of the last light."),
                episode(3, "東京の夜", notes: "&"),
            ]
        )
        return store
    }

    private func titles(_ text: String, in store: TestStore, podcast: Int64? = nil) async throws -> [String] {
        let indexer = indexer(store)
        #expect(try await indexer.catchUp() == 0)
        let query = try #require(SearchQuery(text))
        return try await indexer.search(query, podcastID: podcast, limit: 10).map(\.episode.episode.title)
    }

    // MARK: - Finding

    @Test(arguments: [
        ("keeper", ["The Last Keeper", "Ferry Food"]),
        ("KEEPER lighthouse", ["The Last Keeper"]),
        ("\"last keeper\"", ["The Last Keeper"]),
        ("\"keeper last\"", []),
        ("light*", ["The Last Keeper", "Ferry Food", "東京の夜"]),
        ("title:keeper", ["The Last Keeper"]),
        ("keeper -ferry", ["The Last Keeper"]),
        ("cafe", ["The Last Keeper"]),
        ("zoe muller", ["The Last Keeper"]),
        ("people:zoë", ["The Last Keeper"]),
        ("harbour food", ["Ferry Food"]),
        ("東京", ["東京の夜"]),
        ("京東", []),
        ("p b", []),
        ("lighthouse OR food", ["Ferry Food", "The Last Keeper"]),
    ])
    func findsWordsWhereverTheyAre(text: String, expected: [String]) async throws {
        let store = try await library()

        let found = try await titles(text, in: store)

        #expect(Set(found) == Set(expected))
        if text == "keeper" { #expect(found == expected, "a title weighs more than notes") }
    }

    /// What stands in a title, what is typed, and whether that finds it.
    @Test(arguments: [
        ("Άνοιξη στον ΦΑΡΟΣ", "ανοιξη φάρος", true), ("ὁ ἄνθρωπος", "ανθρωποσ", true),
        ("Ещё раз о маяке", "еще", true), ("Мой город", "мои", false), ("Мои\u{306} город", "мой", true),
        ("За́мок", "замок", true), ("Киї\u{301}в", "київ", true), ("IŞIK ve ısı", "ışık", true), ("ısı", "isi", true),
        ("İstanbul", "istanbul", true), ("Die Straße", "strasse", true), ("STRASSE", "straße", true),
        ("Smørrebrød på Ærø", "smorrebrod pa aero", true), ("Łódź", "lodz", true), ("Đà Nẵng", "da nang", true),
        ("مُحَمَّد", "محمد", true), ("أخبار آسيا", "اخبار اسيا", true), ("مقهى القهوة", "مقهي القهوه", true),
        ("العـــربية", "العربية", true), ("کتابی", "كتابي", true), ("قسمت ۱۲", "12", true),
        ("שָׁלוֹם עוֹלָם", "שלום עולם", true), ("Ｐｏｄｃａｓｔ　１２", "podcast 12", true),
        ("ﾗｼﾞｵの時間", "ラジオ", true), ("ラシ\u{3099}オ", "ラジオ", true), ("ﬁnale", "finale", true),
        ("𝗕𝗼𝗹𝗱 𝘁𝗮𝗹𝗸", "bold talk", true), ("Donau\u{AD}dampf\u{AD}schiff", "donaudampfschiff", true),
        ("Podcast™", "podcast", true), ("Hawaiʻi", "hawai'i", true), ("CO₂", "co2", true),
        ("今日の東京タワー", "東京タワー", true), ("今日の東京タワー", "京東", false), ("中华人民共和国", "人民", true),
        ("라디오를 켜라", "라디오", true), ("\u{1105}\u{1161}\u{1103}\u{1175}\u{110B}\u{1169}", "라디오", true),
        ("หนังสือเสียงไทย", "เสียง", true), ("หนังสือเสียงไทย", "เสยง", false), ("ตอนที่1", "ตอน 1", true),
        ("גלי צה״ל הבוקר", "צה\"ל הבוקר", true), ("סיכום תשפ\"ו", "תשפ״ו סיכום", true),
        ("दिल्ली की बात", "की", true), ("दिल्ली की बात", "का", false), ("फ़िल्म", "फिल्म", true),
        ("क\u{93C}लम", "\u{958}लम", true), ("Café", "Cafe\u{301}", true), ("Cafe\u{301}", "Café", true),
    ])
    func findsWordsAsTheyAreTyped(title: String, text: String, isFound: Bool) async throws {
        let store = try await TestStore(inMemory: true)
        try await store.add(episodes: [episode(1, title)])

        #expect(try await titles(text, in: store) == (isFound ? [title] : []))
        // Whatever a text is made of, it finds itself.
        #expect(try await titles(title, in: store) == [title])
    }

    @Test func readsNoMoreThanTheBestWhereTextsAreLong() async throws {
        // Given forty-five episodes, those with more of the word being better
        let store = try await TestStore(inMemory: true)
        let episodes = (1...45).map { episode($0, String(repeating: "keel ", count: $0), notes: "notes") }
        try await store.add(podcast: "Ropes", episodes: episodes)
        let indexer = indexer(store)
        #expect(try await indexer.catchUp() == 0)
        let query = try #require(SearchQuery("title:keel"))

        // When
        let all = try await indexer.search(query, limit: 99).map(\.episode.id)
        let some = try await indexer.search(query, limit: 99, textLimit: 100).map(\.episode.id)
        let few = try await indexer.search(query, limit: 7, textLimit: 100).map(\.episode.id)

        // Then
        #expect(all.count == 45)
        #expect(some == Array(all.prefix(20)))
        #expect(few == Array(all.prefix(7)))
    }

    @Test func looksInOnePodcastOnly() async throws {
        let store = try await library()
        let other = try await store.add(feedURL: "https://other.example/", episodes: [episode(9, "Another Keeper")])

        #expect(try await titles("keeper", in: store, podcast: other.podcast) == ["Another Keeper"])
    }

    @Test func showsWhereTheWordsAre() async throws {
        let store = try await library()
        _ = try await titles("x", in: store)
        let query = try #require(SearchQuery("cafe"))

        let hit = try #require(try await indexer(store).search(query, limit: 1).first)

        #expect(hit.podcastTitle == "Harbour Lights")
        #expect(hit.score > 0)
        #expect(hit.snippet.parts.filter(\.match).map(\.text) == ["café"])
        #expect(hit.snippet.parts.map(\.text).joined() == "About a lighthouse and its café. ")
    }

    @Test func showsAPieceOnlyHoweverLongAWordIs() async throws {
        // Given notes with what is no word, no line that separates and no letter
        let store = try await TestStore(inMemory: true)
        let pieces = [
            "keel", String(repeating: "QUJD", count: 50_000), String(repeating: "-", count: 50_000), "mast",
            "e" + String(repeating: "\u{301}", count: 50_000), "sail",
        ]
        try await store.add(episodes: [episode(1, "One", notes: pieces.joined(separator: " "))])
        _ = try await titles("x", in: store)

        for text in ["keel", "qujd*"] {
            let query = try #require(SearchQuery(text))
            let hit = try #require(try await indexer(store).search(query, limit: 1).first)

            let shown = hit.snippet.parts.map(\.text).joined()
            let found = hit.snippet.parts.filter(\.match)
            #expect(shown.unicodeScalars.count < 1_000)
            #expect(shown.hasPrefix("keel QUJD"))
            #expect(shown.contains(" mast ") && shown.hasSuffix(" sail"))
            #expect(found.count == 1)
        }
    }

    @Test func showsTextsAsTheyWereWritten() async throws {
        let store = try await TestStore(inMemory: true)
        let notes = "Über Stra\u{DF}en, cafe\u{301}s und das ΦΩΣ; שָׁלוֹם, 東京ﾀﾜｰ."
        try await store.add(episodes: [episode(1, "One", notes: notes)])
        _ = try await titles("x", in: store)

        for (text, marked) in [
            ("strassen", ["Stra\u{DF}en"]), ("CAFES", ["cafe\u{301}s"]), ("φως", ["ΦΩΣ"]), ("שלום", ["שָׁלוֹם"]),
            ("タワー", ["ﾀ", "ﾜ", "ｰ"]), ("京タ", ["京", "ﾀ"]),
        ] {
            let query = try #require(SearchQuery(text))
            let hit = try #require(try await indexer(store).search(query, limit: 1).first, "\(text)")

            #expect(hit.snippet.parts.filter(\.match).map(\.text).joined() == marked.joined(), "\(text)")
            #expect(hit.snippet.parts.map(\.text).joined() == notes, "\(text)")
        }
    }

    // MARK: - Following

    @Test func buildsAnIndexOfAnotherVersionAnew() async throws {
        // Given an index as the program made it before it had versions, of words as they were read then
        let store = try await library()
        _ = try await titles("keeper", in: store)
        try await store.context.save { unit throws(PersistenceError) in
            _ = try unit.execute("UPDATE searchProgress SET textVersion = 0")
            _ = try unit.execute("DELETE FROM searchDocument WHERE episodeId = 1")
        }
        let missing = try await store.manager.care().statistics().searchMissing

        // When it is brought up to date, in pieces
        let lag = try await indexer(store).lag()
        let lags = [try await indexer(store).catchUp(episodeLimit: 1), try await indexer(store).catchUp()]

        // Then all is read again, once
        #expect(missing == 3)
        #expect(lag == 3)
        #expect(lags == [0, 0])
        #expect(try await documentCounts(of: store) == [0, 3])
        #expect(try await titles("keeper", in: store) == ["The Last Keeper", "Ferry Food"])
        #expect(
            try await store.integers("SELECT sequence = (SELECT max(sequence) FROM change) FROM searchProgress") == [1]
        )
    }

    @Test func buildsAnIndexOfChangesThatTheStoreDoesNotHaveAnew() async throws {
        // Given a store whose changes somebody has deleted, so that they are numbered from the first again
        let store = try await library()
        _ = try await titles("keeper", in: store)
        try await store.damage("DELETE FROM change")
        try await store.context.save { unit throws(PersistenceError) in
            _ = try unit.episodes.insert(episode(7, "Keeper 7"), podcastID: 1, at: TestStore.now, isBacklog: false)
        }

        // When
        let lag = try await indexer(store).lag()

        // Then
        #expect(lag == 4)
        #expect(try await titles("keeper", in: store).count == 3)
    }

    @Test func emptiesAnIndexOfAnotherVersionWhenItIsTurnedOff() async throws {
        let store = try await library()
        _ = try await titles("keeper", in: store)
        try await store.context.save { unit throws(PersistenceError) in
            _ = try unit.execute("UPDATE searchProgress SET textVersion = 1")
        }

        try await indexer(store).remove()

        #expect(try await store.integers("SELECT count(*) FROM searchProgress") == [0])
        #expect(try await store.integers("SELECT count(*) FROM episodeSearch_docsize") == [0])
    }

    @Test func followsWhatChanges() async throws {
        // Given
        let store = try await library()
        #expect(try await titles("keeper", in: store).count == 2)

        // When one is renamed, one is withdrawn, one deleted, and one comes
        try await store.context.save { unit throws(PersistenceError) in
            guard let second = try unit.episodes.episode(id: 2) else { return }
            try unit.episodes.update(second, with: episode(2, "Warden Food", notes: "Eating"), at: TestStore.now)
            try unit.episodes.delete(1, at: TestStore.now)
            try unit.episodes.markRemoved([3], at: TestStore.now, lastSeenAt: TestStore.now)
            try unit.episodes.insert(episode(4, "New Keeper"), podcastID: 1, at: TestStore.now, isBacklog: false)
        }

        // Then
        #expect(try await titles("keeper", in: store) == ["New Keeper"])
        #expect(try await titles("warden", in: store) == ["Warden Food"])
        #expect(try await titles("food eats", in: store) == [])
        #expect(try await titles("東京", in: store) == [])
    }

    @Test func followsTheNameOfAPodcast() async throws {
        let store = try await library()
        #expect(try await titles("harbour food", in: store).count == 1)

        try await store.context.save { unit throws(PersistenceError) in
            var podcast = Podcast()
            podcast.title = "Storm Warnings"
            _ = try unit.podcasts.upsert(
                podcast,
                contentHash: 2,
                computedGUID: nil,
                subscriptionID: 1,
                at: TestStore.now
            )
        }

        #expect(try await titles("harbour food", in: store) == [])
        #expect(try await titles("storm food", in: store) == ["Ferry Food"])
    }

    @Test func goesOnWhereItWasStopped() async throws {
        // Given more episodes than fit a batch
        let store = try await TestStore(inMemory: true)
        let count = SearchBatch.size * 2 + 10
        try await store.add(episodes: (1...count).map { Samples.incoming($0) })

        // When it stops after each batch
        var lags: [Int64] = []
        for _ in 0..<4 { lags.append(try await indexer(store).catchUp(episodeLimit: 1)) }

        // Then nothing is done twice
        #expect(lags == [Int64(count - SearchBatch.size), Int64(count - 2 * SearchBatch.size), 0, 0])
        #expect(try await store.integers("SELECT count(*) FROM searchDocument") == [Int64(count)])
        #expect(try await store.integers("SELECT max(id) FROM searchDocument") == [Int64(count)])
    }

    @Test func twoIndexersDoNotDisturbEachOther() async throws {
        let store = try await TestStore()
        try await store.add(episodes: (1...600).map { Samples.incoming($0) })

        async let first = indexer(store).catchUp()
        async let second = indexer(store).catchUp()

        #expect(try await [first, second].min() == 0)
        #expect(try await store.integers("SELECT count(*) FROM searchDocument") == [600])
        #expect(try await store.integers("SELECT max(id) FROM searchDocument") == [600])
    }

    @Test func keepsChangesFromBeingTrimmedUntilTheyAreIndexed() async throws {
        let store = try await library()
        _ = try await titles("keeper", in: store)
        let later = TestStore.now.adding(seconds: 99_999_999)
        try await store.context.save { unit throws(PersistenceError) in
            for number in 5...6 {
                try unit.episodes.insert(
                    episode(number, "Keeper \(number)"),
                    podcastID: 1,
                    at: TestStore.now,
                    isBacklog: false
                )
            }
            try unit.changes.trim(before: later, at: later)
        }

        #expect(try await store.integers("SELECT min(sequence) FROM change") == [6])
        #expect(try await titles("keeper", in: store).count == 4)
    }

    @Test func isSmallAgainAfterTidying() async throws {
        // Given an index in which most is out of date
        let store = try await TestStore(inMemory: true)
        try await store.add(episodes: (1...300).map { Samples.incoming($0) })
        for round in 1...5 {
            _ = try await indexer(store).catchUp()
            try await store.context.save { unit throws(PersistenceError) in
                for stored in try unit.episodes.episodes(matching: EpisodeQuery()) {
                    let number = Int(stored.id)
                    try unit.episodes.update(
                        stored,
                        with: Samples.incoming(number, title: "Round \(round)"),
                        at: TestStore.now
                    )
                }
            }
        }
        #expect(try await titles("\"round 4\"", in: store) == [])
        #expect(try await documentCounts(of: store) == [1_500, 1_800])

        // When
        try await indexer(store).tidy()

        // Then nothing is out of date, and nothing of the index before is counted again
        #expect(try await documentCounts(of: store) == [0, 300])
        #expect(try await titles("round 5", in: store).count == 10)
    }

    /// How many are out of date, and how many there are.
    private func documentCounts(of store: TestStore) async throws -> [Int64] {
        try await store.context.perform { unit throws(PersistenceError) in
            let counts = try unit.search.documentCounts()
            return [counts.outdated, counts.total]
        }
    }

    @Test func leavesNothingWhenItIsTurnedOff() async throws {
        let store = try await library()
        _ = try await titles("keeper", in: store)

        try await indexer(store).remove()

        #expect(try await store.integers("SELECT count(*) FROM searchProgress") == [0])
        #expect(try await store.integers("SELECT count(*) FROM searchDocument") == [0])
        #expect(try await titles("keeper", in: store).count == 2)
    }

    @Test(.timeLimit(.minutes(10)))
    func indexesAsThingsAreSavedUntilTheStoreIsClosed() async throws {
        let store = try await library()
        let (batches, continuation) = AsyncStream.makeStream(of: Void.self)
        let indexer = indexer(store)
        let running = Task {
            defer { continuation.finish() }
            try await indexer.run { _ in continuation.yield() }
        }
        var iterator = batches.makeAsyncIterator()
        _ = await iterator.next()

        try await store.context.save { unit throws(PersistenceError) in
            _ = try unit.episodes.insert(episode(4, "New"), podcastID: 1, at: TestStore.now, isBacklog: false)
        }
        while try await store.integers("SELECT count(*) FROM searchDocument") != [4] {
            // No batch follows any more where the indexer has ended, or the time is up.
            try #require(await iterator.next() != nil)
        }
        try await store.manager.close()

        try await running.value
    }
}
