import TestSupport
import Testing

@testable import Persistence

struct SearchWordsTests {
    private func words(_ text: String) -> [String] {
        SearchWords.words(of: text).map { String(text[$0.range]) }
    }

    @Test(arguments: [
        ("The café's ½-time", ["The", "café", "s", "½", "", "time"]),
        ("12½kg", ["12½", "kg"]),
        ("東京Tower2", ["東", "京", "Tower2"]),
        ("ひ\u{FE00}と", ["ひ\u{FE00}", "と"]),
        ("ที่1", ["ที่", "1"]),
        ("ﷺ", ["ﷺ", "", "", ""]),
        ("", []), (" \u{AD}\u{301} ", []),
    ])
    func cutsTextsIntoWordsAsTheyWereWritten(text: String, expected: [String]) {
        #expect(words(text) == expected)
    }

    @Test(arguments: 1...20)
    func indexAndSnippetsSeeTheSameWords(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let blocks: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0xA0...0x24F, 0x300...0x52F, 0x590...0x6FF, 0x900...0xE4F, 0x1000...0x11FF, 0x1780...0x17FF,
            0x1E00...0x206F, 0x3040...0x30FF, 0x4E00...0x4E10, 0xAC00...0xAC10, 0xFB00...0xFFEF, 0x1D400...0x1D7FF,
        ]
        for _ in 0..<50 {
            let scalars = (0..<30).compactMap { _ in
                let block = blocks[random.next(below: blocks.count)]
                return Unicode.Scalar(block.lowerBound + UInt32(random.next(below: block.count)))
            }
            let text = String(String.UnicodeScalarView(scalars))

            let words = SearchWords.words(of: text)

            #expect(zip(words, words.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
            let indexed = SearchWords.separated(text + "é")
            #expect(
                indexed.lowercased().split(separator: " ").map(String.init)
                    == SearchWords.words(of: text + "é").map(\.folded)
            )
            #expect(SearchWords.separated(indexed) == indexed, "what is folded stays as it is")
        }
    }
}
