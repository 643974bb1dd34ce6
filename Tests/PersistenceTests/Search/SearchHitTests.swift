import PodcastModel
import Testing

@testable import Persistence

/// What a search finds, and what it shows of it.
struct SearchHitTests {
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
        let store = try await TestStore.library()

        let found = try await store.titles(text)

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
        try await store.add(episodes: [Samples.titled(1, title)])

        #expect(try await store.titles(text) == (isFound ? [title] : []))
        // Whatever a text is made of, it finds itself.
        #expect(try await store.titles(title) == [title])
    }

    @Test func readsNoMoreThanTheBestWhereTextsAreLong() async throws {
        // Given forty-five episodes, those with more of the word being better
        let store = try await TestStore(inMemory: true)
        let episodes = (1...45).map { Samples.titled($0, String(repeating: "keel ", count: $0), notes: "notes") }
        try await store.add(podcast: "Ropes", episodes: episodes)
        let indexer = store.indexer()
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
        let store = try await TestStore.library()
        let episode = Samples.titled(9, "Another Keeper")
        let other = try await store.add(feedURL: "https://other.example/", episodes: [episode])

        #expect(try await store.titles("keeper", podcast: other.podcast) == ["Another Keeper"])
    }

    @Test func showsWhereTheWordsAre() async throws {
        let store = try await TestStore.library()
        _ = try await store.titles("x")
        let query = try #require(SearchQuery("cafe"))

        let hit = try #require(try await store.indexer().search(query, limit: 1).first)

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
        try await store.add(episodes: [Samples.titled(1, "One", notes: pieces.joined(separator: " "))])
        _ = try await store.titles("x")

        for text in ["keel", "qujd*"] {
            let query = try #require(SearchQuery(text))
            let hit = try #require(try await store.indexer().search(query, limit: 1).first)

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
        try await store.add(episodes: [Samples.titled(1, "One", notes: notes)])
        _ = try await store.titles("x")

        for (text, marked) in [
            ("strassen", ["Stra\u{DF}en"]), ("CAFES", ["cafe\u{301}s"]), ("φως", ["ΦΩΣ"]), ("שלום", ["שָׁלוֹם"]),
            ("タワー", ["ﾀ", "ﾜ", "ｰ"]), ("京タ", ["京", "ﾀ"]),
        ] {
            let query = try #require(SearchQuery(text))
            let hit = try #require(try await store.indexer().search(query, limit: 1).first, "\(text)")

            #expect(hit.snippet.parts.filter(\.match).map(\.text).joined() == marked.joined(), "\(text)")
            #expect(hit.snippet.parts.map(\.text).joined() == notes, "\(text)")
        }
    }
}
