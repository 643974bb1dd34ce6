import Testing

@testable import FeedParsing

struct XMLCharactersTests {
    private func finding(_ bytes: some Sequence<UInt8>) -> XMLCharacters.Finding? {
        Array(bytes).withUnsafeBufferPointer { XMLCharacters.check($0) }
    }

    @Test(arguments: [0, 1, 2, 3, 15, 16, 17, 31, 40, 61, 64, 67, 130])
    func allowsWhatXMLAllows(count: Int) {
        // Given characters of every length at each place of a block
        let words = String(repeating: "w", count: count)
        for character in ["\t", "\n", "\r", " ", "\u{7F}", "é", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "한", "🎙"] {
            // When
            let finding = finding((words + character + words).utf8)

            // Then
            #expect(finding?.isASCII == character.utf8.allSatisfy { $0 < 0x80 }, "\(character.debugDescription)")
            #expect(finding?.lineFeeds == (character == "\n" ? 1 : 0))
        }
    }

    @Test(arguments: [0, 1, 2, 3, 15, 16, 17, 31, 40, 61, 64, 67, 130])
    func findsUpperControls(count: Int) {
        let words = String(repeating: "w", count: count)
        for (character, isOne) in [
            ("\u{80}", true), ("\u{9F}", true), ("\u{A0}", false), ("\u{C0}", false), ("é", false),
        ] {
            // Then, wherever it stands, also at the end
            #expect(finding((words + character + words).utf8)?.holdsUpperControls == isOne)
            #expect(finding((words + character).utf8)?.holdsUpperControls == isOne)
        }
    }

    @Test(arguments: [0, 1, 2, 3, 15, 16, 17, 31, 40, 61, 64, 67, 130])
    func refusesWhatXMLForbids(count: Int) {
        // Given a control, a noncharacter, a surrogate, an overlong form, and halves of characters
        let words = Array(repeating: UInt8(0x77), count: count)
        let forbidden: [[UInt8]] = [
            [0x00], [0x0B], [0x1F], [0xEF, 0xBF, 0xBE], [0xEF, 0xBF, 0xBF], [0xED, 0xA0, 0x80], [0xC0, 0x80],
            [0xE0, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3], [0x80], [0xE2, 0x82],
        ]
        for bytes in forbidden {
            // Then, wherever it stands, also at the end
            #expect(finding(words + bytes + words) == nil, "\(bytes)")
            #expect(finding(words + bytes) == nil, "\(bytes)")
        }
    }

    @Test func countsManyLineFeeds() {
        // Given more of them in a row than one byte can count, among other bytes
        let text = String(repeating: "\n", count: 10_000) + "é" + String(repeating: "ab\n", count: 5_000)

        #expect(finding(text.utf8)?.lineFeeds == 15_000)
    }

    @Test func findsNothingInNothing() {
        #expect(finding([])?.lineFeeds == 0)
        #expect(finding([])?.isASCII == true)
    }
}
