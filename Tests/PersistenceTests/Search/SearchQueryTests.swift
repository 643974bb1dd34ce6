import TestSupport
import Testing

@testable import Persistence

struct SearchQueryTests {
    @Test(arguments: [
        ("lighthouse keeper", #"("lighthouse") AND ("keeper")"#),
        (#""last  keeper""#, #"("last  keeper")"#),
        ("light*", #"("light" *)"#),
        ("keeper -ferry -\"old boat\"", #"(("keeper")) NOT ("ferry" OR "old boat")"#),
        ("keeper OR warden ferry", #"("keeper" OR "warden") AND ("ferry")"#),
        ("title:keeper People:Anna", #"(title : "keeper") AND (people : "Anna")"#),
        ("author:keeper", #"("author:keeper")"#),
        ("M*A*S*H", #"("M A S H")"#),
        ("title:M*A*S*H fiv*sta*", #"(title : "M A S H") AND ("fiv sta" *)"#),
        ("say\"hello\"", #"("say hello")"#),
        ("title:", #"("title:")"#),
        ("rock & roll", #"("rock") AND ("roll")"#),
        ("NEAR(a b) AND NOT", #"("NEAR(a") AND ("b)") AND ("AND") AND ("NOT")"#),
        ("“curly quotes”", #"("curly quotes")"#),
        ("\"never closed", #"("never closed")"#),
        ("OR keeper OR", #"("keeper")"#),
        ("東京", #"("東 京")"#),
        ("Größe", #"("Grosse")"#),
        ("a\u{0}b", #"("a b")"#),
        ("צה\"ל רדיו", #"("צה ל") AND ("רדיו")"#),
        ("צה״ל רדיו", #"("צה ל") AND ("רדיו")"#),
        ("-מנכ”ל תשפ\"ו*", #"(("תשפ ו" *)) NOT ("מנכ ל")"#),
        ("\"גלי צה\"ל\" רדיו", #"("גלי צה ל") AND ("רדיו")"#),
        ("\"שלום\" עולם", #"("שלום") AND ("עולם")"#),
    ])
    func understandsWhatIsTyped(text: String, expression: String) {
        #expect(SearchQuery(text)?.expression == expression)
    }

    @Test(arguments: ["", "   ", "-keeper", "\"\"", "***", "& - !", "-", "OR", "\u{0}", "🎙"])
    func findsNothingToLookForInThis(text: String) {
        #expect(SearchQuery(text) == nil)
    }

    /// Signs that mean something to FTS5, SQL or C, in any order.
    @Test(arguments: 1...20)
    func neverAsksAnIllFormedQuestion(seed: UInt64) async throws {
        let store = try await TestStore(inMemory: true)
        var random = SeededGenerator(seed: seed)
        let signs = [
            "\"", "'", "*", "(", ")", "-", "+", ":", "^", "{", "}", ",", ";", "%", "\\", "\u{0}", "\n", " ", " ", "a",
            "keeper", "AND", "OR", "NOT", "NEAR(", "title:", "notes :", "世", "é", "\u{301}", "🎙", "”", "--", "/*",
            "rowid:",
        ]
        for _ in 0..<100 {
            let text = (0..<random.next(below: 12)).map { _ in signs[random.next(below: signs.count)] }.joined()
            guard let query = SearchQuery(text) else { continue }

            let matches = try await store.context.perform { unit throws(PersistenceError) in
                try unit.search.matches(query, podcastID: nil, limit: 10).count
            }

            #expect(matches == 0)
        }
        let many = String(repeating: "word ", count: 10_000)
        let query = try #require(SearchQuery(many))
        #expect(query.terms.count == SearchQuery.wordLimit)
        _ = try await store.context.perform { unit throws(PersistenceError) in
            try unit.search.matches(query, podcastID: nil, limit: 10).count
        }
    }
}
