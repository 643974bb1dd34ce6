import Testing

@testable import FeedParsing

struct DamagedUTF8Tests {
    private func repair(_ bytes: [UInt8]) -> (text: String, encoding: String)? {
        bytes.withUnsafeBufferPointer { bytes in
            DamagedUTF8(bytes).map { (String(decoding: $0.bytes, as: UTF8.self), $0.encodingName) }
        }
    }

    @Test(
        arguments: [
            // "d’été…", in which the last two bytes look like the beginning of a character.
            ([0x64, 0x92, 0xE9, 0x74, 0xE9, 0x85], "d’été…", "windows-1252"),
            // "« Liberté »" with no-break spaces: three bytes of it are a character of Chinese in UTF-8.
            ([0xAB, 0xA0, 0x4C, 0xE9, 0xA0, 0xBB], "«\u{A0}Lé\u{A0}»", "windows-1252"),
            // "É»" by itself is a letter in UTF-8; beside others it is not.
            ([0xC9, 0xBB, 0x20, 0xE9, 0x20, 0xE0], "É» é à", "windows-1252"),
            // UTF-8 with a quotation mark and an ellipsis that were pasted.
            ([0xD0, 0x9F, 0xD1, 0x80, 0x92, 0xD0, 0xB8, 0x85], "Пр’и…", "utf-8"),
            // More that was pasted than there was, which is unmistakable nevertheless.
            ([0xC3, 0xA9, 0x92, 0x92, 0xE2, 0x80, 0x9C, 0x93, 0x94], "é’’““”", "utf-8"),
            // A picture as two surrogates, beside letters and alone, and half of one.
            ([0xC3, 0xA9, 0xED, 0xA0, 0xBC, 0xED, 0xBE, 0x99, 0x21], "é🎙!", "utf-8"),
            ([0xED, 0xA0, 0xBC, 0xED, 0xBE, 0x99], "🎙", "utf-8"),
            ([0x61, 0xED, 0xA0, 0xBC, 0x62, 0xED, 0xBE, 0x99], "ab", "utf-8"),
            ([0xED, 0xA0, 0xBC, 0xED, 0xA0, 0xBC, 0xED, 0xBE, 0x99, 0x93], "🎙“", "utf-8"),
            // "í" before what only looks like the rest of one, among others of windows-1252.
            ([0xED, 0xA0, 0xBB, 0x20, 0xE9, 0x20, 0xF3], "í\u{A0}» é ó", "windows-1252"),
            // The beginning of a character, and what is none in any encoding.
            ([0xC3, 0xA9, 0xC3, 0xB6, 0xE2, 0x80], "éöâ€", "utf-8"), ([0xE9, 0x81], "é\u{FFFD}", "windows-1252"),
        ] as [([UInt8], String, String)]
    )
    func readsEveryByteThatIsNotUTF8AsWindows1252(bytes: [UInt8], text: String, encoding: String) throws {
        let repaired = try #require(repair(bytes))
        #expect(repaired.text == text)
        #expect(repaired.encoding == encoding)
    }

    @Test func leavesUTF8Alone() {
        #expect(repair(Array("größer — 日本 🎙".utf8)) == nil)
        #expect(repair([0xC9, 0xBB]) == nil)
        #expect(repair([]) == nil)
    }

    @Test func tellsSurrogatesFromWindows1252() {
        // Given
        let bytes: [UInt8] = [0x0A, 0xED, 0xA0, 0xBC, 0xED, 0xBE, 0x99, 0xED, 0xA0, 0xBC]

        // When
        let warning = bytes.withUnsafeBufferPointer { bytes in DamagedUTF8(bytes)?.warning(in: bytes) }

        // Then
        #expect(warning?.line == 2)
        #expect(warning?.detail == "surrogates in UTF-8 were read as the characters they stand for (2 times)")
    }

    @Test func saysWhereAndHowOften() {
        // Given
        let bytes: [UInt8] = [0x0A, 0x0A, 0x78, 0xE9, 0x0A, 0xE9]

        // When
        let warning = bytes.withUnsafeBufferPointer { bytes in DamagedUTF8(bytes)?.warning(in: bytes) }

        // Then
        #expect(warning?.kind == .invalidBytes)
        #expect(warning?.line == 3)
        #expect(warning?.detail.hasSuffix("(2 times)") == true)
    }
}
